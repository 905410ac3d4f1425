import { MAX_RETRY_LIMIT, MIN_RETRY_LIMIT, type ProjectSwitches } from './project'
import { DAY_MS, MINUTE_MS } from '#lib/time/time'

/** How a switch is edited: the workbench draws its control from this. */
export type SwitchControl =
  | { readonly kind: 'boolean' }
  | {
      readonly kind: 'choice'
      readonly options: readonly { readonly value: string; readonly label: string }[]
    }
  | { readonly kind: 'duration'; readonly minMs: number; readonly maxMs: number }
  | { readonly kind: 'count'; readonly min: number; readonly max: number }
  | { readonly kind: 'resultCode' }
  | { readonly kind: 'outcome' }
  | { readonly kind: 'callbackRules' }
  | { readonly kind: 'collectedFields' }
  | { readonly kind: 'addresses' }

/** A project switch as the tester reads it. */
export interface SwitchDescription {
  readonly name: keyof ProjectSwitches
  readonly group: 'Outcome' | 'Clarification' | 'Callbacks' | 'API' | 'Form' | 'Holds and refunds'
  readonly label: string
  readonly explanation: string
  readonly contract: string
  readonly control: SwitchControl
}

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
    explanation:
      'Counted from registration, or from the request of a held capture, cancel or refund. No clarification request prolongs it.',
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
    explanation: 'In the response and by callback, only by callback, or only in the response.',
    contract: '5.2',
    control: {
      kind: 'choice',
      options: [
        { value: 'both', label: 'Response and callback' },
        { value: 'callbacks_only', label: 'Callback only' },
        { value: 'responses_only', label: 'Response only, no clarification callbacks' },
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
    explanation: 'Adds optional fields only when they carry information, never, or always.',
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
    name: 'intermediateCallbacks',
    group: 'Callbacks',
    label: 'Intermediate callbacks',
    explanation: 'Sent when a customer has to pass 3-D Secure and when another attempt is possible.',
    contract: '9.1',
    control: { kind: 'boolean' },
  },
  {
    name: 'intermediateLayout',
    group: 'Callbacks',
    label: 'Layout of clarification and intermediate callbacks',
    explanation:
      'The status object, or the layout of a result with clarification_fields, which is all that some SDKs and shop plugins read.',
    contract: '12',
    control: {
      kind: 'choice',
      options: [
        { value: 'mission', label: 'Status object' },
        { value: 'result', label: 'As a result' },
      ],
    },
  },
  {
    name: 'cancelSpelling',
    group: 'Callbacks',
    label: 'Spelling of a cancelled payment',
    explanation: 'How callbacks and responses write its status; clients know one of the two.',
    contract: '12',
    control: {
      kind: 'choice',
      options: [
        { value: 'canceled', label: 'canceled' },
        { value: 'cancelled', label: 'cancelled' },
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
    name: 'explainSignatures',
    group: 'API',
    label: 'Explain wrong signatures',
    explanation:
      'The 400 for a wrong API signature also says which mistake made it. The platform says less, so this is off; the form and the workbench always say it.',
    contract: '2.8',
    control: { kind: 'boolean' },
  },
  {
    name: 'statusFields',
    group: 'API',
    label: 'Fields of status responses',
    explanation:
      'Extended: status responses also carry payment.sum, type and description, sums, dates, provider and eci of each operation, and account.token; shop plugins look for them.',
    contract: '12',
    control: {
      kind: 'choice',
      options: [
        { value: 'mission', label: 'Base set only' },
        { value: 'extended', label: 'Extended' },
      ],
    },
  },
  {
    name: 'statusDetails',
    group: 'API',
    label: 'Payment details',
    explanation: 'Unavailable: status requests get 3062 although the payment exists.',
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
    name: 'statusSignature',
    group: 'API',
    label: 'Signature of status responses',
    explanation:
      'Wrong or missing: responses to status requests are not genuine, and a merchant must not believe them.',
    contract: '5.3',
    control: {
      kind: 'choice',
      options: [
        { value: 'valid', label: 'Valid' },
        { value: 'wrong', label: 'Wrong' },
        { value: 'missing', label: 'Missing' },
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
    name: 'threeDSecureByApi',
    group: 'API',
    label: '3-D Secure by API',
    explanation:
      'Challenge cards of a sale or auth with acs_return_url await the result of the issuer\u2019s page, named in acs of the callback.',
    contract: '13.3',
    control: {
      kind: 'choice',
      options: [
        { value: 'return_url', label: 'Challenge where acs_return_url is given' },
        { value: 'off', label: 'Never challenge' },
      ],
    },
  },
  {
    name: 'threeDSecure',
    group: 'Form',
    label: '3-D Secure',
    explanation: 'Whether challenge cards show the page of their issuer on the form.',
    contract: '7.9',
    control: {
      kind: 'choice',
      options: [
        { value: 'form', label: 'Challenge on the form' },
        { value: 'off', label: 'Never challenge' },
      ],
    },
  },
  {
    name: 'embeddedThreeDSecure',
    group: 'Form',
    label: '3-D Secure on embedded forms',
    explanation:
      'Whether the merchant’s page is asked to go to the issuer’s page, or an embedded form shows that page itself. Other forms always show it themselves.',
    contract: '12.25',
    control: {
      kind: 'choice',
      options: [
        { value: 'parent', label: 'The merchant’s page goes there' },
        { value: 'frame', label: 'Inside the form' },
      ],
    },
  },
  {
    name: 'retries',
    group: 'Form',
    label: 'Attempts after a decline',
    explanation: 'The result page offers another attempt under the same payment id.',
    contract: '7.5',
    control: { kind: 'boolean' },
  },
  {
    name: 'retryLimit',
    group: 'Form',
    label: 'Attempts in all',
    explanation: 'Counts the first one. It has no effect without attempts after a decline.',
    contract: '7.5',
    control: { kind: 'count', min: MIN_RETRY_LIMIT, max: MAX_RETRY_LIMIT },
  },
  {
    name: 'retryWindowMs',
    group: 'Form',
    label: 'Time for attempts',
    explanation: 'Counted from the first decline; where the form was opened with best_before, that counts.',
    contract: '7.5',
    control: { kind: 'duration', minMs: MINUTE_MS, maxMs: DAY_MS },
  },
  {
    name: 'collectedFields',
    group: 'Form',
    label: 'Customer data that the form collects',
    explanation: 'One field is asked on the card page, two or more on a page before it.',
    contract: '7.4',
    control: { kind: 'collectedFields' },
  },
  {
    name: 'guests',
    group: 'Form',
    label: 'Guest checkout',
    explanation:
      'Opens the form without a customer_id too: the customer id in callbacks is then empty, and no cards are saved or offered.',
    contract: '12.11',
    control: { kind: 'boolean' },
  },
  {
    name: 'saveCards',
    group: 'Form',
    label: 'Saved cards',
    explanation: 'Customers may save their card for the next payment and pay with a saved one.',
    contract: '7.3',
    control: { kind: 'boolean' },
  },
  {
    name: 'strictBaseUrl',
    group: 'Form',
    label: 'Strict baseUrl',
    explanation:
      'A wrong baseUrl gets 404 too, as a wrong urlBase always does; otherwise baseUrl is ignored.',
    contract: '7.2',
    control: { kind: 'boolean' },
  },
  {
    name: 'formFailure',
    group: 'Form',
    label: 'Form failure',
    explanation: 'Every opening of the form of this project is answered with 500; nothing is changed.',
    contract: '7.2',
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
    explanation:
      'Whether the provider approves or refuses them at once, or they stay in processing until you approve, decline or request clarification.',
    contract: '4.4',
    control: {
      kind: 'choice',
      options: [
        { value: 'approve', label: 'Approve' },
        { value: 'decline', label: 'Decline' },
        { value: 'hold', label: 'Held until you decide' },
      ],
    },
  },
  {
    name: 'reversalRule',
    group: 'Holds and refunds',
    label: 'What counts as a reversal',
    explanation:
      'Money returned on the UTC day of the purchase: every return, or only one of the whole amount; anything else is a refund.',
    contract: '12',
    control: {
      kind: 'choice',
      options: [
        { value: 'day', label: 'Every return on that day' },
        { value: 'amount', label: 'Only the whole amount' },
      ],
    },
  },
]
