import { bytes, bytesOrNull, integer, integerOrNull, oneOf, text, textOrNull } from '../columns'
import type { Connection, Row } from '../connection'
import type { Group } from '../group'
import { headerPairs, headerPairsOrNull } from '../json-columns'
import { EXCHANGE_SOURCES } from '../words'
import { NO_PAYMENT, partsOf, readPendingRest, type PendingRest } from './index-rows'
import type { Search } from './search'
import { callbackText, responseText, requestText, searchedResponse } from './searched-text'

/** Messages that are indexed in one write: at most this many, and fewer where they are long. */
const MESSAGES_AT_ONCE = 16
const BYTES_AT_ONCE = 131_072

interface Indexing {
  readonly connection: Connection
  readonly search: Search
}

/** What the text index still lacks, in parts of one write each. */
export interface CatchUpWork {
  /** Does the next part; false where nothing is left. */
  next(): boolean
  /** Drops what is kept in memory between parts. */
  forget(): void
}

export function createCatchUpWork(options: Indexing & { readonly group: Group }): CatchUpWork {
  const { connection, group, search } = options
  /** The body whose pieces are being added: reading 2 MB again for each of them would take most of the time. */
  let held: { readonly seq: number; readonly next: number; readonly body: Uint8Array } | null = null

  const addNextPiece = (row: Row): void => {
    const seq = integer(row, 'seq')
    const rest = readPendingRest(row)
    const body = held?.seq === seq && held.next === rest.from ? held.body : bodyOf(connection, rest)
    group.write(() => {
      if (body === null) connection.run('DELETE FROM search_pending WHERE seq = ?', seq)
      else search.addRest(seq, body)
    })
    group.flush()
    const after = connection.get('SELECT from_byte FROM search_pending WHERE seq = ?', seq)
    held = body === null || after === undefined ? null : { seq, next: integer(after, 'from_byte'), body }
  }

  return {
    next() {
      const rest = connection.get('SELECT * FROM search_pending ORDER BY seq LIMIT 1')
      if (rest !== undefined) {
        addNextPiece(rest)
        return true
      }
      held = null
      const list = connection.get('SELECT list, below FROM search_catch_up ORDER BY list DESC LIMIT 1')
      if (list === undefined) return false
      group.write(() => {
        reindexOlder(
          options,
          text(list, 'list') === 'callbacks' ? 'callbacks' : 'exchanges',
          integer(list, 'below'),
        )
      })
      group.flush()
      return true
    },
    forget() {
      held = null
    },
  }
}

/** Indexes the newest messages below this number, and notes how far it went. */
function reindexOlder(indexing: Indexing, list: 'callbacks' | 'exchanges', below: number): void {
  const { connection } = indexing
  const newest = connection.all(
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
  for (const row of fitting) reindex(indexing, integer(row, 'seq'))
  const last = fitting.at(-1)
  if (last === undefined) connection.run('DELETE FROM search_catch_up WHERE list = ?', list)
  else {
    connection.run('UPDATE search_catch_up SET below = ? WHERE list = ?', integer(last, 'seq'), list)
  }
}

function reindexCallback({ connection, search }: Indexing, seq: number): void {
  const row = connection.get(
    `SELECT m.id, m.payment, m.payment_id, m.target_url, c.headers, c.body
     FROM callbacks m JOIN callback_contents c ON c.callback = m.seq WHERE m.seq = ?`,
    seq,
  )
  if (row === undefined) return
  const payment = integerOrNull(row, 'payment') ?? NO_PAYMENT
  const callback = {
    id: text(row, 'id'),
    paymentId: text(row, 'payment_id'),
    targetUrl: textOrNull(row, 'target_url'),
    headers: headerPairs(row, 'headers'),
    body: bytes(row, 'body'),
  }
  search.remove(payment, seq, 'callback')
  search.remove(payment, seq, 'attempt')
  search.add(payment, seq, 'callback', callbackText(callback))
  const attempts = 'SELECT seq FROM attempts WHERE callback = ? AND finished = 1 ORDER BY seq'
  for (const attempt of connection.all(attempts, seq)) search.addAttempt(integer(attempt, 'seq'))
}

function reindexExchange({ connection, search }: Indexing, seq: number): void {
  const row = connection.get(
    `SELECT m.id, m.source, m.payment, m.method, m.target, m.payment_id, m.callback_id, c.headers, c.body,
       r.headers AS reply_headers, r.body AS reply_body
     FROM exchanges m JOIN exchange_contents c ON c.exchange = m.seq
     LEFT JOIN exchange_replies r ON r.exchange = m.seq WHERE m.seq = ?`,
    seq,
  )
  if (row === undefined) return
  const payment = integer(row, 'payment')
  const source = oneOf(EXCHANGE_SOURCES, row, 'source')
  const parts = partsOf(source)
  const exchange = {
    id: text(row, 'id'),
    method: text(row, 'method'),
    target: text(row, 'target'),
    paymentId: textOrNull(row, 'payment_id'),
    callbackId: textOrNull(row, 'callback_id'),
    headers: headerPairs(row, 'headers'),
    body: bytes(row, 'body'),
  }
  search.remove(payment, seq, parts.request)
  search.add(payment, seq, parts.request, requestText(exchange))
  const headers = headerPairsOrNull(row, 'reply_headers')
  if (headers === null) return
  search.remove(payment, seq, parts.response)
  search.add(payment, seq, parts.response, responseText(source, headers, bytes(row, 'reply_body')))
}

/** The body that the rest is of; null where it is gone. */
function bodyOf(connection: Connection, rest: PendingRest): Uint8Array | null {
  const { message, part, attempt, name } = rest
  const body = (sql: string, seq: number): Row | undefined => connection.get(sql, seq)
  switch (part) {
    case 'callback':
      return read(body('SELECT body FROM callback_contents WHERE callback = ?', message))
    case 'request':
    case 'capture':
      return read(body('SELECT body FROM exchange_contents WHERE exchange = ?', message))
    case 'response':
    case 'captureResponse': {
      const response = body(
        `SELECT r.body, m.source FROM exchange_replies r JOIN exchanges m ON m.seq = r.exchange WHERE m.seq = ?`,
        message,
      )
      return response === undefined
        ? null
        : searchedResponse(oneOf(EXCHANGE_SOURCES, response, 'source'), bytes(response, 'body'))
    }
    case 'attempt': {
      const column = name === 'answer' ? 'answer_body' : 'request_body'
      return read(body(`SELECT ${column} AS body FROM attempts WHERE seq = ?`, attempt ?? 0))
    }
  }
}

const read = (row: Row | undefined): Uint8Array | null =>
  row === undefined ? null : bytesOrNull(row, 'body')
