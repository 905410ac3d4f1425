import { type CardSpan, KEPT_DIGITS, maskCardDataInSteps, SPANS_AT_ONCE, withoutCovered } from './mask-body'
import type { Steps } from '#lib/steps'
import { type MaskedText, maskTextInSteps } from './mask-text'

/** Masks a text that may be masked in part. `claimed`: spans that a file reports as masked, ignored if they are not. */
export function* maskAgainInSteps(text: string, claimed: readonly CardSpan[]): Steps<MaskedText> {
  const found = (yield* maskTextInSteps(text)).spans
  const before: CardSpan[] = []
  for (const [index, span] of [...withoutOverlaps(claimed), ...found].entries()) {
    if (isMasked(text, span)) before.push(span)
    if (index % SPANS_AT_ONCE === 0) yield
  }
  before.sort(byPlace)
  const fresh = withoutCovered(found, before)
  return {
    text: yield* maskCardDataInSteps(text, fresh),
    spans: withoutRepeats([...before, ...fresh].sort(byPlace)),
  }
}

const byPlace = (a: CardSpan, b: CardSpan): number => a.start - b.start || a.end - b.end

/** Keeps the first of overlapping spans, so that their total length does not exceed that of the text. */
function withoutOverlaps(claimed: readonly CardSpan[]): readonly CardSpan[] {
  let end = 0
  return claimed.toSorted(byPlace).filter((span) => {
    if (span.start < end) return false
    end = span.end
    return true
  })
}

function isMasked(text: string, { start, end, kind }: CardSpan): boolean {
  const part = text.slice(start, end)
  const readable = part.replaceAll(/\D/g, '').length
  return part.includes('*') && readable <= (kind === 'cvv' ? 0 : KEPT_DIGITS)
}

const withoutRepeats = (spans: readonly CardSpan[]): readonly CardSpan[] =>
  spans.filter((span, index) => {
    const before = spans[index - 1]
    return before?.start !== span.start || before.end !== span.end
  })
