import type { ProjectSwitches } from './project'

/** How a switch is edited: the workbench draws its control from this. */
export type SwitchControl =
  | { readonly kind: 'boolean' }
  | {
      readonly kind: 'choice'
      readonly options: readonly { readonly value: string; readonly label: string }[]
    }
  | { readonly kind: 'duration'; readonly minMs: number; readonly maxMs: number }
  | { readonly kind: 'resultCode' }
  | { readonly kind: 'outcome' }
  | { readonly kind: 'callbackRules' }
  | { readonly kind: 'addresses' }

/** A project switch as the tester reads it. */
export interface SwitchDescription {
  readonly name: keyof ProjectSwitches
  readonly group: 'Outcome' | 'Clarification' | 'Callbacks' | 'API' | 'Holds and refunds'
  readonly label: string
  readonly explanation: string
  readonly contract: string
  readonly control: SwitchControl
}

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** Every project switch with its meaning; the order is the order on the settings page. */
export const SWITCH_DESCRIPTIONS: readonly SwitchDescription[] = [
  {
    name: 'outcome',
    group: 'Outcome',
    label: 'Outcome of a payment',
    explanation:
      'By card number, held in processing until you decide, or a clarification first and then the card.',
    contract: '7.9',
    control: { kind: 'outcome' },
  },
  {
    name: 'partialApproval',
    group: 'Outcome',
    label: 'Partial approval',
    explanation: 'The two partial-approval cards approve at most 120 EUR; the real amount then differs.',
    contract: '7.9',
    control: { kind: 'boolean' },
  },
  {
    name: 'processingDeadlineMs',
    group: 'Clarification',
    label: 'Processing deadline',
    explanation: 'Counted from registration. No clarification request prolongs a payment beyond it.',
    contract: '6.4',
    control: { kind: 'duration', minMs: MINUTE_MS, maxMs: 365 * DAY_MS },
  },
  {
    name: 'clarificationTimeoutCode',
    group: 'Clarification',
    label: 'Code when 30 minutes pass',
    explanation: 'The result code of the automatic decline; 3191 is the natural alternative.',
    contract: '4.5',
    control: { kind: 'resultCode' },
  },
  {
    name: 'deadlineCode',
    group: 'Clarification',
    label: 'Code when the deadline passes',
    explanation: 'The result code of the decline at the processing deadline.',
    contract: '4.5',
    control: { kind: 'resultCode' },
  },
  {
    name: 'clarificationAnswers',
    group: 'Clarification',
    label: 'Where remaining fields are listed',
    explanation: 'In the answer and by callback, only by callback, or only in the answer.',
    contract: '5.2',
    control: {
      kind: 'choice',
      options: [
        { value: 'both', label: 'Answer and callback' },
        { value: 'callbacks_only', label: 'Callback only' },
        { value: 'responses_only', label: 'Answer only, no clarification callbacks' },
      ],
    },
  },
  {
    name: 'statusInPayment',
    group: 'Callbacks',
    label: 'Status also inside payment',
    explanation: 'Adds payment.status to clarification callbacks, where several SDKs look for it.',
    contract: '3.2',
    control: { kind: 'boolean' },
  },
  {
    name: 'publicFields',
    group: 'Callbacks',
    label: 'Optional fields',
    explanation: 'Adds optional fields only when they carry news, never, or always.',
    contract: '3.2',
    control: {
      kind: 'choice',
      options: [
        { value: 'informative', label: 'When they carry information' },
        { value: 'mission_only', label: 'Base set only' },
        { value: 'all', label: 'Every optional field' },
      ],
    },
  },
  {
    name: 'callbackRules',
    group: 'Callbacks',
    label: 'Callback rules',
    explanation: 'Other URLs by payment type, result and method; the first match wins over the project URL.',
    contract: '9.3',
    control: { kind: 'callbackRules' },
  },
  {
    name: 'verifyCallbackCertificate',
    group: 'Callbacks',
    label: 'Verify the merchant certificate',
    explanation: 'Off for a test project: self-signed certificates are accepted and marked.',
    contract: '9.2',
    control: { kind: 'boolean' },
  },
  {
    name: 'lenientSignatures',
    group: 'API',
    label: 'Lenient signatures',
    explanation: 'Also accepts the sorting of the JavaScript and Python SDKs; the verdict names the dialect.',
    contract: '2.8',
    control: { kind: 'boolean' },
  },
  {
    name: 'legacyStatus',
    group: 'API',
    label: 'Legacy status fields',
    explanation: 'Status answers also carry payment.type, payment.sum and operations[].sum_initial.',
    contract: '5.3',
    control: { kind: 'boolean' },
  },
  {
    name: 'statusDetails',
    group: 'API',
    label: 'Payment details',
    explanation: 'Unavailable: status requests answer 3062 although the payment exists.',
    contract: '5.3',
    control: {
      kind: 'choice',
      options: [
        { value: 'available', label: 'Available' },
        { value: 'unavailable', label: 'Not readable now (3062)' },
      ],
    },
  },
  {
    name: 'http10',
    group: 'API',
    label: 'HTTP/1.0 requests',
    explanation: 'Accepted and marked, or refused with 505.',
    contract: '1',
    control: {
      kind: 'choice',
      options: [
        { value: 'accept', label: 'Accept and mark' },
        { value: 'refuse', label: 'Refuse with 505' },
      ],
    },
  },
  {
    name: 'allowedCallers',
    group: 'API',
    label: 'Allowed caller addresses',
    explanation: 'Empty: everybody. Otherwise other addresses get 403 with code 303.',
    contract: '5.1',
    control: { kind: 'addresses' },
  },
  {
    name: 'apiFailure',
    group: 'API',
    label: 'Platform failure',
    explanation: 'Every API request of this project is answered with 500 and code 501; nothing is changed.',
    contract: '5.1',
    control: { kind: 'boolean' },
  },
  {
    name: 'holdTimeMs',
    group: 'Holds and refunds',
    label: 'Hold time',
    explanation: 'How long an authorisation waits for its capture.',
    contract: '5.6',
    control: { kind: 'duration', minMs: 60 * MINUTE_MS, maxMs: 30 * DAY_MS },
  },
  {
    name: 'holdEnd',
    group: 'Holds and refunds',
    label: 'At the end of the hold',
    explanation: 'What the platform does by itself 30 minutes before the hold ends.',
    contract: '5.6',
    control: {
      kind: 'choice',
      options: [
        { value: 'cancel', label: 'Cancel' },
        { value: 'capture', label: 'Capture' },
      ],
    },
  },
  {
    name: 'followUps',
    group: 'Holds and refunds',
    label: 'Captures, cancels and refunds',
    explanation: 'Whether the provider approves or refuses them.',
    contract: '4.4',
    control: {
      kind: 'choice',
      options: [
        { value: 'approve', label: 'Approve' },
        { value: 'decline', label: 'Decline' },
      ],
    },
  },
]
