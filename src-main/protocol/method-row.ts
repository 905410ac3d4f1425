import type { z } from 'zod'
import type { ErrorCode } from './shapes'

/**
 * What a method does to the session it is called on. `changes`: refused while a session is open read-only. `reads`: looks
 * or calculates only. `session`: about sessions themselves, always allowed.
 */
export type Effect = 'reads' | 'changes' | 'session'

/** Errors that depend on the method. */
type OwnError = Extract<ErrorCode, 'not_found' | 'wrong_state' | 'conflict' | 'cancelled'>

/** What a caller has to know of a method: what it takes and returns, what it does, and how it can fail. */
export interface MethodRow<
  Does extends Effect = Effect,
  Params extends z.ZodType = z.ZodType,
  Result extends z.ZodType = z.ZodType,
> {
  readonly params: Params
  readonly result: Result
  readonly effect: Does
  /** Every code that an error of this method can have. */
  readonly errors: readonly ErrorCode[]
}

/** Wrong parameters, a session that is being closed or cannot be read, a full disk, and errors of the bench itself. */
const OF_EVERY_METHOD = ['invalid_params', 'unavailable', 'disk_full', 'internal'] as const

/** Makes rows of one effect. `common`: errors of every method with this effect. */
const rowsThat =
  <Does extends Effect>(effect: Does, ...common: readonly ErrorCode[]) =>
  <Params extends z.ZodType, Result extends z.ZodType>(
    params: Params,
    result: Result,
    ...own: readonly OwnError[]
  ): MethodRow<Does, Params, Result> => ({
    params,
    result,
    effect,
    errors: [...OF_EVERY_METHOD, ...common, ...own],
  })

export const reads = rowsThat('reads')
export const changes = rowsThat('changes', 'read_only')
export const session = rowsThat('session')
