import { describeValue } from '#lib/match/describe'
import { explainCandidates, nearestFirst } from '#lib/match/nearest'
import { BenchError } from '#protocol/bench-error'
import type { Candidates } from './candidates'
import { ExpectationError } from './expectation-error'
import { loadOrNull, type Subject, type WatchedClient } from './subject'

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
export async function explainMiss<Summary, Detail>(miss: Miss<Summary, Detail>): Promise<ExpectationError> {
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
