import { onHeld } from '#exam/trials/callbacks'
import { openingOf, order, orderStart, staysOut } from '#exam/trials/orders'
import { withoutCheckout, withoutOrders, type Trial } from '#exam/trials/trial'
import { idsAreUnique, newEnoughHttp, sixParameters, signatureSurvivesTheQuery } from '#exam/requests/checks'
import { libraryFromPlatform, secretStaysOnTheServer } from '#exam/requests/merchant-requests'
import type { Rule } from './rule'

const STATUS = '/v2/payment/status'

const SILENT = onHeld({
  id: 'no-callback',
  name: 'No callback comes',
  cannot: withoutCheckout,
  steps: [
    ({ statusRequests, remedies }) => [
      statusRequests
        ? {
            step: { 'expect received': { of: 'order', path: STATUS, within: '10 s' } },
            fails: 'No callback came, and the merchant did not request the status within 10 s of real time.',
          }
        : {
            step: { 'expect received': { of: 'order', path: STATUS, within: '3 s' } },
            needs: `No status request came within 3 s of real time. ${remedies.statusRequests}`,
          },
    ],
  ],
})

const NEVER_REGISTERED: Trial = {
  id: 'never-registered',
  name: 'The customer opens the form and does not pay',
  look: 'must not be declined',
  isOptional: ({ style }) => style === 'api',
  cannot: ({ style }) =>
    style === 'form'
      ? null
      : 'A status request for a payment that does not exist yet is observed only if the checkout opens the form.',
  unseen: (merchant) =>
    withoutOrders(merchant) ??
    (merchant.orders?.declined.length === 0
      ? `Whether code 3061 declines the order was not seen. ${merchant.remedies.declined}`
      : null),
  steps: [
    (merchant) => [
      ...orderStart(merchant),
      { step: { customer: { as: 'order', opens: openingOf(merchant) } } },
    ],
    {
      step: {
        'expect received': {
          path: STATUS,
          body: { general: { payment_id: '${order.id}' } },
          within: '3 s',
        },
      },
      needs: 'No status request came within 3 s of real time. Make the back end send one sooner.',
    },
    staysOut('declined', 'The order was declined because the platform did not have it yet (3061).'),
  ],
}

const amountTrial = (currency: string, amount: string, minor: number): Trial => ({
  id: `amount-${currency.toLowerCase()}`,
  name: `An order of ${amount} ${currency}`,
  cannot: withoutCheckout,
  steps: [
    order({ amount, currency }),
    {
      step: { 'expect payment': { of: 'order', body: { sum_request: { currency } } } },
      needs: `The order was not in ${currency}. Make the checkout take amount and currency from the request.`,
    },
    {
      step: { 'expect payment': { of: 'order', body: { sum_request: { amount: minor } }, within: '1 ms' } },
      fails: `An order of ${amount} ${currency} reached the platform with another amount.`,
    },
  ],
})

export const REQUEST_RULES: readonly Rule[] = [
  {
    number: 16,
    title: 'The status is requested when no callback comes, and 3061 is not a decline',
    sections: '5.3',
    matters: 'Paid orders stay open when a callback is lost, and unpaid ones are declined too early.',
    remedy:
      'Send POST /v2/payment/status when no callback comes in time, and after the form is closed. Codes 3061 and 3062 mean "not known yet": ask again later.',
    trials: [SILENT, NEVER_REGISTERED],
  },
  {
    number: 17,
    title: 'Requests use HTTP 1.1 or later',
    sections: '1',
    matters: 'The platform may refuse older clients.',
    remedy: 'Use a client that speaks HTTP/1.1 and TLS 1.2 or later.',
    check: newEnoughHttp,
  },
  {
    number: 22,
    title: 'The secret key stays on the server',
    sections: '2.2',
    matters: 'Anybody who reads the page can sign orders and callbacks.',
    remedy: 'Sign on the server and give the page only the signed parameters.',
    check: secretStaysOnTheServer,
  },
  {
    number: 23,
    title: 'The library and its style sheet are loaded from the platform',
    sections: '7.1, 8.3',
    matters: 'A copy becomes outdated and no longer matches the form.',
    remedy:
      'Link shared/merchant.js, and shared/merchant.css for a modal or an iframe, from the platform itself.',
    check: libraryFromPlatform,
    onlyFor: 'form',
  },
  {
    number: 24,
    title: 'Every opening has the six required parameters',
    sections: '7.1',
    matters: 'The form shows an error instead of a card page.',
    remedy:
      'Send project_id, payment_id, customer_id, payment_amount, payment_currency and signature with every opening.',
    check: sixParameters,
    onlyFor: 'form',
  },
  {
    number: 25,
    title: 'Addresses of the form are encoded, + as %2B',
    sections: '7.1, 2.8',
    matters: 'About three in four customers cannot pay: their signature contains a +.',
    remedy: 'Encode every value of the query, or open the form with POST.',
    check: signatureSurvivesTheQuery,
    onlyFor: 'form',
  },
  {
    number: 26,
    title: 'Every order has its own payment_id, even if case is ignored',
    sections: '3.1, 5.7',
    matters: 'The platform refuses the second order, or shows the result of the first.',
    remedy: 'Use ids that differ in more than letter case, and a new one after a decline.',
    check: idsAreUnique,
  },
  {
    number: 27,
    title: 'Amounts are in minor units with the decimals of their currency',
    sections: '3.1',
    matters: 'Customers pay a tenth of the price, or a hundred times the price.',
    remedy: 'Take the decimals of each currency from a table: none for JPY, three for KWD.',
    trials: [amountTrial('KWD', '4.650', 4650), amountTrial('JPY', '4650', 4650)],
  },
]
