/** The month that is printed on a card. */
export interface CardMonth {
  /** 1 to 12. */
  readonly month: number
  readonly year: number
}

/** When a card has expired: the first millisecond after its month, in UTC. Epoch milliseconds. */
export function expiresAt({ month, year }: CardMonth): number {
  const at = new Date(0)
  at.setUTCFullYear(year, month, 1)
  return at.getTime()
}

/** The newest month that is over at `at`: cards of it and of months before have expired. */
export function lastExpired(at: number): CardMonth {
  const now = new Date(at)
  const month = now.getUTCMonth()
  return month === 0 ? { month: 12, year: now.getUTCFullYear() - 1 } : { month, year: now.getUTCFullYear() }
}
