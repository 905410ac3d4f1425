/**
 * Digits after the point of the currencies that do not have two (contract 3.1).
 * CLF follows the browser library (0) and not ISO (4); KZZ and TST are codes of the platform itself.
 */
const CURRENCY_EXPONENTS: readonly { readonly exponent: 0 | 3; readonly codes: readonly string[] }[] = [
  {
    exponent: 0,
    codes: [
      ...['BIF', 'BYR', 'CLF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF'],
      ...['UGX', 'UYI', 'VND', 'VUV', 'XAF', 'XOF', 'XPF', 'XDR', 'KZZ', 'TST'],
    ],
  },
  { exponent: 3, codes: ['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND'] },
]

const DEFAULT_EXPONENT = 2

const BY_CODE: ReadonlyMap<string, number> = new Map(
  CURRENCY_EXPONENTS.flatMap(({ exponent, codes }) => codes.map((code) => [code, exponent] as const)),
)

/** True for three capital letters, the form of a currency code (contract 3.1). */
export function isCurrencyCode(text: string): boolean {
  return /^[A-Z]{3}$/.test(text)
}

/** Digits after the point of a currency; 2 for every code that the table does not name. */
export function exponentOf(currency: string): number {
  return BY_CODE.get(currency) ?? DEFAULT_EXPONENT
}
