import type { CardBrand } from '../../card/brand'

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

/** A masked number in groups, as on the card: `400000******0077` becomes `4000 00** **** 0077`. */
export function groupedNumber(masked: string): string {
  return masked.replace(/(.{4})(?=.)/g, '$1 ')
}
