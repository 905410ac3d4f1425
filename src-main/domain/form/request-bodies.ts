import { z } from 'zod'

/** Bodies that the form's page sends (wire.ts). Every length is limited, because a page is not trusted. */
const entry = z.string().max(600)
const fields = z.record(z.string().max(100), entry).refine((record) => Object.keys(record).length <= 100)

/** Values by their path: `{"customer.email": "nora@mail.test"}`. */
export const fieldsBody = z.object({ fields })
export const removeCardBody = z.object({ id: z.int() })
export const emptyBody = z.object({})
export const wayBody = z.object({ way: z.string().max(200) })
export type WayBody = z.infer<typeof wayBody>
/** The customer paid by a transfer, or changed their mind (contract 16.11). */
export const providerBody = z.object({ outcome: z.enum(['paid', 'cancelled']) })
export type ProviderBody = z.infer<typeof providerBody>

export const confirmBody = z.object({
  /** What the page was for: `card` or the path of a method. */
  way: z.string().max(200).optional(),
  /** Absent for a saved card and for a method that is not a card. */
  card: z.object({ pan: entry, month: entry, year: entry, cvv: entry, card_holder: entry }).optional(),
  saved_card: z.object({ id: z.int(), cvv: entry }).optional(),
  save: z.boolean().optional(),
  fields: fields.optional(),
  /** Facts about the browser, by the names of contract 5.8 (`screen_res`, `timezone_offset`). */
  browser: z
    .record(z.string().max(100), z.union([entry, z.number(), z.boolean()]))
    .refine((record) => Object.keys(record).length <= 100)
    .optional(),
  /** Fields that the merchant's page added when it consented (contract 8.9, step 4a). */
  additional: z.record(z.string().max(100), z.unknown()).optional(),
})
export type ConfirmBody = z.infer<typeof confirmBody>
