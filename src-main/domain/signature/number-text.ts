import type { JsonNumber } from '#lib/json/node'

// Each writes a JSON number as code in its language writes it into the string to sign.

export const phpNumbers = ({ text, value }: JsonNumber): string =>
  isPhpInteger(text) ? text : phpFloat(value)
export const javascriptNumbers = ({ value }: JsonNumber): string => String(value)
export const pythonNumbers = ({ text, value }: JsonNumber): string =>
  isInteger(text) ? pythonInteger(text) : pythonFloat(value)

const isInteger = (text: string): boolean => !/[.eE]/.test(text)

const greatestInt64 = 2n ** 63n - 1n

const LONGEST_INT64 = 20

/** PHP reads integers beyond 64 bits, and `-0`, as floating point. */
const isPhpInteger = (text: string): boolean => {
  if (!isInteger(text) || text === '-0') return false
  if (text.length < 19) return true
  // JSON has no leading zeros, so a longer text is out of range. BigInt needs 0.1 s for 100,000 digits.
  if (text.length > LONGEST_INT64) return false
  const integer = BigInt(text)
  return integer <= greatestInt64 && integer >= -greatestInt64 - 1n
}

const pythonInteger = (text: string): string => (text === '-0' ? '0' : text)

/** Significant digits without trailing zeros, and the power of ten of the first digit. */
interface Decimal {
  readonly digits: string
  readonly power: number
}

const decimalOf = (exponential: string): Decimal => {
  const [mantissa = '', power = ''] = exponential.split('e')
  return { digits: mantissa.replace('.', '').replace(/(?!^)0+$/, ''), power: Number(power) }
}

const plainDecimal = ({ digits, power }: Decimal): string => {
  if (power < 0) return `0.${'0'.repeat(-power - 1)}${digits}`
  const whole = digits.slice(0, power + 1).padEnd(power + 1, '0')
  const fraction = digits.slice(power + 1)
  return fraction === '' ? whole : `${whole}.${fraction}`
}

/** PHP's default for casts: 14 significant digits. */
const phpPrecision = 14

/** The nearest decimal of 14 digits. Exact halves go to the even digit; in JavaScript, they are rounded up. */
const roundedForPhp = (value: number): Decimal => {
  const { digits, power } = decimalOf(value.toExponential(60))
  const kept = digits.slice(0, phpPrecision)
  const dropped = digits.slice(phpPrecision)
  const isHalf = /^50*$/.test(dropped)
  const up = isHalf ? /[13579]$/.test(kept) : dropped >= '5'
  if (!up) return decimalOf(`${kept}e${power}`)
  const raised = String(BigInt(kept) + 1n)
  return decimalOf(`${raised}e${power + raised.length - kept.length}`)
}

/** `(string) $float` with PHP's default precision: `1.5`, `1000`, `1.0E+25`, `1.0E-7`. */
const phpFloat = (value: number): string => {
  if (value < 0 || Object.is(value, -0)) return `-${phpFloat(-value)}`
  if (value === Infinity) return 'INF'
  const decimal = roundedForPhp(value)
  const { digits, power } = decimal
  if (power >= -4 && power < phpPrecision) return plainDecimal(decimal)
  return `${digits.charAt(0)}.${digits.slice(1) || '0'}E${power < 0 ? '-' : '+'}${Math.abs(power)}`
}

/** `str(float)` of Python 3: `1.0`, `1e-07`, `1e+16`, `1000000000000000.0`. */
const pythonFloat = (value: number): string => {
  if (value < 0 || Object.is(value, -0)) return `-${pythonFloat(-value)}`
  if (value === Infinity) return 'inf'
  const decimal = decimalOf(value.toExponential())
  const { digits, power } = decimal
  if (power >= -4 && power < 16) {
    const plain = plainDecimal(decimal)
    return plain.includes('.') ? plain : `${plain}.0`
  }
  const mantissa = digits.length === 1 ? digits : `${digits.charAt(0)}.${digits.slice(1)}`
  return `${mantissa}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`
}
