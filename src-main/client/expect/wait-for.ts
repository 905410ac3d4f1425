import { isRecord } from '#lib/json/record'
import { checkPattern } from '#lib/match/check-pattern'
import { compareWith } from '#lib/match/compare'
import { BenchError } from '#protocol/bench-error'
import { watchCandidates, type Candidates } from './candidates'
import { explainMiss } from './explain-miss'
import { loadOrNull, type Subject, type WatchedClient } from './subject'

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
