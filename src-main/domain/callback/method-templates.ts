import { codeSentAt } from '#domain/clarification/timers'
import { findMethod, sentNameOf } from '#domain/method/method'
import { type ProviderPage, SET_ASIDE } from '#domain/payment/payment'
import type { Method, MethodWay } from '#domain/project/method-shape'
import { PROVIDER } from '#domain/provider/outcome-steps'
import { HOUR_MS } from '#lib/time/time'
import { callbackBody } from './body'
import type { JsonObject } from './status-object'
import {
  type CallbackTemplate,
  idOf,
  resultOf,
  type TemplateSubject,
  waitingBody,
  waitingIn,
} from './template-bodies'

/** A method of the catalogue for each kind that has callbacks to show (contract 16.4). */
const SAMPLES = {
  redirect: 'online-banking/ideal',
  qr: 'wallet/bybit',
  instructions: 'bank-transfer/multibanco',
  otp: 'wallet/upaisa',
} as const satisfies Readonly<Partial<Record<MethodWay, string>>>

type SampleWay = keyof typeof SAMPLES

/** The provider's pages of templates do not exist. */
const PROVIDER_SITE = 'https://provider.example'

function sampleMethod(way: SampleWay): Method {
  const method = findMethod(SAMPLES[way], [])
  if (method === null) throw new Error(`The catalogue has no ${SAMPLES[way]}`)
  return method
}

/** The same payment by a method of this kind; unchanged if its method is not a card. */
function paidBy(subject: TemplateSubject, way: SampleWay): TemplateSubject {
  const { payment, switches } = subject
  if (payment.methodPath !== undefined) return subject
  const method = sampleMethod(way)
  const account = { ...payment.account, number: '', type: '', token: '' }
  const name = sentNameOf(method, switches.methodWays)
  return { payment: { ...payment, method: name, methodPath: method.path, account }, switches }
}

/** A callback about a customer who is to pay at the provider. */
function atProviderBody(subject: TemplateSubject, way: ProviderPage['way']): JsonObject {
  const { payment, switches } = paidBy(subject, way)
  const operationId = idOf(payment)
  const providerPage: ProviderPage = {
    operationId,
    way,
    display: sampleMethod(way).operations.sale?.display ?? [],
    token: '9f'.repeat(16),
    askedAt: payment.updatedAt,
    expiresAt: payment.updatedAt + HOUR_MS,
    outcome: null,
    later: null,
  }
  const status = way === 'redirect' ? 'awaiting redirect result' : 'awaiting customer action'
  const shown = { ...waitingIn(payment, status), providerPage }
  return callbackBody('intermediate', shown, operationId, switches, PROVIDER_SITE)
}

/** The result of a customer who paid half of the amount, rounded up (contract 16.6). */
function lessPaidBody(subject: TemplateSubject): JsonObject {
  const { payment, switches } = paidBy(subject, 'instructions')
  const { amount, currency } = payment.real
  const real = { amount: Math.ceil(amount / 2), currency }
  return resultOf({ payment: { ...payment, real }, switches }, { status: 'success', type: 'sale' })
}

/** The result of each of two providers that charge the customer, the second provider first (contract 16.7). */
function chargedBody(subject: TemplateSubject, charges: 1 | 2): JsonObject {
  const { payment, switches } = paidBy(subject, 'redirect')
  const { amount, currency } = payment.real
  const second = payment.operations.map((first) => ({
    ...first,
    id: first.id + 1,
    providerId: PROVIDER.id + 1,
  }))
  const operations = charges === 1 ? second : [...payment.operations, ...second]
  const charged = { ...payment, operations, real: { amount: charges * amount, currency } }
  const status = charges === 1 ? SET_ASIDE : 'success'
  return resultOf({ payment: charged, switches }, { status, type: 'sale', moved: amount })
}

const AT_PROVIDER = [
  [
    'redirect',
    'redirect',
    'The customer must be sent to the provider’s page; redirect_data has its address.',
  ],
  [
    'qr',
    'QR code',
    'The customer pays with a phone; display_data has the content of the QR code and what else to show.',
  ],
  [
    'instructions',
    'instructions',
    'The customer transfers the money later; display_data says to whom and how much.',
  ],
] as const

/** What merchants receive about payments by methods other than cards (contract 16.4, 16.6, 16.7). */
export const METHOD_TEMPLATES: readonly CallbackTemplate[] = [
  ...AT_PROVIDER.map(([way, word, explanation]): CallbackTemplate => ({
    id: `intermediate-${way}`,
    name: `Method: ${word}`,
    explanation,
    kind: 'intermediate',
    body: (subject) => atProviderBody(subject, way),
  })),
  {
    id: 'clarification-code',
    name: 'Method: one-time code',
    explanation: 'Requests the code that the customer received, and says when another one can be sent.',
    kind: 'clarification',
    body: (subject) =>
      waitingBody(paidBy(subject, 'otp'), 'awaiting clarification', {
        requested: { additional_data: ['otp_code'] },
        code: codeSentAt(subject.payment.updatedAt),
      }),
  },
  {
    id: 'another-amount',
    name: 'Method: another amount',
    explanation:
      'The customer paid less than requested, but it is a success: compare the paid amount with the price.',
    kind: 'result',
    body: lessPaidBody,
  },
  {
    id: 'first-charge',
    name: 'Method: first of two charges',
    explanation:
      'The second provider charged the customer, who may still pay at the first: the payment has no result yet.',
    kind: 'result',
    body: (subject) => chargedBody(subject, 1),
  },
  {
    id: 'second-charge',
    name: 'Method: second charge',
    explanation: 'Both providers charged the customer: deliver once, and refund one of the charges.',
    kind: 'result',
    body: (subject) => chargedBody(subject, 2),
  },
]
