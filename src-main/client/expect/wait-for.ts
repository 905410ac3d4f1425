import { setTimeout as pause } from 'node:timers/promises'
import { isRecord } from '#lib/json/node'
import { checkPattern } from '#lib/match/pattern'
import { compareWith, type Difference } from '#lib/match/compare'
import { BenchError } from '#protocol/connection'
import { formatWord } from '#domain/query/terms'
import { counted } from '#lib/words'
import type { Subject, WatchedClient } from './subjects'
import { describeValue } from '#lib/match/describe'
import { explainCandidates, nearestFirst } from '#lib/match/nearest'

/** The message lists what came instead, nearest match first. */
export class ExpectationError extends Error {
  readonly differences: readonly Difference[]

  constructor(message: string, differences: readonly Difference[]) {
    super(message)
    this.name = 'ExpectationError'
    this.differences = differences
  }
}

export interface WaitOptions {
  /** Real milliseconds (default: 5000). */
  readonly timeoutMs?: number | undefined
  /** Only items after this one count; give the item or its id. */
  readonly after?: string | { readonly id: string } | undefined
  /** Ends the wait early; it rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined
}

const DEFAULT_TIMEOUT_MS = 5_000

const MAX_TIMEOUT_MS = 2_147_483_647

interface Item {
  readonly projectId?: number | undefined
}
type Expected = Readonly<Record<string, unknown>>

interface Awaited<Summary, Detail> {
  readonly client: WatchedClient
  readonly subject: Subject<Summary, Detail>
  readonly projectId: number | undefined
}

/**
 * Waits for the first item that matches: existing ones first, oldest first, then those of events.
 * @throws ExpectationError after `timeoutMs`; its message lists what came instead, nearest match first
 * @throws PatternError if the pattern is malformed
 * @throws BenchError `invalid_params` for wrong options, or the error of a failed call
 */
export async function waitFor<Summary extends Item, Detail>(
  awaited: Awaited<Summary, Detail>,
  expected: unknown,
  { timeoutMs = DEFAULT_TIMEOUT_MS, after, signal }: WaitOptions = {},
): Promise<Detail> {
  const { client, subject } = awaited
  if (!isRecord(expected))
    throw new BenchError(
      'invalid_params',
      `expected: the pattern of the ${subject.noun} is not an object. Give an object with the members to compare.`,
    )
  if (!(timeoutMs >= 0 && timeoutMs <= MAX_TIMEOUT_MS))
    throw new BenchError(
      'invalid_params',
      `timeoutMs: ${timeoutMs} is out of range. Give a number from 0 to ${MAX_TIMEOUT_MS}.`,
    )
  checkPattern(expected)
  const late = AbortSignal.timeout(Math.ceil(timeoutMs))
  const ends = AbortSignal.any([late, signal, client.ended].filter((each) => each !== undefined))
  if (!late.aborted) ends.throwIfAborted()
  let fail: (error: unknown) => void = () => undefined
  const failed = new Promise<never>((_, reject) => {
    fail = reject
  })
  ends.addEventListener('abort', () => {
    fail(ends.reason)
  })
  const afterId = typeof after === 'object' ? after.id : after
  const candidates = watchCandidates(awaited, expected, afterId, fail)
  try {
    return await Promise.race([firstMatch(candidates, awaited, expected), failed])
  } catch (error) {
    if (!late.aborted || error !== late.reason) throw error
    throw await explainMiss(awaited, expected, timeoutMs, candidates)
  } finally {
    candidates.stop()
  }
}

async function firstMatch<Summary extends Item, Detail>(
  candidates: { next(): Promise<Summary> },
  { client, subject }: Awaited<Summary, Detail>,
  expected: Expected,
): Promise<Detail> {
  const { shape } = subject.summaryShape
  const inSummary = Object.fromEntries(
    Object.entries(expected).filter(([member]) => Object.hasOwn(shape, member)),
  )
  for (;;) {
    const summary = await candidates.next()
    if (!compareWith(inSummary, summary).matches) continue
    const detail = await unlessRemoved(subject.load(client, summary))
    if (detail !== null && compareWith(expected, subject.viewOf(detail)).matches) return detail
  }
}

/** Null if the item has been removed. */
async function unlessRemoved<Detail>(loading: Promise<Detail>): Promise<Detail | null> {
  try {
    return await loading
  } catch (error) {
    if (error instanceof BenchError && error.code === 'not_found') return null
    throw error
  }
}

/** Nearest candidates, judged by their summaries, that are read in full. */
const READ_WHOLE = 20

/** Most characters of the expected value in the message. */
const MAX_EXPECTED_CHARS = 1000

/** Milliseconds to explain a miss: the bench itself may not respond. */
const EXPLAIN_LIMIT_MS = 2_000

const FROZEN = 'The clock of the bench is frozen: what is due later comes when it is advanced.'

async function explainMiss<Summary extends Item, Detail>(
  { client, subject }: Awaited<Summary, Detail>,
  expected: Expected,
  timeoutMs: number,
  { all, older }: { readonly all: readonly Summary[]; readonly older: number },
): Promise<ExpectationError> {
  const { noun } = subject
  const head = `No ${noun} matched within ${timeoutMs} ms: ${describeValue(expected, MAX_EXPECTED_CHARS)}`
  const tooLate = pause(EXPLAIN_LIMIT_MS, null, { ref: false }).then(() => {
    throw new BenchError('unavailable', `The bench did not respond within ${EXPLAIN_LIMIT_MS} ms.`)
  })
  const nearest = nearestFirst(expected, all, (summary) => summary)
  const whole = nearest.map(async ({ item }, at) => {
    const detail = at < READ_WHOLE ? await unlessRemoved(subject.load(client, item)) : null
    return { summary: item, view: detail === null ? item : subject.viewOf(detail) }
  })
  try {
    const read = Promise.all([Promise.all(whole), client.call('clock.get', {})])
    const [items, clock] = await Promise.race([read, tooLate])
    const ranked = nearestFirst(expected, items.toReversed(), ({ view }) => view)
    const [first] = ranked
    const message = [
      head,
      first === undefined
        ? `There was no ${noun} at all.`
        : all.length === 1
          ? `There was 1 ${noun}:`
          : `There were ${counted(all.length, noun)}, nearest first:`,
      ...explainCandidates(ranked, ({ summary }) => subject.label(summary)).map((line) => `  ${line}`),
      ...(older === 0 ? [] : [`${older} older ones were not looked at; name the payment.`]),
      ...(clock.mode === 'frozen' ? [FROZEN] : []),
    ].join('\n')
    return new ExpectationError(message, first?.comparison.differences ?? [])
  } catch (error) {
    if (!(error instanceof BenchError)) throw error
    return new ExpectationError(`${head}\nWhat came instead cannot be read: ${error.message}`, [])
  }
}

/** Most candidates kept to explain a miss; the oldest are dropped first. */
const MAX_CANDIDATES = 2000
const EXISTING_ROWS = 500
const MAX_QUERY_CHARS = 500

/**
 * Yields the items of a kind, oldest first. Subscribes to events before it reads the existing items, so that none
 * is missed. Reads everything again after a reset, a change of session or lost events.
 * @param after id of an item; only later ones count
 * @param onError called if the list cannot be read
 */
function watchCandidates<Summary extends Item, Detail>(
  { client, subject, projectId }: Awaited<Summary, Detail>,
  { paymentId }: Expected,
  after: string | undefined,
  onError: (error: unknown) => void,
) {
  const known = new Map<string, Summary>()
  const past = new Set<string>(after === undefined ? [] : [after])
  const due = new Set<string>()
  let older = 0
  let isRead = false
  let wake: () => void = () => undefined
  let reading = 0

  const put = (summary: Summary): void => {
    const id = subject.idOf(summary)
    if (past.has(id)) return
    known.set(id, summary)
    due.add(id)
    const [oldest] = known.keys()
    if (known.size > MAX_CANDIDATES && oldest !== undefined) {
      known.delete(oldest)
      due.delete(oldest)
      older += 1
    }
    wake()
  }

  /** Existing items come before those of events, whose state is newer. */
  const merge = (items: readonly Summary[], left: number): void => {
    const live = new Map(known)
    known.clear()
    due.clear()
    const start = items.findIndex((item) => subject.idOf(item) === after)
    for (const item of items.slice(0, start + 1)) past.add(subject.idOf(item))
    older = start < 0 ? left : 0
    for (const item of items.slice(start + 1)) put(live.get(subject.idOf(item)) ?? item)
    for (const [id, item] of live) if (!known.has(id)) put(item)
    isRead = true
    wake()
  }

  const read = (): void => {
    const turn = (reading += 1)
    isRead = false
    known.clear()
    due.clear()
    const isQueried = typeof paymentId === 'string' && paymentId.length <= MAX_QUERY_CHARS
    const params = {
      ...(isQueried ? { query: `${subject.paymentField}=${formatWord(paymentId)}` } : {}),
      ...(projectId === undefined ? {} : { projectId }),
      limit: EXISTING_ROWS,
    }
    subject.list(client, params).then(({ items, total }) => {
      if (turn === reading) merge(items.toReversed(), total - items.length)
    }, onError)
  }

  const stops = [
    client.onEvent((event) => {
      if (event.type === 'bench.reset' || event.type === 'session.changed') {
        read()
        return
      }
      const summary = subject.summaryOf(event)
      if (summary !== null && (projectId === undefined || summary.projectId === projectId)) put(summary)
    }),
    client.onRestart(read),
  ]
  read()

  return {
    async next(): Promise<Summary> {
      for (;;) {
        // Only the list shows which items came before `after`.
        for (const id of isRead ? due : []) {
          due.delete(id)
          const summary = known.get(id)
          if (summary !== undefined) return summary
        }
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
    get all(): readonly Summary[] {
      return [...known.values()]
    },
    /** Number of older items that were not compared. */
    get older(): number {
      return older
    },
    stop(): void {
      reading += 1
      for (const stop of stops) stop()
    },
  }
}
