import { isRecord } from '../../lib/json/record'
import { checkPattern } from '../../lib/match/check-pattern'
import { compareWith } from '../../lib/match/compare'
import { BenchError } from '../../protocol/bench-error'
import { watchCandidates, type Candidates } from './candidates'
import { explainMiss } from './explain-miss'
import { loadOrNull, type Subject, type WatchedClient } from './subject'

/** How an expectation waits. */
export interface WaitOptions {
  /** Real time until it fails, in milliseconds (default: 5000). */
  readonly timeoutMs?: number | undefined
  /** Only what came after this one counts; give the thing or its id. */
  readonly after?: string | { readonly id: string } | undefined
  /** Ends the wait early; it rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined
}

/** Long enough for a slow machine, short enough for a person who watches. */
const DEFAULT_TIMEOUT_MS = 5_000

/** The longest delay of a timer in Node. */
const MAX_TIMEOUT_MS = 2_147_483_647

/**
 * Waits for something that matches: first among what exists, oldest first, then among what live events bring.
 * @throws ExpectationError after `timeoutMs`, with what did come, nearest first
 * @throws PatternError where the pattern is wrong
 * @throws BenchError where the bench cannot be asked
 */
export async function waitFor<Summary, Detail>(
  client: WatchedClient,
  subject: Subject<Summary, Detail>,
  expected: unknown,
  options: WaitOptions = {},
): Promise<Detail> {
  const { timeoutMs = DEFAULT_TIMEOUT_MS, after } = options
  if (!isRecord(expected)) {
    throw new BenchError('invalid_params', `Give what the ${subject.noun} has to be like as an object.`)
  }
  if (!(timeoutMs >= 0 && timeoutMs <= MAX_TIMEOUT_MS)) {
    throw new BenchError('invalid_params', `timeoutMs is ${timeoutMs}. Give 0 to ${MAX_TIMEOUT_MS} ms.`)
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
