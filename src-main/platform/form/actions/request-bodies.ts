import { z } from 'zod'

/** Bodies that the form's page sends (domain/form/wire.ts). Every length is limited, because a page is not trusted. */
const typed = z.string().max(600)
const fields = z.record(z.string().max(100), typed).refine((record) => Object.keys(record).length <= 100)

export const detailsBody = z.object({ fields })
export const clarificationBody = z.object({ fields })
export const removeCardBody = z.object({ id: z.int() })
export const emptyBody = z.object({})

export const confirmBody = z.object({
  card: z.object({ pan: typed, month: typed, year: typed, cvv: typed, card_holder: typed }).optional(),
  saved_card: z.object({ id: z.int(), cvv: typed }).optional(),
  save: z.boolean().optional(),
  fields: fields.optional(),
  browser: z
    .record(z.string().max(100), z.union([typed, z.number(), z.boolean()]))
    .refine((record) => Object.keys(record).length <= 100)
    .optional(),
  additional: z.record(z.string().max(100), z.unknown()).optional(),
})
export type Confirmation = z.infer<typeof confirmBody>

/** Longest code that is read; no issuer has longer ones. */
const MAX_CODE_CHARS = 64

/**
 * Reads the code that the customer entered on the issuer's page, which posts a plain form. Null: the customer
 * cancelled; undefined: nothing was entered yet.
 */
export function enteredCode(fields: URLSearchParams): string | null | undefined {
  return fields.has('cancel') ? null : fields.get('code')?.trim().slice(0, MAX_CODE_CHARS)
}
