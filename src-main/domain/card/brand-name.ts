import type { CardBrand } from './brand'

const NAMES: Readonly<Record<CardBrand, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  maestro: 'Maestro',
  amex: 'American Express',
  mir: 'Mir',
  belcard: 'Belkart',
  troy: 'Troy',
}

/** A brand as it is printed on the card. */
export function brandName(brand: CardBrand): string {
  return NAMES[brand]
}

/** Short names for the marks of the brands. */
export const BRAND_MARKS: Readonly<Record<CardBrand, string>> = { ...NAMES, amex: 'Amex' }

/** A card as customers know theirs: `Visa •••• 0077`, with no-break spaces. */
export function cardName(card: { readonly number: string; readonly brand: CardBrand | null }): string {
  const number = `••••\u00a0${card.number.slice(-4)}`
  return card.brand === null ? number : `${brandName(card.brand)}\u00a0${number}`
}
