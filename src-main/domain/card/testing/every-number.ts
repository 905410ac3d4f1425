import { doAllSteps } from '#lib/steps'
import { findCardNumbersInSteps, type NumberFilter } from '#domain/card/find-card-numbers'
import type { CardSpan } from '#domain/card/mask-body'

/** Accepts every number with a valid check digit. */
export const EVERY_NUMBER: NumberFilter = {
  firstDigits: new Set([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]),
  accepts: () => true,
}

export const findCardNumbers = (text: string, filter = EVERY_NUMBER): readonly CardSpan[] =>
  doAllSteps(findCardNumbersInSteps(text, filter)).spans
