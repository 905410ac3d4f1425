import { z } from 'zod'
import { TIME_RANGE } from '#lib/time/time-range'

/** Epoch milliseconds that can be shown. */
export const epochTime = z.number().min(TIME_RANGE.first).max(TIME_RANGE.last)
