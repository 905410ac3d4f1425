import { z } from 'zod'
import { LIMITS } from '#lib/limits/limit-table'

const withoutControls = (text: string): boolean => !/\p{Cc}/u.test(text)

/** A short word or two by which payments and messages are found again. */
const label = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(LIMITS.labelChars)
  .refine(withoutControls, 'must be one line')

const labels = z.array(label).max(LIMITS.labels)
const note = z.string().trim().max(LIMITS.annotationChars)

/** What the tester wrote about a payment or a message. */
export const annotation = z.object({ labels, note })
export type Annotation = z.infer<typeof annotation>

/**
 * `id`: `key` of a payment, or `id` of a callback or an exchange. What is left out stays as it is; no labels and an empty
 * note remove it.
 */
export const annotateParams = z.strictObject({
  id: z.string().min(1).max(100),
  labels: labels.optional(),
  note: note.optional(),
})
