import type { ClarificationFields } from '#domain/clarification/fields'
import { CLARIFICATION_TIMEOUT_CODE, DEADLINE_CODE } from '#domain/result-code/result-codes'
import { HOUR_MS } from '#lib/time/time'
import type { ProjectId } from '#domain/ids'

/** How the provider's outcome is chosen for payments of a project (contract 7.9). */
export type OutcomeSwitch =
  | { readonly mode: 'card' }
  | { readonly mode: 'hold' }
  | { readonly mode: 'clarify'; readonly fields: ClarificationFields }

/** A rule of the project settings that sends callbacks elsewhere (contract 9.3); the first match wins. */
export interface CallbackRule {
  readonly paymentType?: string | undefined
  readonly result?: 'success' | 'decline' | undefined
  readonly method?: string | undefined
  readonly url: string
}

/** Customer data that the form collects itself, by path (`customer.email`; contract 7.4, 5.8). */
export interface CollectedFieldRule {
  readonly path: string
  readonly required: boolean
  readonly shown: boolean
}

/** Every alternative that the contract leaves to a project. Times are milliseconds. */
export interface ProjectSwitches {
  readonly outcome: OutcomeSwitch
  readonly lenientSignatures: boolean
  readonly explainSignatures: boolean
  readonly statusInPayment: boolean
  readonly statusFields: 'mission' | 'extended'
  readonly intermediateLayout: 'mission' | 'result'
  readonly cancelSpelling: 'canceled' | 'cancelled'
  readonly publicFields: 'informative' | 'mission_only' | 'all'
  readonly clarificationAnswers: 'both' | 'callbacks_only' | 'responses_only'
  readonly processingDeadlineMs: number
  readonly clarificationTimeoutCode: string
  readonly deadlineCode: string
  readonly holdTimeMs: number
  readonly holdEnd: 'cancel' | 'capture'
  readonly followUps: 'approve' | 'decline' | 'hold'
  readonly reversalRule: 'amount' | 'day'
  readonly partialApproval: boolean
  readonly callbackRules: readonly CallbackRule[]
  readonly verifyCallbackCertificate: boolean
  readonly http10: 'accept' | 'refuse'
  readonly allowedCallers: readonly string[]
  readonly statusDetails: 'available' | 'unavailable'
  readonly statusSignature: 'valid' | 'wrong' | 'missing'
  readonly apiFailure: boolean
  readonly threeDSecure: 'form' | 'off'
  readonly threeDSecureByApi: 'return_url' | 'off'
  readonly embeddedThreeDSecure: 'parent' | 'frame'
  readonly retries: boolean
  readonly retryLimit: number
  readonly retryWindowMs: number
  readonly intermediateCallbacks: boolean
  readonly collectedFields: readonly CollectedFieldRule[]
  readonly guests: boolean
  readonly saveCards: boolean
  readonly strictBaseUrl: boolean
  readonly formFailure: boolean
}

/** Merchant configuration unit (contract 1). The secret signs and verifies everything of the project. */
export interface Project {
  readonly projectId: ProjectId
  readonly name: string
  readonly secret: string
  readonly callbackUrl: string | null
  readonly switches: ProjectSwitches
}

/** The switches of a new project: the reference behaviour. */
export const DEFAULT_SWITCHES: ProjectSwitches = {
  outcome: { mode: 'card' },
  lenientSignatures: false,
  explainSignatures: false,
  statusInPayment: false,
  statusFields: 'extended',
  intermediateLayout: 'mission',
  cancelSpelling: 'canceled',
  publicFields: 'informative',
  clarificationAnswers: 'both',
  processingDeadlineMs: 24 * HOUR_MS,
  clarificationTimeoutCode: CLARIFICATION_TIMEOUT_CODE,
  deadlineCode: DEADLINE_CODE,
  holdTimeMs: 7 * 24 * HOUR_MS,
  holdEnd: 'cancel',
  followUps: 'approve',
  reversalRule: 'day',
  partialApproval: false,
  callbackRules: [],
  verifyCallbackCertificate: false,
  http10: 'accept',
  allowedCallers: [],
  statusDetails: 'available',
  statusSignature: 'valid',
  apiFailure: false,
  threeDSecure: 'form',
  threeDSecureByApi: 'return_url',
  embeddedThreeDSecure: 'parent',
  retries: false,
  retryLimit: 5,
  retryWindowMs: 600_000,
  intermediateCallbacks: true,
  collectedFields: [],
  guests: false,
  saveCards: true,
  strictBaseUrl: false,
  formFailure: false,
}

/** Range of `retryLimit`: attempts on the form, the first one included. One attempt leaves none to try again. */
export const MIN_RETRY_LIMIT = 2
export const MAX_RETRY_LIMIT = 100

/** Largest project number that the platform issues (contract 3.1). */
export const MAX_PROJECT_ID = 4_294_967_295

/** Written instead of the secret of a project in a session file without secrets. */
export const SECRET_LEFT_OUT = '(not in this session)'
