/**
 * Inputs that make much of little: long x many x deep x repeated x escaped. Every maker takes its chances from
 * `random` alone, so a seed repeats an input.
 */
export { hostileFilter } from './amplified/filter'
export { hostileForm } from './amplified/form'
export { hostileJson } from './amplified/json'
export { hostilePage } from './amplified/page'
export { hostileExpression, hostileScenario } from './amplified/scenario'
export { hostileText, seededRandom, type Random } from './amplified/random'
