/** Minor units as a decimal with two places, `4650` as `46.50`; an empty text for what is not a number (contract 12.29). */
export function formatAmount(amount: unknown): string {
  const minor = typeof amount === 'string' && amount !== '' ? Number(amount) : amount
  return typeof minor === 'number' && isFinite(minor) ? (minor / 100).toFixed(2) : ''
}
