import type { z } from 'zod'
import type { ClarificationFields } from '#domain/clarification/fields'
import { CLARIFICATION_TIMEOUT_CODE, DEADLINE_CODE } from '#domain/result-code/result-codes'
import type { ReadonlyDeep } from '#lib/readonly-deep'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/time/time'
import type { Method, methodWayRule } from './method-shape'

/** How the provider's outcome is chosen (contract 7.9). */
export type OutcomeSwitch =
  | { readonly mode: 'card' }
  | { readonly mode: 'hold' }
  | { readonly mode: 'clarify'; readonly fields: ClarificationFields }

/** What customers do at the provider of a method if nobody decides first (contract 16.4). */
export type CustomersSwitch =
  | { readonly mode: 'wait' }
  /** `percent` of the requested amount. */
  | { readonly mode: 'pay'; readonly afterMs: number; readonly percent: number }
  | { readonly mode: 'decline'; readonly afterMs: number; readonly code: string }
  | { readonly mode: 'leave'; readonly afterMs: number }

/** Sends matching callbacks to another URL (contract 9.3); the first match wins. */
export interface CallbackRule {
  readonly paymentType?: string | undefined
  readonly result?: 'success' | 'decline' | undefined
  readonly method?: string | undefined
  readonly url: string
}

/** Customer data that the form collects, by path (`customer.email`; contract 7.4, 5.8). */
export interface CollectedFieldRule {
  readonly path: string
  readonly required: boolean
  readonly shown: boolean
}

/** A method by its path, in this span if it has one (virtual time, ISO 8601; contract 16.1, 16.9). */
export interface MethodSpan {
  readonly path: string
  readonly from?: string | undefined
  readonly until?: string | undefined
}

/** What a project changes about a method (contract 16.2, 16.4). */
export type MethodWayRule = ReadonlyDeep<z.infer<typeof methodWayRule>>

/** Values and editor of a switch. `standard` is its default, the reference behaviour. Times are milliseconds. */
export type SwitchControl =
  | { readonly kind: 'boolean'; readonly standard: boolean }
  | {
      readonly kind: 'choice'
      readonly standard: string
      readonly options: readonly { readonly value: string; readonly label: string }[]
    }
  | { readonly kind: 'duration'; readonly standard: number; readonly minMs: number; readonly maxMs: number }
  | { readonly kind: 'count'; readonly standard: number; readonly min: number; readonly max: number }
  | { readonly kind: 'resultCode' | 'colour'; readonly standard: string }
  | { readonly kind: 'outcome'; readonly standard: OutcomeSwitch }
  | { readonly kind: 'customers'; readonly standard: CustomersSwitch }
  | { readonly kind: 'callbackRules'; readonly standard: readonly CallbackRule[] }
  | { readonly kind: 'collectedFields'; readonly standard: readonly CollectedFieldRule[] }
  | { readonly kind: 'addresses'; readonly standard: readonly string[] }
  | { readonly kind: 'ownMethods'; readonly standard: readonly Method[] }
  | { readonly kind: 'methodWays'; readonly standard: readonly MethodWayRule[] }
  /** `empty`: what an empty list means. */
  | { readonly kind: 'methods'; readonly standard: readonly MethodSpan[]; readonly empty: string }

const onOff = (standard: boolean) => ({ kind: 'boolean', standard }) as const

const choice = <Value extends string>(standard: NoInfer<Value>, labels: Readonly<Record<Value, string>>) => ({
  kind: 'choice' as const,
  standard,
  options: Object.entries<string>(labels).map(([value, label]) => ({ value, label })),
})

const controlOf = <Kind extends SwitchControl['kind'], Value>(kind: Kind, standard: Value) => ({
  kind,
  standard,
})

interface SwitchRow {
  readonly label: string
  readonly explanation: string
  readonly contract: string
  readonly control: SwitchControl
  /** What SDKs and shop plugins that were written for the platform need; undefined if any value suits them. */
  readonly publicClients?: SwitchControl['standard']
}

type Rows = Readonly<Record<string, SwitchRow>>

const OUTCOME = {
  outcome: {
    label: 'Outcome of a payment',
    explanation:
      'Decided by the card number, by you (in processing until then), or by a clarification and then the card number.',
    contract: '7.9',
    control: controlOf<'outcome', OutcomeSwitch>('outcome', { mode: 'card' }),
  },
  partialApproval: {
    label: 'Partial approval',
    explanation: 'The two partial-approval cards approve at most 120 EUR; the real amount then differs.',
    contract: '7.9',
    control: onOff(false),
  },
  customers: {
    label: 'Customers of other methods',
    explanation:
      'What customers of methods other than cards do at the provider if nobody decides first: nothing, or, after a time, pay a percentage of the amount, get declined, or leave.',
    contract: '16.4',
    control: controlOf<'customers', CustomersSwitch>('customers', { mode: 'wait' }),
  },
  changedAmount: {
    label: 'Another amount paid',
    explanation:
      'What happens if a customer pays an amount other than the requested one. Only methods other than cards allow it.',
    contract: '16.6',
    control: choice('accept', {
      accept: 'Accept the paid amount',
      decline: 'Decline (20304)',
      hold: 'Wait for your decision',
    }),
  },
} satisfies Rows

const CLARIFICATION = {
  processingDeadlineMs: {
    label: 'Processing deadline',
    explanation:
      'Counted from registration, or from the request of a held capture, cancel or refund. No clarification request extends it.',
    contract: '6.4',
    control: { kind: 'duration', standard: 24 * HOUR_MS, minMs: MINUTE_MS, maxMs: 365 * DAY_MS },
  },
  clarificationTimeoutCode: {
    label: 'Code when 30 minutes pass',
    explanation: 'The result code of the automatic decline; 3191 is the usual alternative.',
    contract: '4.5',
    control: { kind: 'resultCode', standard: CLARIFICATION_TIMEOUT_CODE },
  },
  deadlineCode: {
    label: 'Code when the deadline passes',
    explanation: 'The result code of the decline at the processing deadline.',
    contract: '4.5',
    control: { kind: 'resultCode', standard: DEADLINE_CODE },
  },
  clarificationAnswers: {
    label: 'Where remaining fields are listed',
    explanation: 'In the response and by callback, only by callback, or only in the response.',
    contract: '5.2',
    control: choice('both', {
      both: 'Response and callback',
      callbacks_only: 'Callback only',
      responses_only: 'Response only, no clarification callbacks',
    }),
  },
} satisfies Rows

const CALLBACKS = {
  statusInPayment: {
    label: 'Status also inside payment',
    explanation: 'Adds payment.status to clarification callbacks, where several SDKs look for it.',
    contract: '3.2',
    control: onOff(false),
    publicClients: true,
  },
  publicFields: {
    label: 'Optional fields',
    explanation: 'Adds optional fields only when they carry information, never, or always.',
    contract: '3.2',
    control: choice('informative', {
      informative: 'When they carry information',
      mission_only: 'Base set only',
      all: 'Every optional field',
    }),
  },
  intermediateCallbacks: {
    label: 'Intermediate callbacks',
    explanation: 'Sent when a customer must pass 3-D Secure and when another attempt is possible.',
    contract: '9.1',
    control: onOff(true),
  },
  intermediateLayout: {
    label: 'Layout of clarification and intermediate callbacks',
    explanation:
      'The status object, or the layout of a result with clarification_fields, which is all that some SDKs and shop plugins read.',
    contract: '12.14',
    control: choice('mission', { mission: 'Status object', result: 'As a result' }),
    publicClients: 'result',
  },
  cancelSpelling: {
    label: 'Spelling of a cancelled payment',
    explanation: 'How callbacks and responses write its status; each client knows only one of the two.',
    contract: '12.18',
    control: choice('canceled', { canceled: 'canceled', cancelled: 'cancelled' }),
    publicClients: 'cancelled',
  },
  resultBeforeReturn: {
    label: 'Result before the return',
    explanation:
      'After a decision on the provider’s page, the browser returns to the shop once the result callback has been delivered or has failed, after 5 seconds at the latest. When off, the browser returns first.',
    contract: '16.5',
    control: onOff(false),
  },
  callbackRules: {
    label: 'Callback rules',
    explanation: 'Other URLs by payment type, result and method; the first match wins over the project URL.',
    contract: '9.3',
    control: controlOf<'callbackRules', readonly CallbackRule[]>('callbackRules', []),
  },
  verifyCallbackCertificate: {
    label: 'Verify the merchant certificate',
    explanation: 'Off for a test project: self-signed certificates are accepted and marked.',
    contract: '9.2',
    control: onOff(false),
  },
} satisfies Rows

const API = {
  lenientSignatures: {
    label: 'Lenient signatures',
    explanation: 'Also accepts the sorting of the JavaScript and Python SDKs; the verdict names the dialect.',
    contract: '2.5',
    control: onOff(false),
    publicClients: true,
  },
  explainSignatures: {
    label: 'Explain wrong signatures',
    explanation:
      'The 400 for a wrong API signature also says which mistake caused it. The platform says less, so this is off by default; the form and the workbench always say it.',
    contract: '2.8',
    control: onOff(false),
  },
  statusFields: {
    label: 'Fields of status responses',
    explanation:
      'Extended: status responses also carry payment.sum, type and description, sums, dates, provider and eci of each operation, and account.token; shop plugins look for them.',
    contract: '12.13',
    control: choice('extended', { mission: 'Base set only', extended: 'Extended' }),
    publicClients: 'extended',
  },
  statusDetails: {
    label: 'Payment details',
    explanation: 'Unavailable: status requests get 3062 although the payment exists.',
    contract: '5.3',
    control: choice('available', { available: 'Available', unavailable: 'Not readable now (3062)' }),
  },
  statusSignature: {
    label: 'Signature of status responses',
    explanation:
      'Wrong or missing: responses to status requests are not genuine, and a merchant must not trust them.',
    contract: '5.3',
    control: choice('valid', { valid: 'Valid', wrong: 'Wrong', missing: 'Missing' }),
  },
  http10: {
    label: 'HTTP/1.0 requests',
    explanation: 'Accepted and marked, or refused with 505.',
    contract: '1',
    control: choice('accept', { accept: 'Accept and mark', refuse: 'Refuse with 505' }),
    publicClients: 'accept',
  },
  allowedCallers: {
    label: 'Allowed caller addresses',
    explanation: 'If empty, every address may call; otherwise the others get 403 with code 303.',
    contract: '5.1',
    control: controlOf<'addresses', readonly string[]>('addresses', []),
  },
  apiFailure: {
    label: 'Platform failure',
    explanation: 'Every API request of this project gets 500 with code 501; nothing is changed.',
    contract: '5.1',
    control: onOff(false),
  },
  threeDSecureByApi: {
    label: '3-D Secure by API',
    explanation:
      'A sale or auth with acs_return_url and a challenge card waits for the result of the issuer’s page, whose address is in acs of the callback.',
    contract: '13.3',
    control: choice('return_url', {
      return_url: 'Challenge if acs_return_url is given',
      off: 'Never challenge',
    }),
  },
} satisfies Rows

const METHODS = {
  ownMethods: {
    label: 'Own methods',
    explanation:
      'Methods that you add. Each works like those of the catalogue: by API and on the form, with its parameters and what the customer does.',
    contract: '16.1',
    control: controlOf<'ownMethods', readonly Method[]>('ownMethods', []),
  },
  methods: {
    label: 'Methods of the project',
    explanation:
      'Methods other than cards, each by its path such as wallet/skrill; all if empty. Others are refused with 2541.',
    contract: '16.1',
    control: { ...controlOf<'methods', readonly MethodSpan[]>('methods', []), empty: 'All methods' },
  },
  unavailableMethods: {
    label: 'Unavailable methods',
    explanation:
      'Their sales and payouts are refused with 2541, and the list of available methods says so. A span of the virtual clock can be added to each, such as wallet/skrill from 2031-04-09T16:00Z until 2031-04-10.',
    contract: '16.9',
    control: { ...controlOf<'methods', readonly MethodSpan[]>('methods', []), empty: 'None' },
  },
  methodWays: {
    label: 'Kinds, times and limits of methods',
    explanation:
      'For a method: which of its kinds is used, if it has several; how long a payment that nobody pays stays open; which amounts it accepts, others being refused with 2642; and its name in payment.method. For example: wallet/shopee redirect 15 min, or wallet/skrill 5.00 to 500.00 EUR as Skrill.',
    contract: '16.4',
    control: controlOf<'methodWays', readonly MethodWayRule[]>('methodWays', []),
  },
  redirectMethod: {
    label: 'Redirect to the provider',
    explanation:
      'How the customer’s browser opens the provider’s page: by GET with a query, or by POST with a body, both as redirect_data says.',
    contract: '16.4',
    control: choice('get', { get: 'GET with a query', post: 'POST with a body' }),
  },
  cascade: {
    label: 'Several providers',
    explanation:
      'While the customer of a method is at its provider, or after a decline, the merchant may try the next provider under the same payment id. There are three.',
    contract: '16.7',
    control: onOff(false),
  },
  synchronous: {
    label: 'Synchronous sales and payouts',
    explanation:
      'The response to a sale or payout is the status of the payment instead of an acknowledgement. A callback with the same content follows, or is left out.',
    contract: '16.10',
    control: choice('off', {
      off: 'Off',
      callback: 'Status, and a callback follows',
      alone: 'Status without a callback',
    }),
  },
} satisfies Rows

const FORM = {
  threeDSecure: {
    label: '3-D Secure',
    explanation: 'Whether challenge cards show the page of their issuer on the form.',
    contract: '7.9',
    control: choice('form', { form: 'Challenge on the form', off: 'Never challenge' }),
  },
  embeddedThreeDSecure: {
    label: '3-D Secure on embedded forms',
    explanation:
      'Whether the merchant’s page is asked to go to the issuer’s page, or an embedded form shows that page itself. Other forms always show it themselves.',
    contract: '12.25',
    control: choice('parent', { parent: 'The merchant’s page goes there', frame: 'Inside the form' }),
    publicClients: 'parent',
  },
  retries: {
    label: 'Attempts after a decline',
    explanation: 'The result page offers another attempt under the same payment id.',
    contract: '7.5',
    control: onOff(false),
  },
  retryLimit: {
    label: 'Attempts in all',
    explanation: 'Includes the first one. No effect without attempts after a decline.',
    contract: '7.5',
    control: { kind: 'count', standard: 5, min: 2, max: 100 },
  },
  retryWindowMs: {
    label: 'Time for attempts',
    explanation: 'Counted from the first decline; best_before of the form, if given, applies instead.',
    contract: '7.5',
    control: { kind: 'duration', standard: 600_000, minMs: MINUTE_MS, maxMs: DAY_MS },
  },
  collectedFields: {
    label: 'Customer data that the form collects',
    explanation: 'One field is requested on the card page, two or more on a page before it.',
    contract: '7.4',
    control: controlOf<'collectedFields', readonly CollectedFieldRule[]>('collectedFields', []),
  },
  guests: {
    label: 'Guest checkout',
    explanation:
      'Opens the form without a customer_id too: the customer id in callbacks is then empty, and no cards are saved or offered.',
    contract: '12.11',
    control: onOff(false),
    publicClients: true,
  },
  saveCards: {
    label: 'Saved cards',
    explanation: 'Customers may save their card for the next payment and pay with a saved one.',
    contract: '7.3',
    control: onOff(true),
  },
  accent: {
    label: 'Accent colour',
    explanation:
      'The colour of the shop, on the form and on its own pages: buttons, the shop’s mark and the tint of the background. Darkened or lightened until text on it can be read.',
    contract: '7.3',
    control: { kind: 'colour', standard: '#17606b' },
  },
  strictBaseUrl: {
    label: 'Strict baseUrl',
    explanation:
      'A wrong baseUrl also gets 404, as a wrong urlBase always does; when off, baseUrl is ignored.',
    contract: '7.2',
    control: onOff(false),
  },
  formFailure: {
    label: 'Form failure',
    explanation: 'Every opening of the form of this project gets 500; nothing is changed.',
    contract: '7.2',
    control: onOff(false),
  },
} satisfies Rows

const HOLDS_AND_REFUNDS = {
  holdTimeMs: {
    label: 'Hold time',
    explanation: 'How long an authorisation waits for its capture.',
    contract: '5.6',
    control: { kind: 'duration', standard: 7 * 24 * HOUR_MS, minMs: 60 * MINUTE_MS, maxMs: 30 * DAY_MS },
  },
  holdEnd: {
    label: 'At the end of the hold',
    explanation: 'What the platform does automatically 30 minutes before the hold ends.',
    contract: '5.6',
    control: choice('cancel', { cancel: 'Cancel', capture: 'Capture' }),
  },
  followUps: {
    label: 'Captures, cancels and refunds',
    explanation:
      'Whether the provider approves or refuses them immediately, or they stay in processing until you approve, decline or request clarification.',
    contract: '4.4',
    control: choice('approve', {
      approve: 'Approve',
      decline: 'Decline',
      hold: 'Wait for your decision',
    }),
  },
  refundTime: {
    label: 'Time of a refund',
    explanation: 'When the provider of a method other than cards decides on a refund, on the virtual clock.',
    contract: '16.8',
    control: choice('immediate', {
      immediate: 'At once',
      hour: 'After one hour',
      two_days: 'After two days',
    }),
  },
  reversalRule: {
    label: 'What counts as a reversal',
    explanation:
      'Money returned on the UTC day of the purchase: every return, or only one of the whole amount; anything else is a refund.',
    contract: '12.16',
    control: choice('day', { day: 'Every return on that day', amount: 'Only the whole amount' }),
  },
} satisfies Rows

type Named = typeof OUTCOME &
  typeof CLARIFICATION &
  typeof CALLBACKS &
  typeof API &
  typeof METHODS &
  typeof FORM &
  typeof HOLDS_AND_REFUNDS

export type SwitchName = keyof Named

export type SwitchValue<Name extends SwitchName> = Named[Name]['control']['standard']

export interface ProjectSwitch extends SwitchRow {
  readonly name: SwitchName
  readonly group: string
}

const inGroup = (group: string, rows: Rows): readonly ProjectSwitch[] =>
  Object.entries(rows).map(([name, row]) => ({ name: name as SwitchName, group, ...row }))

/**
 * Alternatives that the contract leaves to a project, in the order of the settings page, which begins with the groups
 * that testers change most. Types, defaults, shapes of the protocol and that page are derived from this list.
 */
export const SWITCHES: readonly ProjectSwitch[] = [
  ...inGroup('Outcome', OUTCOME),
  ...inGroup('Clarification', CLARIFICATION),
  ...inGroup('Callbacks', CALLBACKS),
  ...inGroup('API', API),
  ...inGroup('Methods', METHODS),
  ...inGroup('Form', FORM),
  ...inGroup('Holds and refunds', HOLDS_AND_REFUNDS),
]
