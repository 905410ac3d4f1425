import { formatMinorUnits } from '#lib/money/minor-units'

/** Figures in groups of three with a gap that does not break, as they are read. */
function groupDigits(integer: string): string {
  return integer.replaceAll(/\B(?=(\d{3})+(?!\d))/g, '\u00a0')
}

/** Characters of `9 999 999 999`, which the column holds in its usual size. */
const USUAL_LENGTH = 13

interface AmountProps {
  /** Minor units. */
  readonly amount: number
  readonly currency: string
}

/** An amount in a column: the decimal points of all currencies are aligned. */
export function Amount({ amount, currency }: AmountProps) {
  const { integer, fraction } = formatMinorUnits(amount, currency)
  const whole = groupDigits(integer)
  return (
    <span
      className={whole.length > USUAL_LENGTH ? 'amount long' : 'amount'}
      title={amountText(amount, currency)}
    >
      <span className="i">{whole}</span>
      <span className="f">{fraction === '' ? '' : `.${fraction}`}</span>
      <span className="c">{currency}</span>
    </span>
  )
}

/** The figures of an amount in minor units: `1 200.00`. */
export function amountFigures(amount: number, currency: string): string {
  const { integer, fraction } = formatMinorUnits(amount, currency)
  return `${groupDigits(integer)}${fraction === '' ? '' : `.${fraction}`}`
}

/** An amount in running text: `1 200.00 GBP`. */
export function amountText(amount: number, currency: string): string {
  return `${amountFigures(amount, currency)} ${currency}`
}
