/** Currencies without two fraction digits (contract 3.1): CLF follows the browser library, KZZ and TST the platform. */
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

/** Whether a text is three capital letters (contract 3.1). */
export function isCurrencyCode(text: string): boolean {
  return /^[A-Z]{3}$/.test(text)
}

/** Fraction digits of a currency; 2 for every code that the table does not name. */
export function exponentOf(currency: string): number {
  return BY_CODE.get(currency) ?? DEFAULT_EXPONENT
}

/** 4650 in EUR becomes `46.50`, `46` and `50` (contract 3.1); numbers that are not safe integers stay unchanged. */
export function formatMinorUnits(amount: number, currency: string) {
  if (!Number.isSafeInteger(amount)) return { integer: String(amount), fraction: '', text: String(amount) }
  const exponent = exponentOf(currency)
  const digits = String(Math.abs(amount)).padStart(exponent + 1, '0')
  const point = digits.length - exponent
  const integer = (amount < 0 ? '-' : '') + digits.slice(0, point)
  const fraction = digits.slice(point)
  return { integer, fraction, text: fraction === '' ? integer : `${integer}.${fraction}` }
}

/** Minor units of a number such as `46.50`; null if it has more decimals than the currency, or is too large. */
export function parseMinorUnits(number: string, currency: string): number | null {
  const [whole = '', fraction = ''] = number.split('.')
  const exponent = exponentOf(currency)
  if (fraction.length > exponent) return null
  const amount = Number(whole + fraction.padEnd(exponent, '0'))
  return Number.isSafeInteger(amount) ? amount : null
}

/** Digits in groups of three, separated by no-break spaces. */
export function groupDigits(integer: string): string {
  return integer.replaceAll(/\B(?=(\d{3})+(?!\d))/g, '\u00a0')
}

/** The figures of an amount in minor units, as people read them: `1 200.00`. */
export function amountFigures(amount: number, currency: string): string {
  const { integer, text } = formatMinorUnits(amount, currency)
  return groupDigits(integer) + text.slice(integer.length)
}

/** An amount in running text: `1 200.00 GBP`. */
export function amountText(amount: number, currency: string): string {
  return `${amountFigures(amount, currency)} ${currency}`
}
