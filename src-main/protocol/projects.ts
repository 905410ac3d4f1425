import { z } from 'zod'
import { findResultCode } from '#domain/result-code/result-codes'
import { COLLECTABLE_PATHS, MAX_COLLECTED_FIELDS } from '#domain/project/collected-fields'
import { MAX_RETRY_LIMIT, MIN_RETRY_LIMIT } from '#domain/project/project'
import { clarificationFields, projectId } from './shapes'
import { isWebAddress } from '#lib/web-address'
import { DAY_MS, MINUTE_MS } from '#lib/time/time'

/** Where callbacks can go. */
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

/** Customer data that the form can ask for before the payment; one-time codes exist only afterwards. */
const collectable: ReadonlySet<string> = new Set(COLLECTABLE_PATHS)

const collectedField = z.strictObject({
  path: z.string().refine((path) => collectable.has(path), 'must be a field that the form can collect'),
  required: z.boolean(),
  shown: z.boolean(),
})

/** A decline never carries a code that says success or pending, nor one that has no message. */
const declineCode = z
  .string()
  .refine((code) => findResultCode(code) !== null, 'must be a code of the list of result codes')
  .refine((code) => {
    const kind = findResultCode(code)?.kind
    return kind !== 'success' && kind !== 'pending'
  }, 'must not be a code of success or of a pending payment')

export const projectSwitches = z.strictObject({
  outcome: outcomeSwitch,
  lenientSignatures: z.boolean(),
  explainSignatures: z.boolean(),
  statusInPayment: z.boolean(),
  statusFields: z.enum(['mission', 'extended']),
  intermediateLayout: z.enum(['mission', 'result']),
  cancelSpelling: z.enum(['canceled', 'cancelled']),
  publicFields: z.enum(['informative', 'mission_only', 'all']),
  clarificationAnswers: z.enum(['both', 'callbacks_only', 'responses_only']),
  processingDeadlineMs: z
    .int()
    .min(MINUTE_MS)
    .max(365 * DAY_MS),
  clarificationTimeoutCode: declineCode,
  deadlineCode: declineCode,
  holdTimeMs: z
    .int()
    .min(60 * MINUTE_MS)
    .max(30 * DAY_MS),
  holdEnd: z.enum(['cancel', 'capture']),
  followUps: z.enum(['approve', 'decline', 'hold']),
  reversalRule: z.enum(['amount', 'day']),
  partialApproval: z.boolean(),
  callbackRules: z.array(callbackRule).max(50),
  verifyCallbackCertificate: z.boolean(),
  http10: z.enum(['accept', 'refuse']),
  allowedCallers: z.array(z.string().min(2).max(64)).max(100),
  statusDetails: z.enum(['available', 'unavailable']),
  statusSignature: z.enum(['valid', 'wrong', 'missing']),
  apiFailure: z.boolean(),
  threeDSecure: z.enum(['form', 'off']),
  threeDSecureByApi: z.enum(['return_url', 'off']),
  embeddedThreeDSecure: z.enum(['parent', 'frame']),
  retries: z.boolean(),
  retryLimit: z.int().min(MIN_RETRY_LIMIT).max(MAX_RETRY_LIMIT),
  retryWindowMs: z.int().min(MINUTE_MS).max(DAY_MS),
  intermediateCallbacks: z.boolean(),
  collectedFields: z
    .array(collectedField)
    .max(MAX_COLLECTED_FIELDS)
    .refine(
      (fields) => new Set(fields.map(({ path }) => path)).size === fields.length,
      'must not name a field twice',
    ),
  guests: z.boolean(),
  saveCards: z.boolean(),
  strictBaseUrl: z.boolean(),
  formFailure: z.boolean(),
})

/** Switches to set. Scripts of earlier versions still say `legacyStatus`, which `statusFields` replaced. */
const projectSwitchChange = projectSwitches.partial().extend({ legacyStatus: z.boolean().optional() })

export const projectSecret = z.string().min(1).max(255)
export const projectName = z.string().trim().min(1).max(80)

/** `callbackUrl` null: nothing is sent and the delivery log says so (contract 9.3). */
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
  switches: projectSwitchChange.optional(),
})

export const projectsUpdateParams = projectsCreateParams.required({ projectId: true })
