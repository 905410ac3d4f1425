import { invalidParam, notFound, termsOf } from '#core/errors'
import { HAR_SEPARATOR, HAR_TAIL, harEntry, harHead } from '#domain/har/write'
import { CALLBACK_QUERY_FIELDS, EXCHANGE_QUERY_FIELDS } from '#domain/query/fields'
import type { QueryTerm } from '#domain/query/terms'
import type { ParsedParams, Result } from '#protocol/methods'
import { isCursor } from '#store/lists/list-order'
import type { ExchangeRow } from '#store/records'
import type { BenchContext } from '#workbench/context'
import { harOfAttempt, harOfExchange } from './har-messages'

type Params = ParsedParams<'traffic.exportHar'>
type ExportResult = Result<'traffic.exportHar'>

/** A part ends behind the message that takes it over this. */
const PART_CHARS = 1024 * 1024
const PART_MESSAGES = 200

/** Where an export continues. */
interface Position {
  readonly stage: 'ids' | 'exchanges' | 'callbacks'
  /** The cursor of the last message that was written in this stage; empty before the first. */
  readonly after: string
  /** Messages written in all stages. */
  readonly done: number
  /** Whether an entry was written before, so that a separator is due. */
  readonly follows: boolean
  /** How many attempts of the next message are written already. */
  readonly attempts: number
}

/** The next messages of a stage, each with the cursor behind it. */
interface Page {
  readonly ids: readonly string[]
  readonly cursors: readonly string[]
  readonly more: boolean
}

/** Writes messages as an archive, part by part, the oldest first; see `traffic.exportHar`. */
export async function exportHar(
  context: BenchContext,
  version: string,
  params: Params,
): Promise<ExportResult> {
  const position = positionOf(params)
  if (params.cursor === undefined) checkIds(context, params)
  const page = await nextPage(context, params, position)
  const { entries, taken, attempts } = entriesOfPart(context, params, page.ids, position.attempts)
  const done = position.done + taken
  const next = nextCursor(params, page.more || taken < page.ids.length, {
    stage: position.stage,
    after: page.cursors[taken - 1] ?? position.after,
    done,
    follows: position.follows || entries.length > 0,
    attempts,
  })
  const body = entries.join(HAR_SEPARATOR)
  return {
    text: [
      params.cursor === undefined ? harHead({ name: 'Paybench', version }) : '',
      position.follows && body !== '' ? HAR_SEPARATOR : '',
      body,
      next === null ? HAR_TAIL : '',
    ].join(''),
    ...(next === null ? {} : { next }),
    entries: entries.length,
    done,
    total: Math.max(await totalOf(context, params), done),
  }
}

function checkIds({ store }: BenchContext, { ids }: Params): void {
  const missing = ids?.find((id) => store.exchanges.row(id) === null && store.callbacks.row(id) === null)
  if (missing !== undefined) throw notFound('message', missing)
}

/**
 * Entries until the part is full. `taken` counts the messages that are written whole, `attempts` those attempts of the
 * next message that are in this part or an earlier one.
 */
function entriesOfPart(
  context: BenchContext,
  params: Params,
  ids: readonly string[],
  attemptsBefore: number,
): { readonly entries: readonly string[]; readonly taken: number; readonly attempts: number } {
  const entries: string[] = []
  let chars = 0
  let taken = 0
  let attempts = attemptsBefore
  for (const id of ids) {
    for (const entry of entriesOf(context, params, id, attempts)) {
      if (chars >= PART_CHARS) return { entries, taken, attempts }
      entries.push(entry)
      chars += entry.length
      attempts += 1
    }
    attempts = 0
    taken += 1
    if (chars >= PART_CHARS) break
  }
  return { entries, taken, attempts }
}

/** One entry at a time: each attempt repeats the body of its callback, and there may be a hundred attempts. */
function* entriesOf(
  context: BenchContext,
  params: Params,
  id: string,
  skippedAttempts: number,
): Generator<string> {
  const { store, addresses } = context
  const exchange = store.exchanges.byId(id)
  if (exchange !== null) {
    if (!isWrittenAsAttempt(context, params, exchange)) yield harEntry(harOfExchange(exchange))
    return
  }
  const callback = store.callbacks.byId(id)
  if (callback === null) return
  for (const { seq } of store.attempts.outlines(id).slice(skippedAttempts)) {
    const attempt = store.attempts.bySeq(id, seq)
    if (attempt !== null) yield harEntry(harOfAttempt(callback, attempt, addresses()))
  }
}

/** Whether this capture is an attempt of a callback that is exported too: that is one request, not two. */
function isWrittenAsAttempt(
  { store }: BenchContext,
  { ids, callbacks }: Params,
  { callbackId, attempt }: Pick<ExchangeRow, 'callbackId' | 'attempt'>,
): boolean {
  if (attempt === null || callbackId === null) return false
  if (callbacks !== true && ids?.includes(callbackId) !== true) return false
  return store.callbacks.row(callbackId) !== null
}

async function nextPage(
  { store, clock }: BenchContext,
  params: Params,
  { stage, after }: Position,
): Promise<Page> {
  const request = {
    projectId: params.projectId,
    paymentKey: params.paymentKey,
    nowMs: clock.now(),
    limit: PART_MESSAGES,
    order: 'oldest' as const,
    ...(after === '' ? {} : { cursor: after }),
  }
  const pageOf = ({
    items,
    next,
  }: {
    items: readonly { id: string; seq: number }[]
    next?: string
  }): Page => ({
    ids: items.map(({ id }) => id),
    cursors: items.map(({ seq }) => String(seq)),
    more: next !== undefined,
  })
  switch (stage) {
    case 'ids': {
      const from = after === '' ? 0 : Number(after)
      const ids = (params.ids ?? []).slice(from, from + PART_MESSAGES)
      return {
        ids,
        cursors: ids.map((_, index) => String(from + index + 1)),
        more: from + ids.length < (params.ids?.length ?? 0),
      }
    }
    case 'exchanges':
      return pageOf(
        await store.exchanges.list('traffic', {
          ...request,
          sources: params.sources,
          terms: termsOf(params.query, EXCHANGE_QUERY_FIELDS),
        }),
      )
    case 'callbacks':
      return pageOf(await store.callbacks.list({ ...request, terms: callbackTerms(params) }))
  }
}

async function totalOf({ store, clock }: BenchContext, params: Params): Promise<number> {
  if (params.ids !== undefined) return params.ids.length
  const request = {
    projectId: params.projectId,
    paymentKey: params.paymentKey,
    nowMs: clock.now(),
    limit: 1,
  }
  if (params.list === 'callbacks') {
    return (await store.callbacks.list({ ...request, terms: callbackTerms(params) })).total
  }
  const { total: exchanges } = await store.exchanges.list('traffic', {
    ...request,
    sources: params.sources,
    terms: termsOf(params.query, EXCHANGE_QUERY_FIELDS),
  })
  return params.callbacks === true
    ? exchanges + (await store.callbacks.list({ ...request, terms: [] })).total
    : exchanges
}

/** A query applies to the list that it is for. */
function callbackTerms({ list, query }: Params): readonly QueryTerm[] {
  return list === 'callbacks' ? termsOf(query, CALLBACK_QUERY_FIELDS) : []
}

/** The cursor of the next part; null behind the last one. */
function nextCursor(params: Params, more: boolean, here: Position): string | null {
  if (more) return writePosition(here)
  if (here.stage === 'exchanges' && params.callbacks === true) {
    return writePosition({ ...here, stage: 'callbacks', after: '' })
  }
  return null
}

function writePosition({ stage, after, done, follows, attempts }: Position): string {
  const parts = [stage, after === '' ? '0' : after, done, follows ? 1 : 0]
  return [...parts, ...(attempts === 0 ? [] : [attempts])].join('-')
}

function positionOf({ cursor, ids, list }: Params): Position {
  if (cursor === undefined) {
    const stage = ids !== undefined ? 'ids' : list === 'callbacks' ? 'callbacks' : 'exchanges'
    return { stage, after: '', done: 0, follows: false, attempts: 0 }
  }
  const [, stage, after = '', done, follows, attempts = '0'] =
    /^(ids|exchanges|callbacks)-(\d+)-(\d+)-([01])(?:-(\d{1,9}))?$/.exec(cursor) ?? []
  const known = (['ids', 'exchanges', 'callbacks'] as const).find((name) => name === stage)
  const isMalformed = known === undefined || (after !== '0' && known !== 'ids' && !isCursor(after))
  if (isMalformed || (known === 'ids') !== (ids !== undefined)) {
    throw invalidParam('cursor', 'use the value of "next" of the previous part.')
  }
  return {
    stage: known,
    after: after === '0' ? '' : after,
    done: Number(done),
    follows: follows === '1',
    attempts: Number(attempts),
  }
}
