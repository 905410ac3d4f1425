import { z } from 'zod'

/** The name that others see. Invisible characters are refused, because they could make names look alike. */
export const clientName = z
  .string()
  .trim()
  .min(1)
  .max(40)
  .regex(/^[^\p{C}\p{Zl}\p{Zp}]*$/u, 'has characters that are not visible')

export const CLIENT_NAME_REMEDY = 'Use 1 to 40 visible characters.'

/** What a client says about itself. `id`: chosen by a window to recognise its own changes. */
export const introduction = z.strictObject({
  name: clientName.optional(),
  id: z.string().min(1).max(40).optional(),
})
export type Introduction = z.infer<typeof introduction>

/**
 * A change that concerns all clients. `subjects`: the changed parts, such as `clock`, `faults:ID` or `projects:7`.
 * `text` is shown after the name: "froze the clock". `isNamed`: whether the client gave its name.
 */
export const changeBy = z.object({
  by: z.string(),
  isNamed: z.boolean(),
  client: z.string().nullable(),
  subjects: z.array(z.string()),
  text: z.string(),
  wallAt: z.number(),
})
export type ChangeBy = z.infer<typeof changeBy>
