const LONE_SURROGATE = /\p{Surrogate}/u

/** Whether the database returns these values as they were given to it: it replaces half of a surrogate pair. */
export const areKeptExactly = (record: object): boolean =>
  !Object.values(record).some((value) => typeof value === 'string' && LONE_SURROGATE.test(value))
