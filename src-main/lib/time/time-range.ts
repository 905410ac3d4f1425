/** What a time in ISO form with four digits for its year can say, and every list can show: 1970 to 9999. */
export const TIME_RANGE = { first: 0, last: Date.UTC(9999, 11, 31, 23, 59, 59, 999) } as const
