import { amountFigures, amountText, formatMinorUnits, groupDigits } from '#lib/money/minor-units'

/** An id that is truncated in the middle if there is no room; it is selected, copied and read aloud in full. */
export function IdText({ id }: { readonly id: string }) {
  const { head, tail } = partsOfId(id)
  return (
    <bdi className="id-text" data-head={head} data-tail={tail}>
      <span className="sr">{visibleId(id)}</span>
    </bdi>
  )
}

/** Control and format characters, separators and lone surrogates: invisible, and some reorder other text. */
export const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u00a0]/gu

/** An id with its invisible characters written out: `Shop\u202e1` as `Shop⟨U+202E⟩1`. */
export const visibleId = (id: string): string =>
  id.replaceAll(INVISIBLE, (character) => `⟨${codePointName(character)}⟩`)

/** `U+202E` */
export const codePointName = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

const TAIL = 6

export function partsOfId(id: string): { readonly head: string; readonly tail: string } {
  const characters = Array.from(visibleId(id))
  const at = characters.length <= TAIL ? 0 : characters.length - TAIL
  return { head: characters.slice(0, at).join(''), tail: characters.slice(at).join('') }
}

/** `7.50 of `, before an amount of which only that much was charged; empty if all of it was. */
export const chargedWords = (charged: number | undefined, currency: string): string =>
  charged === undefined ? '' : `${amountFigures(charged, currency)} of `

interface AmountProps {
  /** Minor units. */
  readonly amount: number
  readonly charged?: number | undefined
  readonly currency: string
}

export function Amount({ amount, charged, currency }: AmountProps) {
  const { integer, fraction } = formatMinorUnits(amount, currency)
  const before = chargedWords(charged, currency)
  return (
    <span className="amount" title={before + amountText(amount, currency)}>
      <span className="i">
        {before}
        {groupDigits(integer)}
      </span>
      <span className="f">{fraction === '' ? '' : `.${fraction}`}</span>
      <span className="c">{currency}</span>
    </span>
  )
}
