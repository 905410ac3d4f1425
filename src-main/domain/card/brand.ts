/** Card brands of `account.type` (contract 3.1) with the ranges of their first digits. */
export const CARD_BRANDS = [
  { brand: 'visa', ranges: ['4'] },
  { brand: 'mastercard', ranges: ['51-55', '2221-2720'] },
  { brand: 'maestro', ranges: ['50', '56-58', '6304', '639', '67'] },
  { brand: 'amex', ranges: ['34', '37'] },
  { brand: 'mir', ranges: ['2200-2204'] },
  { brand: 'belcard', ranges: ['9112'] },
  { brand: 'troy', ranges: ['9792'] },
] as const

export type CardBrand = (typeof CARD_BRANDS)[number]['brand']

export function brandOf(cardNumber: string): CardBrand | null {
  for (const { brand, ranges } of CARD_BRANDS) {
    for (const range of ranges) {
      const [first = '', last = first] = range.split('-')
      const prefix = cardNumber.slice(0, first.length)
      if (prefix.length === first.length && prefix >= first && prefix <= last) return brand
    }
  }
  return null
}

const NAMES: Readonly<Record<CardBrand, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  maestro: 'Maestro',
  amex: 'American Express',
  mir: 'Mir',
  belcard: 'Belkart',
  troy: 'Troy',
}

/** As printed on the card. */
export function brandName(brand: CardBrand): string {
  return NAMES[brand]
}

export const BRAND_MARKS: Readonly<Record<CardBrand, string>> = { ...NAMES, amex: 'Amex' }

/** `Visa •••• 0077`, with no-break spaces. */
export function cardName(card: { readonly number: string; readonly brand: CardBrand | null }): string {
  const number = `••••\u00a0${card.number.slice(-4)}`
  return card.brand === null ? number : `${brandName(card.brand)}\u00a0${number}`
}
