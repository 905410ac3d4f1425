import { z } from 'zod'
import { findResultCode } from '#domain/result-code/result-codes'
import { MAX_OWN_METHODS, method, methodPath, methodWayRule } from '#domain/project/method-shape'
import { COLLECTABLE_PATHS, MAX_COLLECTED_FIELDS, type ProjectSwitches } from '#domain/project/project'
import { type SwitchControl, SWITCHES, type SwitchName } from '#domain/project/switches'
import { clarificationFields, isoTime, projectId } from './shapes'
import { isWebAddress } from '#lib/web-address'
import { LIMITS } from '#lib/limits/limit-table'
import { DAY_MS } from '#lib/time/time'

export const httpUrl = z
  .string()
  .max(2000)
  .refine(isWebAddress, 'must be an absolute http or https URL such as http://127.0.0.1:4000/callbacks')

const outcomeSwitch = z.discriminatedUnion('mode', [
  z.strictObject({ mode: z.literal('card') }),
  z.strictObject({ mode: z.literal('hold') }),
  z.strictObject({ mode: z.literal('clarify'), fields: clarificationFields }),
])

export const callbackRule = z.strictObject({
  paymentType: z.string().min(1).max(50).optional(),
  result: z.enum(['success', 'decline']).optional(),
  method: z.string().min(1).max(50).optional(),
  url: httpUrl,
})

/** Customer data that the form can request before the payment; one-time codes are excluded. */
const collectable: ReadonlySet<string> = new Set(COLLECTABLE_PATHS)

const collectedField = z.strictObject({
  path: z.string().refine((path) => collectable.has(path), 'must be a field that the form can collect'),
  required: z.boolean(),
  shown: z.boolean(),
})

const collectedFields = z
  .array(collectedField)
  .max(MAX_COLLECTED_FIELDS)
  .refine(
    (fields) => new Set(fields.map(({ path }) => path)).size === fields.length,
    'must not name a field twice',
  )

const methodSpan = z.strictObject({
  path: methodPath,
  from: isoTime.optional(),
  until: isoTime.optional(),
})

/** The code of a decline: in the list of result codes, but neither a success nor a pending code. */
const declineCode = z
  .string()
  .refine((code) => findResultCode(code) !== null, 'must be a code from the list of result codes')
  .refine((code) => {
    const kind = findResultCode(code)?.kind
    return kind !== 'success' && kind !== 'pending'
  }, 'must not be a code of success or of a pending payment')

const afterMs = z
  .int()
  .min(0)
  .max(365 * DAY_MS)

const customersSwitch = z.discriminatedUnion('mode', [
  z.strictObject({ mode: z.literal('wait') }),
  z.strictObject({ mode: z.literal('pay'), afterMs, percent: z.int().min(1).max(200) }),
  z.strictObject({ mode: z.literal('decline'), afterMs, code: declineCode }),
  z.strictObject({ mode: z.literal('leave'), afterMs }),
])

function switchShape(control: SwitchControl): z.ZodType {
  switch (control.kind) {
    case 'boolean':
      return z.boolean()
    case 'choice':
      return z.enum(control.options.map(({ value }) => value))
    case 'duration':
      return z.int().min(control.minMs).max(control.maxMs)
    case 'count':
      return z.int().min(control.min).max(control.max)
    case 'resultCode':
      return declineCode
    case 'colour':
      return z.string().regex(/^#[\da-f]{6}$/, 'must be a colour such as #17606b')
    case 'outcome':
      return outcomeSwitch
    case 'customers':
      return customersSwitch
    case 'callbackRules':
      return z.array(callbackRule).max(50)
    case 'collectedFields':
      return collectedFields
    case 'addresses':
      return z.array(z.string().min(2).max(64)).max(100)
    case 'methods':
      return z.array(methodSpan).max(300)
    case 'ownMethods':
      return z.array(method).max(MAX_OWN_METHODS)
    case 'methodWays':
      return z.array(methodWayRule).max(300)
  }
}

type Shapes = { readonly [Name in SwitchName]: z.ZodType<ProjectSwitches[Name], ProjectSwitches[Name]> }

export const projectSwitches = z.strictObject(
  Object.fromEntries(SWITCHES.map(({ name, control }) => [name, switchShape(control)])) as Shapes,
)

export const projectSecret = z.string().min(1).max(255)
export const projectName = z.string().trim().min(1).max(80)

/** If `callbackUrl` is null, nothing is sent, and the delivery log says so (contract 9.3). */
export const projectView = z.object({
  projectId,
  name: projectName,
  secret: projectSecret,
  callbackUrl: httpUrl.nullable(),
  switches: projectSwitches,
})
export type ProjectView = z.infer<typeof projectView>

export const projectsCreateParams = z.strictObject({
  projectId: projectId.optional(),
  name: projectName.optional(),
  secret: projectSecret.optional(),
  callbackUrl: httpUrl.nullable().optional(),
  switches: projectSwitches.partial().optional(),
})

export const projectsUpdateParams = projectsCreateParams.required({ projectId: true })

const switchName = z.custom<SwitchName>(
  (name) => SWITCHES.some((known) => known.name === name),
  'must be the name of a project switch, as in projects.list',
)

/** Without `projectId`: the default project. */
export const previewSwitchParams = z.strictObject({ projectId: projectId.optional(), name: switchName })

/** A sample with the switch at this value: an HTTP response, a body without its signature, or sentences. */
const side = z.object({
  value: z.unknown(),
  /** Whether the project has the switch at this value now. */
  isSet: z.boolean(),
  text: z.string(),
})

/** What a switch does to a sample: `before` with its default, `after` with its value (if equal, with an example). */
export const switchPreview = z.object({
  name: z.string(),
  title: z.string(),
  before: side,
  after: side,
})
export type SwitchPreview = z.infer<typeof switchPreview>

const parameterName = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[^\s=&;]+$/, 'must have no spaces and none of = & ;')

/** Parameters of the form as a merchant page gives them to the library (contract 7.3); nested values as JSON text. */
export const formParameters = z.record(
  parameterName,
  z.union([z.string().max(65_536), z.number(), z.boolean()]),
)
export type FormParameters = Readonly<z.infer<typeof formParameters>>

/** How the demo shop opens the form (contract 8.4). */
export const previewMode = z.enum(['modal', 'iframe', 'tab', 'embedded'])
export type PreviewMode = z.infer<typeof previewMode>

/** The library's second argument (contract 8.1). A form in a tab is always opened by GET (contract 8.4). */
export const previewMethod = z.enum(['get', 'post'])
export type PreviewMethod = z.infer<typeof previewMethod>

/** How the shop's page responds before the embedded form pays (contract 8.9); `none` if it has no handler. */
export const checkSubmitChoice = z.enum(['resolve', 'reject', 'none'])
export type CheckSubmitChoice = z.infer<typeof checkSubmitChoice>

/**
 * `projectId` chooses the secret; by default the parameter `project_id` if it names a project, otherwise the
 * default project. A missing `project_id` and a missing `payment_id` are filled in; all other parameters,
 * including `signature`, stay unchanged.
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

/** `parameters` include `signature`: the valid one, unless the caller supplied another. */
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

export const pageReport = z.strictObject({
  kind: z.enum(['handler', 'message-in', 'message-out', 'error', 'console', 'csp']),
  name: z.string().max(500),
  /** JSON text, truncated if it was too long; absent if there was no data. */
  data: z.string().max(LIMITS.previewDataChars).optional(),
  /** Epoch milliseconds on the page's clock. */
  wallAt: z.number(),
})
export type PageReport = Readonly<z.infer<typeof pageReport>>

/** What the shop's page posts to its server, which passes it on as the event `preview.reported`. */
export const pageReports = z.strictObject({
  reports: z.array(pageReport).max(LIMITS.previewReportsPerSecond),
  leftOut: z.int().min(0),
})
export type PageReports = Readonly<z.infer<typeof pageReports>>
