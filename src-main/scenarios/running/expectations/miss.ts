import { describeValue } from '../../../lib/match/describe'
import { explainCandidates, nearestFirst } from '../../../lib/match/nearest'
import type { Pattern } from '../../../lib/match/pattern'
import { StepFailure } from '../result'
import type { Seen } from './views'

const MAX_EXPECTED_CHARS = 2_000
const MAX_EVIDENCE = 3

/** The failure of an expectation that nothing satisfies: what did come, nearest first, with its bytes. */
export async function miss(what: string, pattern: Pattern, seen: readonly Seen[]): Promise<StepFailure> {
  const ranked = nearestFirst(pattern, seen, ({ view }) => view)
  const evidence = await Promise.all(ranked.slice(0, MAX_EVIDENCE).map(({ item }) => item.evidence()))
  return new StepFailure(
    seen.length === 0
      ? `${what}: nothing of the kind came.`
      : `${what}: ${seen.length} came, none of them as expected.`,
    {
      expected: describeValue(pattern, MAX_EXPECTED_CHARS),
      lines: explainCandidates(ranked, ({ label }) => label),
      evidence,
    },
  )
}
