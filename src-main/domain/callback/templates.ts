import { type CallbackTemplate, generalOf, resultOf, statusBody, sumOf, tokenOf } from './template-bodies'
import { wireTime } from '#lib/time/time'

/** Layouts that receivers meet beside those of the platform (contract 3.9). */
const LAYOUT_TEMPLATES: readonly CallbackTemplate[] = [
  {
    id: 'result-general',
    name: 'Result signed in general',
    explanation: 'The same result with its signature in general, as some layouts of the platform have it.',
    kind: 'result',
    place: 'general',
    body: (subject) => ({
      general: generalOf(subject),
      ...resultOf(subject, { status: 'success', type: 'sale', code: '0' }),
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
      payment: { id: subject.paymentId, method: subject.method, status: 'success', sum: sumOf(subject) },
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
    explanation: 'Names the page to which the customer has to be redirected, and the request to make there.',
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
      general: generalOf(subject),
      payment: {
        id: subject.paymentId,
        method: subject.method,
        status: 'awaiting redirect result',
        date: wireTime(subject.at),
      },
      sum_request: sumOf(subject),
      sum_real: sumOf(subject),
      transaction: { id: subject.operationId, date: wireTime(subject.createdAt), type: 'purchase' },
      acs: { pa_req: 'eJxVUttuwjAM', md: subject.paymentId, acs_url: 'https://issuer.example/acs' },
      threeds2: { redirect: { url: 'https://issuer.example/challenge' } },
      display_data: [{ type: 'add_info', title: 'Pay at the counter', data: subject.paymentId }],
      qr_code: { url: 'https://pay.example/qr' },
      errors: [],
    }),
  },
]

/** An empty object, for a message that looks like none of the others. */
const EMPTY: CallbackTemplate = {
  id: 'empty',
  name: 'Empty message',
  explanation: 'Nothing but a signature: the rest is yours to write.',
  kind: 'other',
  place: 'top',
  body: () => ({}),
}

/** Every kind of callback (contract 9.1), then the layouts that are seen elsewhere (contract 3.9), and an empty page. */
export const CALLBACK_TEMPLATES: readonly CallbackTemplate[] = [
  {
    id: 'clarification',
    name: 'Clarification request',
    explanation: 'Asks for more data about the payment.',
    kind: 'clarification',
    place: 'top',
    body: (subject) =>
      statusBody(subject, 'awaiting clarification', {
        more: {
          clarification_fields: {
            avs_data: ['avs_post_code', 'avs_street_address'],
            customer: ['email', 'billing.country', 'day_of_birth'],
          },
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
        more: {
          clarification_fields: { avs_data: ['avs_post_code'] },
          errors: [
            {
              code: 2004,
              message: 'The postal code is too long',
              field: 'avs_data.avs_post_code',
              constraint: 'length',
            },
          ],
        },
      }),
  },
  {
    id: 'intermediate',
    name: 'Intermediate: 3-D Secure',
    explanation: 'Says that the customer is at the issuer. A receiver answers 200 and does nothing.',
    kind: 'intermediate',
    place: 'top',
    body: (subject) => statusBody(subject, 'awaiting 3ds result'),
  },
  {
    id: 'intermediate-redirect',
    name: 'Intermediate: external page',
    explanation: 'Says that the customer was redirected to an external page.',
    kind: 'intermediate',
    place: 'top',
    body: (subject) => statusBody(subject, 'awaiting redirect result'),
  },
  {
    id: 'intermediate-retry',
    name: 'Intermediate: another attempt',
    explanation: 'An attempt was declined and the customer may try again on the form, so this is not final.',
    kind: 'intermediate',
    place: 'top',
    body: (subject) =>
      statusBody(subject, 'awaiting customer', { failed: { code: '10105', secondsLeft: 600 } }),
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
    id: 'hold',
    name: 'Result: money is held',
    explanation: 'The amount is held on the card and waits for a capture or a cancel.',
    kind: 'result',
    place: 'top',
    body: (subject) => resultOf(subject, { status: 'awaiting capture', type: 'auth', code: '0' }),
  },
  {
    id: 'capture',
    name: 'Follow-up: capture',
    explanation: 'Held money was charged.',
    kind: 'result',
    place: 'top',
    body: (subject) => resultOf(subject, { status: 'success', type: 'capture', code: '0' }),
  },
  {
    id: 'cancel',
    name: 'Follow-up: cancel',
    explanation: 'Held money was released.',
    kind: 'result',
    place: 'top',
    body: (subject) => resultOf(subject, { status: 'canceled', type: 'cancel', code: '0' }),
  },
  {
    id: 'refund',
    name: 'Follow-up: refund',
    explanation: 'A refund of the whole amount has finished; the payment has nothing left to give back.',
    kind: 'result',
    place: 'top',
    body: (subject) => resultOf(subject, { status: 'refunded', type: 'refund', code: '0', left: 0 }),
  },
  {
    id: 'partial-refund',
    name: 'Follow-up: refund of a part',
    explanation: 'A part went back; the sum of the payment is what is left for further refunds.',
    kind: 'result',
    place: 'top',
    body: (subject) => {
      const moved = Math.ceil(subject.amount / 2)
      const left = subject.amount - moved
      return resultOf(subject, { status: 'partially refunded', type: 'refund', code: '0', left, moved })
    },
  },
  {
    id: 'reversal',
    name: 'Follow-up: reversal',
    explanation: 'The whole amount went back within the business day, before it was settled.',
    kind: 'result',
    place: 'top',
    body: (subject) => resultOf(subject, { status: 'reversed', type: 'reversal', code: '0', left: 0 }),
  },
  {
    id: 'refund-declined',
    name: 'Follow-up: refund refused',
    explanation: 'A refund was refused; the payment keeps its status and the receiver must not pay back.',
    kind: 'result',
    place: 'top',
    body: (subject) => resultOf(subject, { status: 'success', type: 'refund', code: '100' }),
  },
  {
    id: 'token',
    name: 'Token: created',
    explanation: 'A card token was made. It belongs to no payment and is signed in general.',
    kind: 'token',
    place: 'general',
    body: (subject) => tokenOf(subject, { action: 'tokenize', tokenStatus: 'active' }),
  },
  {
    id: 'token-deleted',
    name: 'Token: deleted',
    explanation: 'The customer removed the saved card; the token must not be used any more.',
    kind: 'token',
    place: 'general',
    body: (subject) => tokenOf(subject, { action: 'delete', tokenStatus: 'revoke' }),
  },
  {
    id: 'token-expired',
    name: 'Token: expired',
    explanation: 'The month of the card is over; the token cannot be charged any more.',
    kind: 'token',
    place: 'general',
    body: (subject) => tokenOf(subject, { action: 'expire', tokenStatus: 'expiry' }),
  },
  ...LAYOUT_TEMPLATES,
  EMPTY,
]
