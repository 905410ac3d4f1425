import { isRecord } from '#lib/json/node'
import { checkPattern } from '#lib/match/pattern'
import { compareWith } from '#lib/match/compare'
import { BenchError } from '#protocol/connection'
import { loadOrNull, type Subject, type WatchedClient, type Existing } from './subject'
import { describeValue } from '#lib/match/describe'
import { explainCandidates, nearestFirst } from '#lib/match/nearest'
import { ExpectationError } from './expectation-error'
import type { BenchEvent } from '#protocol/events'

/** Options of an expectation. */
export interface WaitOptions {
  /** Time until it fails, real milliseconds (default: 5000). */
  readonly timeoutMs?: number | undefined
  /** Only items that came after this one count; give the item or its id. */
  readonly after?: string | { readonly id: string } | undefined
  /** Ends the wait early; it rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined
}

/** Long enough for a slow computer, short enough for a person who is watching. */
const DEFAULT_TIMEOUT_MS = 5_000

/** The longest delay of a timer in Node. */
const MAX_TIMEOUT_MS = 2_147_483_647

/**
 * Waits for the first item that matches: among the existing ones, oldest first, then among those that events bring.
 * @throws ExpectationError after `timeoutMs`; its message lists what came instead, nearest match first
 * @throws PatternError where the pattern is malformed
 * @throws BenchError `invalid_params` for wrong options, or the error of a call that failed
 */
export async function waitFor<Summary, Detail>(
  client: WatchedClient,
  subject: Subject<Summary, Detail>,
  expected: unknown,
  options: WaitOptions = {},
): Promise<Detail> {
  const { timeoutMs = DEFAULT_TIMEOUT_MS, after } = options
  if (!isRecord(expected)) {
    throw new BenchError(
      'invalid_params',
      `expected: the pattern of the ${subject.noun} is not an object. Give an object with the members to compare.`,
    )
  }
  if (!(timeoutMs >= 0 && timeoutMs <= MAX_TIMEOUT_MS)) {
    throw new BenchError(
      'invalid_params',
      `timeoutMs: ${timeoutMs} is out of range. Give a number from 0 to ${MAX_TIMEOUT_MS}.`,
    )
  }
  checkPattern(expected)
  const signals = [options.signal, client.ended].filter((signal) => signal !== undefined)
  for (const signal of signals) signal.throwIfAborted()
  let fail: (error: unknown) => void = () => undefined
  const failed = new Promise<never>((_, reject) => {
    fail = reject
  })
  const late = Symbol('late')
  const timer = setTimeout(() => {
    fail(late)
  }, timeoutMs)
  const abort = ({ target }: Event): void => {
    fail(target instanceof AbortSignal ? target.reason : target)
  }
  for (const signal of signals) signal.addEventListener('abort', abort)
  const candidates = watchCandidates(client, subject, {
    expected,
    after: typeof after === 'object' ? after.id : after,
    onError: fail,
  })
  try {
    return await Promise.race([firstMatch(candidates, subject, expected), failed])
  } catch (error) {
    if (error !== late) throw error
    throw await explainMiss({ client, subject, expected, timeoutMs, candidates })
  } finally {
    clearTimeout(timer)
    for (const signal of signals) signal.removeEventListener('abort', abort)
    candidates.stop()
  }
}

async function firstMatch<Summary, Detail>(
  candidates: Candidates<Summary>,
  subject: Subject<Summary, Detail>,
  expected: Readonly<Record<string, unknown>>,
): Promise<Detail> {
  const inSummary = Object.fromEntries(
    Object.entries(expected).filter(([member]) => subject.summaryMembers.has(member)),
  )
  for (;;) {
    const summary = await candidates.next()
    if (!compareWith(inSummary, summary).matches) continue
    const detail = await loadOrNull(subject, summary)
    if (detail !== null && compareWith(expected, subject.viewOf(detail)).matches) return detail
  }
}

/** Number of the nearest candidates, judged by their summaries, that are read in full. */
const READ_WHOLE = 20

/** Most characters of the expected value that the message shows. */
const MAX_EXPECTED_CHARS = 1000

/** Time that the explanation waits for the bench, milliseconds: the bench itself may be what does not respond. */
const EXPLAIN_LIMIT_MS = 2_000

interface Miss<Summary, Detail> {
  readonly client: WatchedClient
  readonly subject: Subject<Summary, Detail>
  readonly expected: Readonly<Record<string, unknown>>
  readonly timeoutMs: number
  readonly candidates: Candidates<Summary>
}

/** Builds the error of an expectation that was not met: it lists what came instead, nearest match first. */
async function explainMiss<Summary, Detail>(miss: Miss<Summary, Detail>): Promise<ExpectationError> {
  const { subject, expected, timeoutMs, candidates } = miss
  const head = `No ${subject.noun} matched within ${timeoutMs} ms: ${describeValue(expected, MAX_EXPECTED_CHARS)}`
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new BenchError('unavailable', `The bench did not respond within ${EXPLAIN_LIMIT_MS} ms.`))
    }, EXPLAIN_LIMIT_MS)
  })
  try {
    const [ranked, clock] = await Promise.race([
      Promise.all([rankWhole(subject, expected, candidates.all), clockHint(miss.client)]),
      tooLate,
    ])
    const count = candidates.all.length
    const heading =
      count === 0
        ? `There was no ${subject.noun} at all.`
        : `There ${count === 1 ? `was 1 ${subject.noun}` : `were ${count} ${subject.noun}s, nearest first`}:`
    const lines = explainCandidates(ranked, ({ summary }) => subject.label(summary)).map(
      (line) => `  ${line}`,
    )
    const older =
      candidates.older === 0 ? [] : [`${candidates.older} older ones were not looked at; name the payment.`]
    const message = [head, heading, ...lines, ...older, ...clock].join('\n')
    return new ExpectationError(message, ranked[0]?.comparison.differences ?? [])
  } catch (error) {
    if (!(error instanceof BenchError)) throw error
    return new ExpectationError(`${head}\nWhat came instead cannot be read: ${error.message}`, [])
  } finally {
    clearTimeout(timer)
  }
}

async function rankWhole<Summary, Detail>(
  subject: Subject<Summary, Detail>,
  expected: Readonly<Record<string, unknown>>,
  summaries: readonly Summary[],
) {
  const nearest = nearestFirst(expected, summaries, (summary) => summary)
  const whole = await Promise.all(
    nearest.map(async ({ item }, at) => ({
      summary: item,
      view: at < READ_WHOLE ? await viewOrSummary(subject, item) : item,
    })),
  )
  return nearestFirst(expected, whole.toReversed(), ({ view }) => view)
}

/** Loads what is compared with the pattern, or returns the summary where the item was removed in the meantime. */
async function viewOrSummary<Summary, Detail>(
  subject: Subject<Summary, Detail>,
  summary: Summary,
): Promise<unknown> {
  const detail = await loadOrNull(subject, summary)
  return detail === null ? summary : subject.viewOf(detail)
}

async function clockHint(client: WatchedClient): Promise<readonly string[]> {
  const { mode } = await client.call('clock.get', {})
  return mode === 'frozen'
    ? ['The clock of the bench is frozen: what is due later comes when it is advanced.']
    : []
}

/** Most candidates that are kept to explain a miss; the oldest are dropped first. */
const MAX_CANDIDATES = 2000

/** The items that an expectation compares, oldest first, kept up to date by events. */
interface Candidates<Summary> {
  /** Returns the next item that is new or has changed; waits until there is one. */
  next(): Promise<Summary>
  readonly all: readonly Summary[]
  /** Number of older items that were not compared. */
  readonly older: number
  /** Stops listening to events. */
  stop(): void
}

/**
 * Watches the items of a kind. Subscribes to events first and reads the existing items second, so that none is missed in
 * between. Reads everything again where the bench was reset, another session was opened or events were lost.
 * @param options `after`: id of an item; only later ones count. `onError`: called where the list cannot be read
 */
function watchCandidates<Summary, Detail>(
  client: WatchedClient,
  subject: Subject<Summary, Detail>,
  options: {
    readonly expected: Readonly<Record<string, unknown>>
    readonly after: string | undefined
    readonly onError: (error: unknown) => void
  },
): Candidates<Summary> {
  const known = new Map<string, Summary>()
  /** Ids of the items before `after`, and of `after` itself. */
  const past = new Set<string>(options.after === undefined ? [] : [options.after])
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

  /** Puts the existing items before those of events, whose state is newer. */
  const merge = (existing: Existing<Summary>): void => {
    const live = new Map(known)
    known.clear()
    due.clear()
    const start = existing.items.findIndex((item) => subject.idOf(item) === options.after)
    for (const item of existing.items.slice(0, start + 1)) past.add(subject.idOf(item))
    older = start < 0 ? existing.older : 0
    for (const item of existing.items.slice(start + 1)) put(live.get(subject.idOf(item)) ?? item)
    for (const [id, item] of live) if (!known.has(id)) put(item)
    isRead = true
    wake()
  }

  const read = (): void => {
    const turn = (reading += 1)
    subject.existing(options.expected).then((existing) => {
      if (turn === reading) merge(existing)
    }, options.onError)
  }
  const readAgain = (): void => {
    isRead = false
    known.clear()
    due.clear()
    read()
  }

  const stops = [
    client.onEvent((event: BenchEvent) => {
      if (event.type === 'bench.reset' || event.type === 'session.changed') {
        readAgain()
        return
      }
      const summary = subject.summaryOf(event)
      if (summary !== null) put(summary)
    }),
    client.onRestart(readAgain),
  ]
  read()

  return {
    async next() {
      for (;;) {
        // Wait for the list: only it shows which items came before `after`.
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
    get all() {
      return [...known.values()]
    },
    get older() {
      return older
    },
    stop() {
      reading += 1
      for (const stop of stops) stop()
    },
  }
}
