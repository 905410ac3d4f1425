import { BenchError } from '../protocol/bench-error'
import { UnreadableValue } from '../store/unreadable-value'

/** Why a row may be unreadable, and what to do. */
export const UNREADABLE_CAUSE =
  'It was written by a newer version of Paybench, or it is damaged. Open the data folder with the newer version, or ignore this row: other rows are not affected.'

/** The error for a row that cannot be read; any other error unchanged. */
export const withReason = (error: unknown): unknown =>
  error instanceof UnreadableValue
    ? new BenchError('unavailable', `${error.message}. ${UNREADABLE_CAUSE}`)
    : error
