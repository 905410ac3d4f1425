import type { Merchant } from '#exam/setup/exam-setup'

/** A merchant of which an exam can observe everything. */
export const MERCHANT: Merchant = {
  callbackUrl: 'http://127.0.0.1:4000/callbacks',
  projectId: 9041,
  checkout: { method: 'POST', url: 'http://127.0.0.1:4000/checkout?in={currency}' },
  orders: {
    url: 'http://127.0.0.1:4000/orders/{payment_id}.json',
    state: ['order', 'state'],
    paid: ['paid', '1', 'true'],
    declined: ['void'],
    deliveries: ['order', 'parcels'],
    amount: ['order', 'amount'],
  },
  clarification: true,
  statusRequests: true,
  requestsStatus: true,
  style: 'form',
  opens: 'text',
  successUrl: 'http://127.0.0.1:4000/thanks?order={payment_id}',
  quietMs: 300,
  problem: null,
  sellsByMethods: false,
  yesterday: '2031-04-08T10:00:00+0000',
  tenDaysAgo: '2031-03-30T10:00:00+0000',
  remedies: {
    checkout: 'Give the checkout.',
    orders: 'Give the orders.',
    state: 'Give the state.',
    declined: 'Give the states.',
    deliveries: 'Give the deliveries.',
    amount: 'Give the amount.',
    clarification: 'Turn on clarifications.',
    statusRequests: 'Turn on status requests.',
  },
}
