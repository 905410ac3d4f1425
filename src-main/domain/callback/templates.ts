import {
  type CallbackTemplate,
  generalOf,
  idOf,
  resultOf,
  type ResultEnd,
  retryBody,
  type TokenEnd,
  tokenOf,
  waitingBody,
} from './template-bodies'
import { METHOD_TEMPLATES } from './method-templates'
import { wireTime } from '#lib/time/time'

/** Layouts in use other than the platform's own (contract 3.9). */
const LAYOUT_TEMPLATES: readonly CallbackTemplate[] = [
  {
    id: 'result-general',
    name: 'Result signed in the general object',
    explanation: 'A success with its signature in the general object, as in some layouts of the platform.',
    kind: 'result',
    body: (subject) => ({
      general: generalOf(subject),
      ...resultOf(subject, { status: 'success', type: 'sale' }),
    }),
  },
  {
    id: 'recurring',
    name: 'Recurring registration',
    explanation: 'The customer has agreed to be charged again; names the agreement and its schedule.',
    kind: 'other',
    body: ({ payment }) => ({
      project_id: payment.projectId,
      payment: { id: payment.paymentId, method: payment.method, status: 'success', sum: payment.real },
      customer: { id: payment.customer.id },
      recurring: {
        id: idOf(payment),
        status: 'active',
        type: 'R',
        currency: payment.real.currency,
        exp_year: payment.account.expiryYear,
        exp_month: payment.account.expiryMonth,
        period: 'M',
        time: '12:00:00',
      },
    }),
  },
  {
    id: 'redirect',
    name: 'Redirect',
    explanation: 'Names the page to which the customer must be redirected, and the request to make there.',
    kind: 'other',
    body: ({ payment: { projectId, paymentId } }) => ({
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
    explanation: 'Signed in the general object, with display data for a terminal and many unknown fields.',
    kind: 'other',
    body: (subject) => ({
      general: generalOf(subject),
      payment: {
        id: subject.payment.paymentId,
        method: subject.payment.method,
        status: 'awaiting redirect result',
        date: wireTime(subject.payment.updatedAt),
      },
      sum_request: subject.payment.real,
      sum_real: subject.payment.real,
      transaction: {
        id: idOf(subject.payment),
        date: wireTime(subject.payment.createdAt),
        type: 'purchase',
      },
      acs: { pa_req: 'eJxVUttuwjAM', md: subject.payment.paymentId, acs_url: 'https://issuer.example/acs' },
      threeds2: { redirect: { url: 'https://issuer.example/challenge' } },
      display_data: [{ type: 'add_info', title: 'Pay at the counter', data: subject.payment.paymentId }],
      qr_code: { url: 'https://pay.example/qr' },
      errors: [],
    }),
  },
]

const result = (id: string, name: string, explanation: string, end: ResultEnd): CallbackTemplate => ({
  id,
  name,
  explanation,
  kind: 'result',
  body: (subject) => resultOf(subject, end),
})

const token = (id: string, name: string, explanation: string, change: TokenEnd): CallbackTemplate => ({
  id,
  name,
  explanation,
  kind: 'token',
  body: (subject) => tokenOf(subject, change),
})

/** Kinds of callbacks (contract 9.1), those of methods, other known layouts (contract 3.9), and an empty object. */
export const CALLBACK_TEMPLATES: readonly CallbackTemplate[] = [
  {
    id: 'clarification',
    name: 'Clarification request',
    explanation: 'Requests more data about the payment.',
    kind: 'clarification',
    body: (subject) =>
      waitingBody(subject, 'awaiting clarification', {
        requested: {
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
    body: (subject) =>
      waitingBody(subject, 'awaiting clarification', {
        requested: { avs_data: ['avs_post_code'] },
        refused: [
          {
            path: 'avs_data.avs_post_code',
            code: '3002',
            message: 'The postal code is too long',
            constraint: 'length',
            asked: true,
          },
        ],
      }),
  },
  {
    id: 'intermediate',
    name: 'Intermediate: 3-D Secure',
    explanation: 'Says that the customer is at the issuer. A receiver responds with 200 and does nothing.',
    kind: 'intermediate',
    body: (subject) => waitingBody(subject, 'awaiting 3ds result'),
  },
  {
    id: 'intermediate-retry',
    name: 'Intermediate: another attempt',
    explanation: 'An attempt was declined and the customer may try again on the form, so this is not final.',
    kind: 'intermediate',
    body: (subject) => retryBody(subject, '10105', 600),
  },
  result('success', 'Result: success', 'The purchase succeeded.', { status: 'success', type: 'sale' }),
  result('decline', 'Result: decline', 'The purchase was declined.', {
    status: 'decline',
    type: 'sale',
    code: '100',
  }),
  result(
    'hold',
    'Result: money is held',
    'The amount is held on the card and waits for a capture or a cancel.',
    { status: 'awaiting capture', type: 'auth' },
  ),
  result('capture', 'Follow-up: capture', 'Held money was charged.', { status: 'success', type: 'capture' }),
  result('cancel', 'Follow-up: cancel', 'Held money was released.', { status: 'canceled', type: 'cancel' }),
  result('refund', 'Follow-up: refund', 'The whole amount was refunded; nothing is left to refund.', {
    status: 'refunded',
    type: 'refund',
    left: 0,
  }),
  {
    id: 'partial-refund',
    name: 'Follow-up: partial refund',
    explanation:
      'Part of the amount was refunded; the sum of the payment is what is left for further refunds.',
    kind: 'result',
    body: (subject) => {
      const { amount } = subject.payment.real
      const moved = Math.ceil(amount / 2)
      const left = amount - moved
      return resultOf(subject, { status: 'partially refunded', type: 'refund', left, moved })
    },
  },
  result(
    'reversal',
    'Follow-up: reversal',
    'The whole amount was returned within the business day, before settlement.',
    { status: 'reversed', type: 'reversal', left: 0 },
  ),
  result(
    'refund-declined',
    'Follow-up: refund refused',
    'A refund was refused; the payment keeps its status, and no money is returned.',
    { status: 'success', type: 'refund', code: '100' },
  ),
  token(
    'token',
    'Token: created',
    'A card token was created. It belongs to no payment and is signed in the general object.',
    { action: 'tokenize', tokenStatus: 'active' },
  ),
  token(
    'token-deleted',
    'Token: deleted',
    'The customer removed the saved card; the token must no longer be used.',
    { action: 'delete', tokenStatus: 'revoke' },
  ),
  token('token-expired', 'Token: expired', 'The card has expired; the token can no longer be charged.', {
    action: 'expire',
    tokenStatus: 'expiry',
  }),
  ...METHOD_TEMPLATES,
  ...LAYOUT_TEMPLATES,
  {
    id: 'empty',
    name: 'Empty message',
    explanation: 'Nothing but a signature: the rest is yours to write.',
    kind: 'other',
    body: () => ({}),
  },
]
