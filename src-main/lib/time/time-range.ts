/** The first and the last time that the bench reads and shows, epoch milliseconds: the years 1970 to 9999. */
export const TIME_RANGE = { first: 0, last: Date.UTC(9999, 11, 31, 23, 59, 59, 999) } as const
