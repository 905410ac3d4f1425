import type { CallbackTemplate } from './template'
import { LAYOUT_TEMPLATES } from './template-layouts'
import { resultOf, statusBody, tokenOf } from './template-bodies'

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
