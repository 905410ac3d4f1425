import { BenchError } from '../../protocol/bench-error'
import type { ParsedParams, Result } from '../../protocol/methods'
import { CALLBACK_QUERY_FIELDS, EXCHANGE_QUERY_FIELDS } from '../../domain/query/fields'
import type { QueryTerm } from '../../domain/query/terms'
import { HAR_SEPARATOR, HAR_TAIL, harEntry, harHead } from '../../domain/har/write'
import type { ExchangeRow } from '../../store/records'
import { isCursor } from '../../store/lists/list-order'
import { UnreadableValue } from '../../store/unreadable-value'
import type { BenchContext } from '../context'
import { notFound, termsOf } from '../../bench/errors'
import { harOfAttempt, harOfExchange } from './har-messages'

type Params = ParsedParams<'traffic.exportHar'>
type ExportResult = Result<'traffic.exportHar'>

/** A part ends behind the message that takes it over this. */
const PART_CHARS = 1024 * 1024
const PART_MESSAGES = 200

/**
 * Where an export goes on: list, number of the last message in it, messages done, whether an entry stands before, and how
 * many attempts of the message after that one are written.
 */
interface Place {
  readonly stage: 'ids' | 'exchanges' | 'callbacks'
  readonly after: string
  readonly done: number
  readonly follows: boolean
  readonly attempts: number
}

/** Writes messages as an archive, part by part, the oldest first. */
export function createHarExport(context: BenchContext, version: string): (params: Params) => ExportResult {
  const { store, clock, addresses } = context

  /** One entry after another: every attempt repeats the body of its callback, and there may be a hundred of them. */
  function* entriesOf(params: Params, id: string, passedOver: number): Generator<string> {
    const exchange = store.exchanges.byId(id)
    if (exchange !== null) {
      if (isWrittenAsAttempt(params, exchange)) return
      yield harEntry(harOfExchange(exchange))
      return
    }
    const callback = store.callbacks.byId(id)
    if (callback === null) return
    for (const { seq } of store.attempts.outlines(id).slice(passedOver)) {
      const attempt = store.attempts.bySeq(id, seq)
      if (attempt !== null) yield harEntry(harOfAttempt(callback, attempt, addresses()))
    }
  }

  /** A message that cannot be read has no entries, and keeps none of the others out of the archive. */
  function* readableEntries(params: Params, id: string, passedOver: number): Generator<string> {
    try {
      yield* entriesOf(params, id, passedOver)
    } catch (error) {
      if (!(error instanceof UnreadableValue)) throw error
    }
  }

  /** The capture of an attempt of ours, where the callback is written too: it is one request, not two. */
  const isWrittenAsAttempt = (
    { ids, callbacks }: Params,
    { callbackId, attempt }: Pick<ExchangeRow, 'callbackId' | 'attempt'>,
  ): boolean => {
    if (attempt === null || callbackId === null) return false
    if (callbacks !== true && ids?.includes(callbackId) !== true) return false
    return store.callbacks.row(callbackId) !== null
  }

  /** The next messages by id, each with the cursor behind it. */
  const nextOf = (
    params: Params,
    { stage, after }: Place,
  ): { readonly ids: readonly string[]; readonly cursors: readonly string[]; readonly more: boolean } => {
    const request = {
      projectId: params.projectId,
      paymentKey: params.paymentKey,
      nowMs: clock.now(),
      limit: PART_MESSAGES,
      order: 'oldest' as const,
      ...(after === '' ? {} : { cursor: after }),
    }
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
      case 'exchanges': {
        const page = store.exchanges.list('traffic', {
          ...request,
          doors: params.doors,
          terms: termsOf(params.query, EXCHANGE_QUERY_FIELDS),
        })
        return {
          ids: page.items.map(({ id }) => id),
          cursors: page.items.map(({ seq }) => String(seq)),
          more: page.next !== undefined,
        }
      }
      case 'callbacks': {
        const page = store.callbacks.list({ ...request, terms: callbackTerms(params) })
        return {
          ids: page.items.map(({ id }) => id),
          cursors: page.items.map(({ seq }) => String(seq)),
          more: page.next !== undefined,
        }
      }
    }
  }

  const totalOf = (params: Params): number => {
    if (params.ids !== undefined) return params.ids.length
    const request = {
      projectId: params.projectId,
      paymentKey: params.paymentKey,
      nowMs: clock.now(),
      limit: 1,
    }
    if (params.list === 'callbacks') {
      return store.callbacks.list({ ...request, terms: callbackTerms(params) }).total
    }
    const exchanges = store.exchanges.list('traffic', {
      ...request,
      doors: params.doors,
      terms: termsOf(params.query, EXCHANGE_QUERY_FIELDS),
    }).total
    return params.callbacks === true
      ? exchanges + store.callbacks.list({ ...request, terms: [] }).total
      : exchanges
  }

  return (params) => {
    const place = placeOf(params)
    if (params.cursor === undefined) {
      const missing = params.ids?.find(
        (id) => store.exchanges.row(id) === null && store.callbacks.row(id) === null,
      )
      if (missing !== undefined) throw notFound('message', missing)
    }
    const { ids, cursors, more } = nextOf(params, place)
    const entries: string[] = []
    let chars = 0
    let taken = 0
    let attempts = place.attempts
    while (taken < ids.length && chars < PART_CHARS) {
      const more = readableEntries(params, ids[taken] ?? '', attempts)
      let step = more.next()
      while (step.done !== true && chars < PART_CHARS) {
        entries.push(step.value)
        chars += step.value.length
        attempts += 1
        step = more.next()
      }
      if (step.done !== true) break
      attempts = 0
      taken += 1
    }
    const done = place.done + taken
    const here = {
      after: cursors[taken - 1] ?? place.after,
      done,
      follows: place.follows || entries.length > 0,
      attempts,
    }
    const next = nextPlace(params, place, here, more || taken < ids.length)
    const body = entries.join(HAR_SEPARATOR)
    return {
      text: [
        params.cursor === undefined ? harHead({ name: 'Paybench', version }) : '',
        place.follows && body !== '' ? HAR_SEPARATOR : '',
        body,
        next === null ? HAR_TAIL : '',
      ].join(''),
      ...(next === null ? {} : { next }),
      entries: entries.length,
      done,
      total: Math.max(totalOf(params), done),
    }
  }
}

function nextPlace(
  params: Params,
  { stage }: Place,
  here: Omit<Place, 'stage'>,
  more: boolean,
): string | null {
  const write = (next: Place): string =>
    [
      next.stage,
      next.after === '' ? '0' : next.after,
      next.done,
      next.follows ? 1 : 0,
      ...(next.attempts === 0 ? [] : [next.attempts]),
    ].join('-')
  if (more) return write({ ...here, stage })
  if (stage === 'exchanges' && params.callbacks === true) {
    return write({ ...here, stage: 'callbacks', after: '' })
  }
  return null
}

/** A query means the list that it is for. */
function callbackTerms({ list, query }: Params): readonly QueryTerm[] {
  return list === 'callbacks' ? termsOf(query, CALLBACK_QUERY_FIELDS) : []
}

function placeOf({ cursor, ids, list }: Params): Place {
  if (cursor === undefined) {
    const stage = ids !== undefined ? 'ids' : list === 'callbacks' ? 'callbacks' : 'exchanges'
    return { stage, after: '', done: 0, follows: false, attempts: 0 }
  }
  const [, stage, after = '', done, follows, attempts = '0'] =
    /^(ids|exchanges|callbacks)-(\d+)-(\d+)-([01])(?:-(\d{1,9}))?$/.exec(cursor) ?? []
  const known = (['ids', 'exchanges', 'callbacks'] as const).find((name) => name === stage)
  const isOdd = known === undefined || (after !== '0' && known !== 'ids' && !isCursor(after))
  if (isOdd || (known === 'ids') !== (ids !== undefined)) {
    throw new BenchError('invalid_params', 'cursor: use the value of "next" of the part before.', [
      { field: 'cursor', message: 'is no cursor' },
    ])
  }
  return {
    stage: known,
    after: after === '0' ? '' : after,
    done: Number(done),
    follows: follows === '1',
    attempts: Number(attempts),
  }
}
