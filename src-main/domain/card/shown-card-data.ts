import type { Steps } from '../../lib/steps'
import { SPANS_AT_ONCE } from './mask-body'
import { maskTextInSteps } from './mask-text'
import { writtenUnits } from './written-units'

/** A masked number keeps its first six and its last four digits. */
const KEPT_DIGITS = 10

/** Whether a text that was masked before still shows card data: it was not, or somebody wrote into it since. */
export function* showsCardDataInSteps(masked: string): Steps<boolean> {
  const { spans } = yield* maskTextInSteps(masked)
  for (const [index, { start, end, kind }] of spans.entries()) {
    const digits = writtenUnits(masked, 'decoded', start, end).filter(({ char }) => /\p{Nd}/u.test(char))
    if (digits.length > (kind === 'pan' ? KEPT_DIGITS : 0)) return true
    if (index % SPANS_AT_ONCE === 0) yield
  }
  return false
}
