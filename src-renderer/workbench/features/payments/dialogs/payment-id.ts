/** An id that is not taken: `now` in milliseconds makes it new. */
export function suggestPaymentId(now: number): string {
  return `order-${now.toString(36).slice(-7)}`
}

/** The next id after one that is taken: `Shop-2031` becomes `Shop-2031-2`, that becomes `Shop-2031-3`. */
export function nextPaymentId(paymentId: string): string {
  const found = /^(.*)-(\d{1,3})$/.exec(paymentId)
  const [, stem = '', count = ''] = found ?? []
  return found === null || Number(count) < 2 ? `${paymentId}-2` : `${stem}-${(Number(count) + 1).toString()}`
}
