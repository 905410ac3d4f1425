/** A scenario is read by people: longer files are two scenarios, or no scenarios at all. */
export const MAX_SCENARIO_CHARS = 262_144
export const MAX_SCENARIO_DEPTH = 40
export const MAX_SCENARIO_STEPS = 500
/** Values after aliases were followed: a few lines of aliases can stand for millions of values. */
export const MAX_SCENARIO_VALUES = 20_000
export const MAX_PROBLEMS = 100
