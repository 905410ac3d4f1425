import type { Steps } from '#lib/steps'
import { KEPT_DIGITS, SPANS_AT_ONCE } from './mask-body'
import { maskTextInSteps } from './mask-text'
import { writtenUnits } from './written-units'

/** Whether a text that should be masked shows card data, because it was never masked or was edited since. */
export function* showsCardDataInSteps(masked: string): Steps<boolean> {
  const { spans } = yield* maskTextInSteps(masked)
  for (const [index, { start, end, kind }] of spans.entries()) {
    const digits = writtenUnits(masked, 'decoded', start, end).filter(({ char }) => /\p{Nd}/u.test(char))
    if (digits.length > (kind === 'pan' ? KEPT_DIGITS : 0)) return true
    if (index % SPANS_AT_ONCE === 0) yield
  }
  return false
}
