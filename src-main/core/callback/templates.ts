import { wireTime } from '../clock/wire-time'
import { resultMessage } from '../payment/result-codes'
import { PROVIDER } from '../provider/provider'
import type { SigningPlace } from './signed-text'
import type { JsonObject } from './status-object'
import { tokenBody } from './token-body'

/** What a template is filled with: a payment's own values, or those of {@link sampleSubject}. */
export interface TemplateSubject {
  readonly projectId: number
  readonly paymentId: string
  readonly method: string
  readonly amount: number
  readonly currency: string
  readonly description: string
  readonly customer: { readonly id: string; readonly phone: string }
  readonly card: {
    /** Masked. */
    readonly number: string
    readonly type: string
    readonly holder: string
    readonly month: string
    readonly year: string
    readonly id: number
    readonly token: string
  }
  readonly requestId: string
  readonly operationId: number
  /** Epoch milliseconds, virtual. */
  readonly createdAt: number
  readonly at: number
}

/** A kind of callback, or a layout that receivers meet in the wild, to begin a message with. */
export interface CallbackTemplate {
  readonly id: string
  readonly name: string
  /** When the platform sends it, or why a receiver should be able to read it. */
  readonly explanation: string
  readonly kind: 'clarification' | 'remaining' | 'intermediate' | 'result' | 'token' | 'other'
  /** Where this layout carries its signature. */
  readonly place: SigningPlace
  /** Unsigned. */
  readonly body: (subject: TemplateSubject) => JsonObject
}

const sum = ({ amount, currency }: TemplateSubject) => ({ amount, currency })

/** Payment status object (contract 3.2) at one status. */
function statusBody(subject: TemplateSubject, status: string, more: JsonObject = {}): JsonObject {
  const { card } = subject
  const money = sum(subject)
  return {
    sum_request: money,
    sum_real: money,
    request_id: subject.requestId,
    project_id: subject.projectId,
    payment: {
      id: subject.paymentId,
      method: subject.method,
      date: wireTime(subject.at),
      result_code: '9999',
      result_message: resultMessage('9999'),
      is_new_attempts_available: false,
      attempts_timeout: 0,
      provider_id: PROVIDER.id,
    },
    status,
    customer: { id: subject.customer.id },
    account: {
      number: card.number,
      type: card.type,
      card_holder: card.holder,
      expiry_month: card.month,
      expiry_year: card.year,
    },
    ...more,
    description: subject.description,
    operations: [
      {
        id: subject.operationId,
        type: 'sale',
        status,
        date: wireTime(subject.at),
        processing_time: null,
        sum: money,
        code: '9999',
        message: resultMessage('9999'),
      },
    ],
  }
}

/** Final result format (contract 3.6). */
function resultOf(subject: TemplateSubject, end: { status: string; type: string; code: string }): JsonObject {
  const { card } = subject
  const money = sum(subject)
  const refunded = end.type === 'refund'
  return {
    account: {
      number: card.number,
      token: card.token,
      type: card.type,
      card_holder: card.holder,
      id: card.id,
      expiry_month: '**',
      expiry_year: '****',
    },
    customer: { id: subject.customer.id, phone: subject.customer.phone },
    payment: {
      date: wireTime(subject.at),
      id: subject.paymentId,
      method: subject.method,
      status: end.status,
      sum: refunded ? { ...money, amount: 0 } : money,
      type: 'purchase',
      description: subject.description,
    },
    project_id: subject.projectId,
    processingDateTime: wireTime(subject.at),
    country: 'IE',
    product_name: 'CLASSIC',
    issuer_name: '',
    operation: {
      id: subject.operationId,
      type: end.type,
      status: end.code === '0' ? 'success' : 'decline',
      date: wireTime(subject.at),
      created_date: wireTime(subject.createdAt),
      request_id: subject.requestId,
      sum_initial: money,
      sum_converted: money,
      provider: {
        id: PROVIDER.id,
        payment_id: `p-${String(subject.operationId)}`,
        date: wireTime(subject.at),
        auth_code: end.code === '0' ? '440917' : '',
        endpoint_id: PROVIDER.endpointId,
      },
      code: end.code,
      message: resultMessage(end.code),
      eci: '05',
    },
  }
}

const general = ({ projectId, paymentId }: TemplateSubject) => ({
  project_id: projectId,
  payment_id: paymentId,
})

/** Every kind of callback (contract 9.1), then the layouts that are seen elsewhere (contract 3.9). */
export const CALLBACK_TEMPLATES: readonly CallbackTemplate[] = [
  {
    id: 'clarification',
    name: 'Clarification request',
    explanation: 'Asks for more data about the payment.',
    kind: 'clarification',
    place: 'top',
    body: (subject) =>
      statusBody(subject, 'awaiting clarification', {
        clarification_fields: {
          avs_data: ['avs_post_code', 'avs_street_address'],
          customer: ['email', 'billing.country', 'day_of_birth'],
        },
      }),
  },
  {
    id: 'remaining',
    name: 'Remaining-data request',
    explanation: 'Names what is still missing after a submission, and why a value was refused.',
    kind: 'remaining',
    place: 'top',
    body: (subject) =>
      statusBody(subject, 'awaiting clarification', {
        clarification_fields: { avs_data: ['avs_post_code'] },
        errors: [
          {
            code: 2004,
            message: 'The postal code is too long',
            field: 'avs_data.avs_post_code',
            constraint: 'length',
          },
        ],
      }),
  },
  {
    id: 'intermediate',
    name: 'Intermediate result',
    explanation: 'Says that the customer is at the issuer. A receiver answers 200 and does nothing.',
    kind: 'intermediate',
    place: 'top',
    body: (subject) => statusBody(subject, 'awaiting 3ds result'),
  },
  {
    id: 'success',
    name: 'Result: success',
    explanation: 'The purchase has ended well.',
    kind: 'result',
    place: 'top',
    body: (subject) => resultOf(subject, { status: 'success', type: 'sale', code: '0' }),
  },
  {
    id: 'decline',
    name: 'Result: decline',
    explanation: 'The purchase was declined.',
    kind: 'result',
    place: 'top',
    body: (subject) => resultOf(subject, { status: 'decline', type: 'sale', code: '100' }),
  },
  {
    id: 'refund',
    name: 'Follow-up: refund',
    explanation: 'A refund of the whole amount has finished; the payment has nothing left to give back.',
    kind: 'result',
    place: 'top',
    body: (subject) => resultOf(subject, { status: 'refunded', type: 'refund', code: '0' }),
  },
  {
    id: 'result-general',
    name: 'Result signed in general',
    explanation: 'The same result with its signature in general, as some layouts of the platform have it.',
    kind: 'result',
    place: 'general',
    body: (subject) => ({
      general: general(subject),
      ...resultOf(subject, { status: 'success', type: 'sale', code: '0' }),
    }),
  },
  {
    id: 'token',
    name: 'Token created',
    explanation: 'A card token was made. It belongs to no payment and is signed in general.',
    kind: 'token',
    place: 'general',
    body: ({ projectId, customer, requestId, card, at }) =>
      tokenBody({
        projectId,
        customerId: customer.id,
        request: { id: requestId, action: 'tokenize', status: 'success' },
        token: card.token,
        tokenStatus: 'active',
        tokenCreatedAt: at,
        card: {
          number: card.number,
          month: Number(card.month),
          year: Number(card.year),
          holder: card.holder,
          country: 'IE',
        },
      }),
  },
  {
    id: 'recurring',
    name: 'Recurring registration',
    explanation: 'The customer has agreed to be charged again; names the agreement and its rhythm.',
    kind: 'other',
    place: 'top',
    body: (subject) => ({
      project_id: subject.projectId,
      payment: { id: subject.paymentId, method: subject.method, status: 'success', sum: sum(subject) },
      customer: { id: subject.customer.id },
      recurring: {
        id: subject.operationId,
        status: 'active',
        type: 'R',
        currency: subject.currency,
        exp_year: subject.card.year,
        exp_month: subject.card.month,
        period: 'M',
        time: '12:00:00',
      },
    }),
  },
  {
    id: 'redirect',
    name: 'Redirect',
    explanation: 'Tells where the customer has to be sent on to, with the request to make there.',
    kind: 'other',
    place: 'top',
    body: ({ projectId, paymentId }) => ({
      project_id: projectId,
      payment: { id: paymentId },
      redirectData: {
        method: 'POST',
        url: 'https://issuer.example/acs',
        body: { PaReq: 'eJxVUttuwjAM', MD: paymentId },
        encrypted: [],
      },
    }),
  },
  {
    id: 'terminal',
    name: 'Terminal layout',
    explanation:
      'A layout with everything in general and display data for a terminal; unknown fields abound.',
    kind: 'other',
    place: 'general',
    body: (subject) => ({
      general: general(subject),
      payment: {
        id: subject.paymentId,
        method: subject.method,
        status: 'awaiting redirect result',
        date: wireTime(subject.at),
      },
      sum_request: sum(subject),
      sum_real: sum(subject),
      transaction: { id: subject.operationId, date: wireTime(subject.createdAt), type: 'purchase' },
      acs: { pa_req: 'eJxVUttuwjAM', md: subject.paymentId, acs_url: 'https://issuer.example/acs' },
      threeds2: { redirect: { url: 'https://issuer.example/challenge' } },
      display_data: [{ type: 'add_info', title: 'Pay at the counter', data: subject.paymentId }],
      qr_code: { url: 'https://pay.example/qr' },
      errors: [],
    }),
  },
]

/** Made-up values in the shapes of real ones, for a message that belongs to no payment. */
export function sampleSubject(given: {
  readonly projectId: number
  readonly requestId: string
  readonly operationId: number
  readonly at: number
}): TemplateSubject {
  const { projectId, requestId, operationId, at } = given
  return {
    projectId,
    paymentId: 'composed-1',
    method: 'card',
    amount: 4650,
    currency: 'EUR',
    description: '',
    customer: { id: 'buyer-5', phone: '3538****11' },
    card: {
      number: '400000******0077',
      type: 'visa',
      holder: 'NORA VALE',
      month: '07',
      year: String(new Date(at).getUTCFullYear() + 3),
      id: 70_311,
      token: '9f'.repeat(32),
    },
    requestId,
    operationId,
    createdAt: at,
    at,
  }
}
