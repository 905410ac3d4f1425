import type { Mistake } from './mistake'
import { MISTAKES_IN_DATA } from './mistakes-in-data'
import { MISTAKES_IN_TEXT, SAMPLES } from './mistakes-in-text'
import { MISTAKES_IN_VALUES } from './mistakes-in-values'

/** Mistakes that change the string to sign, the likeliest kinds first. */
export const MISTAKES: readonly Mistake[] = [
  ...MISTAKES_IN_TEXT,
  ...MISTAKES_IN_VALUES,
  ...MISTAKES_IN_DATA,
  ...SAMPLES,
]
