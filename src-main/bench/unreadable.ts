import { BenchError } from '../protocol/bench-error'
import { UnreadableValue } from '../store/unreadable-value'

/** Why a row may not be readable, and what to do. */
export const UNREADABLE_CAUSE =
  'A newer Paybench wrote this, or the row is damaged: open the data folder with the newer one, or leave the row; the others are not concerned.'

/** What is told in place of a row that cannot be read; every other error is as it was. */
export const withReason = (error: unknown): unknown =>
  error instanceof UnreadableValue
    ? new BenchError('unavailable', `${error.message}. ${UNREADABLE_CAUSE}`)
    : error
