import { z } from 'zod'
import { LIMITS } from '#lib/limits/limit-table'

/** A word or two by which payments and messages can be found again. */
const label = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(LIMITS.labelChars)
  .refine((text) => !/\p{Cc}/u.test(text), 'must be one line')

const labels = z.array(label).max(LIMITS.labels)
const note = z.string().trim().max(LIMITS.annotationChars)

export const annotation = z.object({ labels, note })
export type Annotation = z.infer<typeof annotation>

/** `id`: a payment's `key` or a message's `id`. Omitted members keep their values; '' and [] remove them. */
export const annotateParams = z.strictObject({
  id: z.string().min(1).max(100),
  labels: labels.optional(),
  note: note.optional(),
})
