import { z } from 'zod'
import { LIMITS } from '../lib/limits/limit-table'
import { paymentKeyParam } from './ids'

/** A report of these payments, in this order: one HTML file, or Markdown for a ticket. */
export const reportParams = z.strictObject({
  keys: z.array(paymentKeyParam).min(1).max(LIMITS.reportPayments),
  format: z.enum(['html', 'markdown']),
})

/** `isCut`: something was left out to bound its size; the text says where. */
export const reportResult = z.object({ text: z.string(), isCut: z.boolean() })
