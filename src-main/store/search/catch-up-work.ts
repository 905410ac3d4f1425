import { bytes, EXCHANGE_SOURCES, integer, integerOrNull, oneOf, text, textOrNull } from '#store/columns'
import type { Connection, Row } from '#store/connection'
import { HEADERS, HEADERS_OR_NULL } from '#store/tables'
import { NO_PAYMENT, partsOf } from './index-writer'
import { searchedBeginning, searchedResponse, type SearchedText, whereReadable } from './searched-text'
import type { Search } from './search'

/** Messages indexed in one write; fewer if they are long. */
const MESSAGES_AT_ONCE = 16
const BYTES_AT_ONCE = 131_072

export interface Share {
  readonly done: number
  readonly total: number
}

/** Adds what the text index still lacks, one write per step. */
export type CatchUpWork = ReturnType<typeof createCatchUpWork>

export function createCatchUpWork(
  options: Indexing & { readonly index: Connection; readonly write: (work: () => void) => void },
) {
  const { index, write } = options
  return {
    /** Takes the next step. Returns false if nothing is left. */
    next(): boolean {
      const list = index.get('SELECT list, below FROM search_catch_up ORDER BY list DESC LIMIT 1')
      if (list === undefined) return false
      const name = text(list, 'list') === 'callbacks' ? 'callbacks' : 'exchanges'
      write(() => reindexOlder(options, index, name, integer(list, 'below')))
      return true
    },
    /** Null if all messages are indexed. */
    get progress(): Share | null {
      const left = index.get('SELECT sum(below - 1) AS left FROM search_catch_up')?.['left'] ?? null
      if (left === null) return null
      const total = integer(index.get(NEWEST_OF_BOTH) ?? {}, 'total')
      return { done: total - Number(left), total }
    },
  }
}

/** The sum of the highest row numbers of both lists: all messages up to these are to be indexed. */
const NEWEST_OF_BOTH = `SELECT (SELECT coalesce(max(seq), 0) FROM callbacks)
  + (SELECT coalesce(max(seq), 0) FROM exchanges) AS total`

function reindexOlder(
  indexing: Indexing,
  index: Connection,
  list: 'callbacks' | 'exchanges',
  below: number,
): void {
  const newest = index.all(
    `SELECT seq, size_bytes FROM ${list} WHERE seq < ? ORDER BY seq DESC LIMIT ?`,
    below,
    MESSAGES_AT_ONCE,
  )
  let size = 0
  const fitting = newest.filter((row) => {
    const fits = size < BYTES_AT_ONCE
    size += integer(row, 'size_bytes')
    return fits
  })
  const reindex = list === 'callbacks' ? reindexCallback : reindexExchange
  for (const row of fitting) whereReadable(() => reindex(indexing, integer(row, 'seq')))
  const last = fitting.at(-1)
  if (last === undefined) index.run('DELETE FROM search_catch_up WHERE list = ?', list)
  else index.run('UPDATE search_catch_up SET below = ? WHERE list = ?', integer(last, 'seq'), list)
}

interface Indexing {
  readonly journal: Connection
  readonly search: Search
}

/** Indexes a callback without its attempts. */
export function indexCallback({ journal, search }: Indexing, seq: number): void {
  const row = callbackRow(journal, seq)
  if (row === undefined) return
  search.add(paymentOf(row), seq, 'callback', searchedText(row, 'id', 'payment_id', 'target_url'))
}

const searchedText = (row: Row, ...words: readonly string[]): SearchedText => ({
  words: words.map((name) => textOrNull(row, name)),
  headers: HEADERS.read(row, 'headers'),
  body: bytes(row, 'body'),
})

/** Indexes a callback again, with its finished attempts. */
function reindexCallback(indexing: Indexing, seq: number): void {
  const { journal, search } = indexing
  const row = callbackRow(journal, seq)
  if (row === undefined) return
  search.remove(paymentOf(row), seq, 'callback')
  search.remove(paymentOf(row), seq, 'attempt')
  indexCallback(indexing, seq)
  const attempts = 'SELECT seq FROM attempts WHERE callback = ? AND finished = 1 ORDER BY seq'
  for (const attempt of journal.all(attempts, seq)) search.addAttempt(integer(attempt, 'seq'))
}

const callbackRow = (journal: Connection, seq: number): Row | undefined =>
  journal.get(
    `SELECT m.id, m.payment, m.payment_id, m.target_url, c.headers, c.body
     FROM callbacks m JOIN callback_contents c ON c.callback = m.seq WHERE m.seq = ?`,
    seq,
  )

const paymentOf = (row: Row): number => integerOrNull(row, 'payment') ?? NO_PAYMENT

/** Indexes an exchange from a row with {@link EXCHANGE_TEXTS}. */
export function indexExchangeRow(search: Search, row: Row, seq: number): void {
  const { request } = partsOf(oneOf(EXCHANGE_SOURCES, row, 'source'))
  const text = searchedText(row, 'id', 'method', 'target', 'payment_id', 'callback_id')
  search.add(integer(row, 'payment'), seq, request, text)
  addResponse(search, row, seq)
}

/** Replaces the indexed response of an exchange with the one in the journal. */
export function indexResponse({ journal, search }: Indexing, seq: number): void {
  const row = exchangeRow(journal, seq)
  if (row === undefined) return
  search.remove(integer(row, 'payment'), seq, partsOf(oneOf(EXCHANGE_SOURCES, row, 'source')).response)
  addResponse(search, row, seq)
}

function reindexExchange(indexing: Indexing, seq: number): void {
  const row = exchangeRow(indexing.journal, seq)
  if (row === undefined) return
  const parts = partsOf(oneOf(EXCHANGE_SOURCES, row, 'source'))
  indexing.search.remove(integer(row, 'payment'), seq, parts.request)
  indexing.search.remove(integer(row, 'payment'), seq, parts.response)
  indexExchangeRow(indexing.search, row, seq)
}

/** The long columns that an exchange `m` is searched by. */
export const EXCHANGE_TEXTS = `m.headers, ${searchedBeginning('m.body')} AS body, m.response_headers, m.response_body`

const exchangeRow = (journal: Connection, seq: number): Row | undefined =>
  journal.get(
    `SELECT m.id, m.source, m.payment, m.method, m.target, m.payment_id, m.callback_id, ${EXCHANGE_TEXTS}
     FROM exchanges m WHERE m.seq = ?`,
    seq,
  )

function addResponse(search: Search, row: Row, seq: number): void {
  const headers = HEADERS_OR_NULL.read(row, 'response_headers')
  if (headers === null) return
  const source = oneOf(EXCHANGE_SOURCES, row, 'source')
  const body = searchedResponse(source, bytes(row, 'response_body'))
  search.add(integer(row, 'payment'), seq, partsOf(source).response, { words: [], headers, body })
}
