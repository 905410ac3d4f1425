import { LIMITS } from '#lib/limits/limit-table'

/** A scenario is read by people: a longer file should be several scenarios. */
export const MAX_SCENARIO_CHARS = LIMITS.scenarioChars
/** A character of UTF-8 has four bytes at most: a file with more bytes is too long, whatever is in it. */
export const MAX_SCENARIO_BYTES = 4 * MAX_SCENARIO_CHARS
export const MAX_SCENARIO_DEPTH = 40
/** Counted with aliases resolved: a few lines of aliases can stand for millions of values. */
export const MAX_SCENARIO_VALUES = 20_000
export const MAX_PROBLEMS = 100
