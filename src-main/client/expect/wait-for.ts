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
  /** Only items that came after this item count; give the item or its id. */
  readonly after?: string | { readonly id: string } | undefined
  /** Ends the wait early: the promise rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined
}

const DEFAULT_TIMEOUT_MS = 5_000

const MAX_TIMEOUT_MS = 2_147_483_647

interface Item {
  readonly projectId?: number | undefined
}
type Expected = Readonly<Record<string, unknown>>

interface WaitTarget<Summary, Detail> {
  readonly client: WatchedClient
  readonly subject: Subject<Summary, Detail>
  readonly projectId: number | undefined
}

/**
 * Waits for the first item that matches: among existing items (oldest first), then among those that events report.
 * @throws ExpectationError after `timeoutMs`; its message lists what came instead, nearest match first
 * @throws PatternError if the pattern is malformed
 * @throws BenchError `invalid_params` for wrong options, or the error of a failed call
 */
export async function waitFor<Summary extends Item, Detail>(
  awaited: WaitTarget<Summary, Detail>,
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
  const ended = new Promise<never>((_, reject) => {
    ends.addEventListener('abort', () => reject(ends.reason as Error))
  })
  const { shape } = subject.summaryShape
  const sought = {
    ...awaited,
    expected,
    inSummary: Object.fromEntries(
      Object.entries(expected).filter(([member]) => Object.hasOwn(shape, member)),
    ),
    after: typeof after === 'object' ? after.id : after,
  }
  const changes = watchChanges(sought)
  try {
    return await Promise.race([firstMatch(sought, changes), ended])
  } catch (error) {
    if (!late.aborted || error !== late.reason) throw error
    throw await explainMiss(sought, timeoutMs)
  } finally {
    changes.stop()
  }
}

interface Sought<Summary, Detail> extends WaitTarget<Summary, Detail> {
  readonly expected: Expected
  /** The expected members that events carry. */
  readonly inSummary: Expected
  /** Id of the item after which items count. */
  readonly after: string | undefined
}

async function firstMatch<Summary extends Item, Detail>(
  sought: Sought<Summary, Detail>,
  changes: Pick<ReturnType<typeof watchChanges>, 'next'>,
): Promise<Detail> {
  const { client, subject, expected, inSummary } = sought
  for (;;) {
    const changed = await changes.next()
    for (const summary of (await existingItems(sought)).items) {
      if (changed?.has(subject.idOf(summary)) === false || !compareWith(inSummary, summary).matches) continue
      const detail = await nullIfRemoved(subject.load(client, summary))
      if (detail !== null && compareWith(expected, subject.viewOf(detail)).matches) return detail
    }
  }
}

/** Null if the item has been removed. */
async function nullIfRemoved<Detail>(loading: Promise<Detail>): Promise<Detail | null> {
  try {
    return await loading
  } catch (error) {
    if (error instanceof BenchError && error.code === 'not_found') return null
    throw error
  }
}

/** Maximum number of candidates that are read in full, those with the nearest summaries first. */
const READ_WHOLE = 20

/** Maximum number of characters of the expected value in the message. */
const MAX_EXPECTED_CHARS = 1000

/** Milliseconds to explain why nothing matched; limited because Paybench itself may not respond. */
const EXPLAIN_LIMIT_MS = 2_000

const FROZEN = 'The clock of the bench is frozen: what is due later happens only when the clock is advanced.'

async function explainMiss<Summary extends Item, Detail>(
  sought: Sought<Summary, Detail>,
  timeoutMs: number,
): Promise<ExpectationError> {
  const { client, subject, expected } = sought
  const { noun } = subject
  const head = `No ${noun} matched within ${timeoutMs} ms: ${describeValue(expected, MAX_EXPECTED_CHARS)}`
  const tooLate = pause(EXPLAIN_LIMIT_MS, null, { ref: false }).then(() => {
    throw new BenchError('unavailable', `The bench did not respond within ${EXPLAIN_LIMIT_MS} ms.`)
  })
  const read = async () => {
    const [{ items, older }, clock] = await Promise.all([existingItems(sought), client.call('clock.get', {})])
    const nearest = nearestFirst(expected, items, (summary) => summary)
    const whole = nearest.map(async ({ item }, at) => {
      const detail = at < READ_WHOLE ? await nullIfRemoved(subject.load(client, item)) : null
      return { summary: item, view: detail === null ? item : subject.viewOf(detail) }
    })
    return { items: await Promise.all(whole), older, clock }
  }
  try {
    const { items, older, clock } = await Promise.race([read(), tooLate])
    const ranked = nearestFirst(expected, items.toReversed(), ({ view }) => view)
    const [first] = ranked
    const message = [
      head,
      first === undefined
        ? `There was no ${noun} at all.`
        : items.length === 1
          ? `There was 1 ${noun}:`
          : `There were ${counted(items.length, noun)}, nearest first:`,
      ...explainCandidates(ranked, ({ summary }) => subject.label(summary)).map((line) => `  ${line}`),
      ...(older === 0 ? [] : [`Older messages not examined: ${older}. Name the payment.`]),
      ...(clock.mode === 'frozen' ? [FROZEN] : []),
    ].join('\n')
    return new ExpectationError(message, first?.comparison.differences ?? [])
  } catch (error) {
    if (!(error instanceof BenchError)) throw error
    return new ExpectationError(`${head}\nWhat came instead cannot be read: ${error.message}`, [])
  }
}

const EXISTING_ROWS = 500
const MAX_QUERY_CHARS = 500

/** The latest items after `after`, oldest first, and how many older ones are left out. */
async function existingItems<Summary, Detail>({
  client,
  subject,
  projectId,
  expected: { paymentId },
  after,
}: Sought<Summary, Detail>): Promise<{ readonly items: readonly Summary[]; readonly older: number }> {
  const isQueried = typeof paymentId === 'string' && paymentId.length <= MAX_QUERY_CHARS
  const { items, total } = await subject.list(client, {
    ...(isQueried ? { query: `${subject.paymentField}=${formatWord(paymentId)}` } : {}),
    ...(projectId === undefined ? {} : { projectId }),
    limit: EXISTING_ROWS,
  })
  const oldestFirst = items.toReversed()
  const start = oldestFirst.findIndex((item) => subject.idOf(item) === after)
  return { items: oldestFirst.slice(start + 1), older: start < 0 ? total - items.length : 0 }
}

/** Watches which items change. All count as changed at first, and after a reset, a session switch or lost events. */
function watchChanges<Summary extends Item, Detail>(sought: Sought<Summary, Detail>) {
  const { client, subject, projectId, inSummary } = sought
  let changed: Set<string> | null = null
  let wake: () => void = () => undefined

  const changeAny = (): void => {
    changed = null
    wake()
  }
  const stops = [
    client.onEvent((event) => {
      if (event.type === 'bench.reset' || event.type === 'session.changed') {
        changeAny()
        return
      }
      const summary = subject.summaryOf(event)
      if (summary === null || (projectId !== undefined && summary.projectId !== projectId)) return
      if (!compareWith(inSummary, summary).matches) return
      changed?.add(subject.idOf(summary))
      wake()
    }),
    client.onRestart(changeAny),
  ]

  return {
    /** Waits for a change. Returns the ids of items that changed since the last call and may match; null if any may. */
    async next(): Promise<ReadonlySet<string> | null> {
      while (changed?.size === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      const taken = changed
      changed = new Set()
      return taken
    },
    stop(): void {
      for (const stop of stops) stop()
    },
  }
}
