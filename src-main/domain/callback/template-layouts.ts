import { wireTime } from '#lib/time/time'
import type { CallbackTemplate } from './template'
import { generalOf, resultOf, sumOf } from './template-bodies'

/** Layouts that receivers meet beside those of the platform (contract 3.9). */
export const LAYOUT_TEMPLATES: readonly CallbackTemplate[] = [
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
