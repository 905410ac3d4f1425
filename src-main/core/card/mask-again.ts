import { maskCardData } from './mask-body'
import type { CardSpan } from './mask-body'
import { maskText } from './mask-text'
import type { MaskedText } from './mask-text'

/** Digits of a card number that stay readable when it is masked. */
const MOST_READABLE = 10

/**
 * Masks a text that may have been masked before: what is unreadable already stays as it is. `claimed` are places that
 * somebody says were masked; those at which too much can be read are not believed.
 */
export function maskAgain(text: string, claimed: readonly CardSpan[]): MaskedText {
  const found = maskText(text).spans
  const before = [...claimed, ...found].filter((span) => isMasked(text, span))
  const fresh = found.filter((span) => !before.some((other) => covers(other, span)))
  const spans = [...before, ...fresh].filter(
    (span, index, all) =>
      all.findIndex(({ start, end }) => start === span.start && end === span.end) === index,
  )
  return {
    text: maskCardData(text, fresh),
    spans: spans.toSorted((a, b) => a.start - b.start || a.end - b.end),
  }
}

function isMasked(text: string, { start, end, kind }: CardSpan): boolean {
  const part = text.slice(start, end)
  const readable = part.replaceAll(/\D/g, '').length
  return part.includes('*') && readable <= (kind === 'cvv' ? 0 : MOST_READABLE)
}

function covers(outer: CardSpan, inner: CardSpan): boolean {
  return outer.start <= inner.start && inner.end <= outer.end
}
