import { invalidParam, notFound, termsOf } from '#core/errors'
import { createPacer } from '#core/retention'
import { BenchError } from '#protocol/connection'
import { HAR_SEPARATOR, HAR_TAIL, harEntry, harHead } from '#domain/har/write'
import { CALLBACK_QUERY_FIELDS, EXCHANGE_QUERY_FIELDS } from '#domain/query/fields'
import type { ParsedParams, Result } from '#protocol/methods'
import type { ExchangeRow, ListRequest, Page } from '#store/records'
import type { BenchContext } from '#workbench/payment-engine'
import { harOfAttempt, harOfExchange } from './har-messages'
import { createUploads } from './imported-exchange'

type Params = ParsedParams<'traffic.exportHar'>
type ExportResult = Result<'traffic.exportHar'>

const PART_CHARS = 1024 * 1024
const PAGE_MESSAGES = 200
const FORGOTTEN_AFTER_MS = 10 * 60_000
/** Each export keeps at most one entry in memory, for example one with an escaped body of 16 MiB. */
const MAX_EXPORTS = 4

interface Export {
  /** Yields null after the last entry of each message. */
  readonly entries: AsyncGenerator<string | null, undefined>
  readonly total: number
  done: number
  hasEntries: boolean
  /** What did not fit into the parts so far. */
  rest: string
}

/** Writes messages as archives, part by part, the oldest first; see `traffic.exportHar`. */
export function createHarExport(
  context: BenchContext,
  version: string,
): (params: Params) => Promise<ExportResult> {
  const running = createUploads<Export>(FORGOTTEN_AFTER_MS)

  const begin = async (params: Params): Promise<Export> => {
    const { store } = context
    if (running.size >= MAX_EXPORTS) {
      throw new BenchError(
        'conflict',
        `${MAX_EXPORTS} exports are running. Read one to its end; an idle export ends after ten minutes.`,
      )
    }
    const missing = params.ids?.find(
      (id) => store.exchanges.row(id) === null && store.callbacks.row(id) === null,
    )
    if (missing !== undefined) throw notFound('message', missing)
    const total = await totalOf(context, params)
    const rest = harHead({ name: 'Paybench', version })
    return { entries: entriesOf(context, params), total, done: 0, hasEntries: false, rest }
  }

  return async (params) => {
    const { cursor } = params
    const current = cursor === undefined ? await begin(params) : running.get(cursor)
    if (current === undefined) {
      throw invalidParam('cursor', 'use the value of "next" from the previous part, within ten minutes.')
    }
    if (cursor !== undefined) running.remove(cursor)
    const pacer = createPacer()
    let { rest: text } = current
    let entries = 0
    while (text.length < PART_CHARS) {
      const { value } = await current.entries.next()
      if (value === null) current.done += 1
      if (value === undefined) return { text: text + HAR_TAIL, entries, ...progressOf(current) }
      if (typeof value !== 'string') continue
      text += current.hasEntries ? HAR_SEPARATOR + value : value
      current.hasEntries = true
      entries += 1
      await pacer.pause()
    }
    // A surrogate pair is not cut: each part is encoded separately.
    const end = PART_CHARS + ((text.codePointAt(PART_CHARS - 1) ?? 0) > 0xffff ? 1 : 0)
    current.rest = text.slice(end)
    const next = `har_${context.ports.randomHex(16)}`
    running.put(next, current)
    return { text: text.slice(0, end), next, entries, ...progressOf(current) }
  }
}

const progressOf = ({ done, total }: Export) => ({ done, total: Math.max(total, done) })

async function* entriesOf(context: BenchContext, params: Params): AsyncGenerator<string | null, undefined> {
  for await (const id of idsOf(context, params)) {
    yield* entriesOfMessage(context, params, id)
    yield null
  }
}

async function* idsOf(context: BenchContext, params: Params): AsyncGenerator<string> {
  if (params.ids !== undefined) yield* params.ids
  else {
    for (const list of listsOf(context, params)) {
      let cursor: string | undefined
      do {
        const page = await list({ limit: PAGE_MESSAGES, cursor })
        for (const { id } of page.items) yield id
        cursor = page.next
      } while (cursor !== undefined)
    }
  }
}

type List = (part: Pick<ListRequest, 'limit' | 'cursor'>) => Promise<Page<{ readonly id: string }>>

/** The lists, in the order in which they are written. The query applies only to the list that `list` names. */
function listsOf({ store, clock }: BenchContext, params: Params): readonly List[] {
  const { projectId, paymentKey, query, sources } = params
  const request = { projectId, paymentKey, nowMs: clock.now(), order: 'oldest' } as const
  const isOfCallbacks = params.list === 'callbacks'
  const exchangeTerms = isOfCallbacks ? [] : termsOf(query, EXCHANGE_QUERY_FIELDS)
  const callbackTerms = isOfCallbacks ? termsOf(query, CALLBACK_QUERY_FIELDS) : []
  const exchanges: List = (part) =>
    store.exchanges.list('traffic', { ...request, ...part, sources, terms: exchangeTerms })
  const callbacks: List = (part) => store.callbacks.list({ ...request, ...part, terms: callbackTerms })
  return isOfCallbacks ? [callbacks] : params.callbacks === true ? [exchanges, callbacks] : [exchanges]
}

async function totalOf(context: BenchContext, params: Params): Promise<number> {
  if (params.ids !== undefined) return params.ids.length
  const pages = await Promise.all(listsOf(context, params).map((list) => list({ limit: 1 })))
  return pages.reduce((sum, { total }) => sum + total, 0)
}

/** One entry at a time: each attempt repeats the body of its callback, and there may be a hundred attempts. */
function* entriesOfMessage(context: BenchContext, params: Params, id: string): Generator<string> {
  const { store, addresses } = context
  const exchange = store.exchanges.byId(id)
  if (exchange !== null) {
    if (!isWrittenAsAttempt(context, params, exchange)) yield harEntry(harOfExchange(exchange))
    return
  }
  const callback = store.callbacks.byId(id)
  if (callback === null) return
  for (const { seq } of store.attempts.outlines(id)) {
    const attempt = store.attempts.bySeq(id, seq)
    if (attempt !== null) yield harEntry(harOfAttempt(callback, attempt, addresses()))
  }
}

/** Whether the exchange is the capture of an attempt that is exported too: they are one request, not two. */
function isWrittenAsAttempt(
  { store }: BenchContext,
  { ids, callbacks }: Params,
  { callbackId, attempt }: Pick<ExchangeRow, 'callbackId' | 'attempt'>,
): boolean {
  if (attempt === null || callbackId === null) return false
  if (callbacks !== true && ids?.includes(callbackId) !== true) return false
  return store.callbacks.row(callbackId) !== null
}
