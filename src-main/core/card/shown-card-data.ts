import { maskText } from './mask-text'
import { writtenUnits } from './written-units'

/** A masked number keeps its first six and its last four digits. */
const KEPT_DIGITS = 10

/** Whether a text that was masked before still shows card data: it was not, or somebody wrote into it since. */
export function showsCardData(masked: string): boolean {
  return maskText(masked).spans.some(({ start, end, kind }) => {
    const digits = writtenUnits(masked, 'decoded', start, end).filter(({ char }) => /\p{Nd}/u.test(char))
    return digits.length > (kind === 'pan' ? KEPT_DIGITS : 0)
  })
}
