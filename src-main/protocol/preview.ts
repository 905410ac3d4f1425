import { z } from 'zod'
import { LIMITS } from '#lib/limits/limit-table'
import { projectId } from './shapes'

const parameterName = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[^\s=&;]+$/, 'must have no spaces and none of = & ;')

/** Parameters of the form as a merchant page gives them to the library (contract 7.3); nested values go as JSON text. */
export const formParameters = z.record(
  parameterName,
  z.union([z.string().max(65_536), z.number(), z.boolean()]),
)
export type FormParameters = Readonly<z.infer<typeof formParameters>>

/** How the demo shop opens the form (contract 8.4). */
export const previewMode = z.enum(['modal', 'iframe', 'tab', 'embedded'])
export type PreviewMode = z.infer<typeof previewMode>

/** The library's second argument (contract 8.1). A page opened as a tab is always GET (contract 8.4). */
export const previewMethod = z.enum(['get', 'post'])
export type PreviewMethod = z.infer<typeof previewMethod>

/** What the shop's page does when the embedded form wants to pay (contract 8.9); `none`: it has no such handler. */
export const checkSubmitChoice = z.enum(['resolve', 'reject', 'none'])
export type CheckSubmitChoice = z.infer<typeof checkSubmitChoice>

/**
 * `projectId` chooses the secret; without it the parameter `project_id` does, where it names a project, else the
 * default project. A missing `project_id` and a missing `payment_id` are filled in; every other parameter stays as it
 * is, a `signature` too.
 */
export const previewSignParams = z.strictObject({
  projectId: projectId.optional(),
  parameters: formParameters,
  mode: previewMode,
})

export const previewCreateParams = previewSignParams.extend({
  method: previewMethod,
  css: z.string().max(20_000).optional(),
  checkSubmit: checkSubmitChoice.optional(),
})

/** `parameters` carry `signature`, which is the valid one unless the caller gave another. */
export const previewSignResult = z.object({
  parameters: formParameters,
  canonical: z.string(),
  /** The valid signature, whatever `parameters.signature` says. */
  signature: z.string(),
})
export type PreviewSigned = Readonly<z.infer<typeof previewSignResult>>

/** `url` is a page of the demo shop that opens the form at once. */
export const previewCreateResult = previewSignResult.extend({ id: z.string(), url: z.string() })
export type PreviewCreated = Readonly<z.infer<typeof previewCreateResult>>

/** Something that happened on the shop's page of a preview. */
export const pageReport = z.strictObject({
  kind: z.enum(['handler', 'message-in', 'message-out', 'error', 'console', 'csp']),
  name: z.string().max(500),
  /** JSON text, or the beginning of one that was too long; absent where there is no data. */
  data: z.string().max(LIMITS.previewDataChars).optional(),
  /** Epoch milliseconds by the clock of the page. */
  wallAt: z.number(),
})
export type PageReport = Readonly<z.infer<typeof pageReport>>

/** What the shop's page posts to its own server, which passes it on as the event `preview.reported`. */
export const pageReports = z.strictObject({
  reports: z.array(pageReport).max(LIMITS.previewReportsPerSecond),
  /** How many more there were. */
  leftOut: z.int().min(0),
})
export type PageReports = Readonly<z.infer<typeof pageReports>>
