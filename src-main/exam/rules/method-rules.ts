import { answered, got200, HELD_RESULT, heldResult, result200, sent, sentAgain } from '#exam/trials/callbacks'
import {
  atProvider,
  COMES_BACK,
  IS_WELCOME,
  onAwaiting,
  REDIRECT,
  TRANSFER,
  withoutMethods,
} from '#exam/trials/methods'
import {
  becomesPaid,
  deliveredNothing,
  deliveredOnce,
  order,
  staysOut,
  staysPaid,
  staysUndelivered,
} from '#exam/trials/orders'
import {
  ONCE,
  PAID,
  type StepText,
  type Trial,
  type TrialStep,
  UNPAID,
  UNTOUCHED,
  withoutDeliveries,
} from '#exam/trials/trial'
import type { Rule } from './rule'

const awaitingTrial = (id: string, name: string, method: string): Trial =>
  onAwaiting({
    id,
    name,
    method,
    ...UNTOUCHED,
    steps: [
      staysOut('paid', 'The order is paid although its customer has yet to pay.'),
      deliveredNothing('Goods were delivered although the customer has yet to pay.'),
    ],
  })

const LESS = onAwaiting({
  id: 'less',
  name: 'The customer transfers less than the price',
  method: TRANSFER,
  look: 'must not be delivered, because 40.00 EUR of 46.50 EUR were paid',
  unseen: withoutDeliveries,
  steps: [
    atProvider({ provider: 'pay', amount: '40.00 EUR' }),
    result200('A result whose amount differs from the price was not answered with 200.'),
    staysUndelivered('Goods were delivered although the customer paid less than the price.'),
  ],
})

const NEXT_DAY = onAwaiting({
  id: 'next-day',
  name: 'The customer transfers a day after the order',
  method: TRANSFER,
  ...PAID,
  faults: [HELD_RESULT],
  steps: [
    atProvider({ provider: 'pay' }),
    heldResult(),
    ({ yesterday }) =>
      sent(
        'late',
        { operation: { created_date: yesterday } },
        'The result of a payment that began a day before was not answered with 200.',
      ),
    becomesPaid('The result of a payment that began a day before was answered with 200 but had no effect.'),
  ],
})

const TO_PROVIDER = onAwaiting({
  id: 'to-provider',
  name: 'The checkout redirects the customer to the provider',
  method: REDIRECT,
  steps: [
    {
      step: { 'expect response': { of: 'orderCheckout', headers: { location: '/\\/provider\\//' } } },
      needs:
        'The checkout did not redirect to the provider, so it was not seen where the customer goes. Make it wait for redirect_data, and respond with 303 and that address.',
    },
    {
      step: {
        'expect response': {
          of: 'orderCheckout',
          headers: { location: '${waiting.body.redirect_data.url}' },
        },
      },
      fails: 'The customer was sent to an address other than redirect_data.url.',
    },
  ],
})

const BACK_UNPAID: Trial = {
  id: 'back-unpaid',
  name: 'The browser comes back, and the customer has not paid',
  ...UNPAID,
  cannot: withoutMethods,
  // Without this callback, only the return can have an effect.
  faults: [{ kind: 'drop', on: ['intermediate'], first: 1 }],
  steps: [
    order({ method: REDIRECT }),
    COMES_BACK,
    staysOut('paid', 'The order was paid because the browser came back.'),
  ],
}

const BACK_FIRST = onAwaiting({
  id: 'back-first',
  name: 'The browser comes back, then the result',
  method: REDIRECT,
  ...ONCE,
  faults: [HELD_RESULT],
  steps: [
    atProvider({ provider: 'pay' }),
    heldResult(),
    ...IS_WELCOME,
    sentAgain('final', 'The result was not answered with 200 after the browser had come back.'),
    becomesPaid('The result had no effect after the browser had come back.'),
    deliveredOnce('Goods were delivered twice: when the browser came back, and after the result.'),
  ],
})

const BACK_LAST = onAwaiting({
  id: 'back-last',
  name: 'The result, then the browser comes back',
  method: REDIRECT,
  ...ONCE,
  steps: [
    atProvider({ provider: 'pay' }),
    result200({ needs: 'The result callback was not answered with 200 (see rule 4).' }),
    becomesPaid({ needs: 'The order was not paid after its result callback (see rule 4).' }),
    ...IS_WELCOME,
    staysPaid('The order is no longer paid after the browser has come back.'),
    deliveredOnce('Goods were delivered again when the browser came back.'),
  ],
})

/** Sends a request as a merchant does that tries another provider (contract 16.7). */
const triesNext = (path: string, body: StepText = {}): TrialStep => ({
  step: { post: { of: 'order', path, body } },
  needs: 'The platform did not try another provider.',
})

const CHARGED_TWICE = onAwaiting({
  id: 'charged-twice',
  name: 'Two providers charge the customer',
  method: REDIRECT,
  ...ONCE,
  switches: { cascade: true },
  steps: [
    triesNext('/v2/payment/cascade/step'),
    triesNext(`/v2/payment/${REDIRECT}/sale`, {
      customer: '${order.body.customer}',
      payment: '${order.body.payment}',
    }),
    ...['first', 'second'].flatMap((as) => [
      atProvider({ provider: 'pay' }),
      heldResult('order', as),
      answered(as),
      got200(as, 'Two providers charged the customer, and one result was not answered with 200.'),
    ]),
    becomesPaid('The order is not paid after two providers charged the customer.'),
    deliveredOnce('Goods were delivered for each charge, or not at all.'),
  ],
})

/** Rules for merchants that sell by methods other than cards. */
export const METHOD_RULES: readonly Rule[] = [
  {
    number: 34,
    title: 'A payment that awaits its customer is not paid',
    sections: '16.4',
    matters: 'Goods leave the shop, and the customer never pays.',
    remedy:
      'Deliver only when the status is success. While it is awaiting redirect result or awaiting customer action, answer 200 and wait.',
    onlyFor: 'methods',
    trials: [
      awaitingTrial('awaiting-redirect', 'Nobody pays on the provider’s page', REDIRECT),
      awaitingTrial('awaiting-transfer', 'Nobody makes the transfer', TRANSFER),
    ],
  },
  {
    number: 35,
    title: 'The paid amount is compared with the price',
    sections: '16.6, 9.5',
    matters: 'A customer who transfers one cent gets the goods.',
    remedy:
      'Before you deliver, compare payment.sum of the result with the price of the order. If it is less, ask the customer for the rest, or refund the payment.',
    onlyFor: 'methods',
    trials: [LESS],
  },
  {
    number: 36,
    title: 'A result that comes a day later is accepted',
    sections: '16.4, 9.4',
    matters: 'The customer has paid, and the order is closed.',
    remedy:
      'Keep an order open until its result comes, however long that takes, and accept a result whose operation began long before.',
    onlyFor: 'methods',
    trials: [NEXT_DAY],
  },
  {
    number: 37,
    title: 'display_data is shown before its time is over',
    sections: '16.4',
    matters: 'The customer does not know what to pay, or to whom, and the payment is declined.',
    remedy:
      'Show every item of display_data as soon as the callback or a status response has it, and say until when the customer can pay.',
    review: `If the merchant sells by methods with a QR code or a transfer: after the exam, set the platform of a running Paybench in the merchant’s settings, because the exam’s platform has ended. Then order by such a method, for example ${TRANSFER}. Check whether the checkout immediately shows the customer every item of display_data.`,
    needsBench: true,
  },
  {
    number: 39,
    title: 'The customer is sent to redirect_data.url with its method and body',
    sections: '16.4',
    matters: 'The customer arrives at a page on which it is not possible to pay.',
    remedy:
      'Use redirect_data as it is. With GET, redirect to its url; with POST, submit a form to its url with the members of body as fields.',
    onlyFor: 'methods',
    trials: [TO_PROVIDER],
  },
  {
    number: 40,
    title: 'The return of the browser proves nothing, before or after the callback',
    sections: '16.5, 9.1',
    matters:
      'Anybody who opens the return address gets goods without paying, or customers who have paid see an error.',
    remedy:
      'At the return address, show the present state of the order, and say that the payment is being processed if there is no result yet. Only a verified callback or status response changes the order.',
    onlyFor: 'methods',
    trials: [BACK_UNPAID, BACK_FIRST, BACK_LAST],
  },
  {
    number: 41,
    title: 'An order that two providers charge is delivered once',
    sections: '16.7, 9.5',
    matters:
      'After several attempts, an earlier provider may still charge the customer: goods leave the shop twice, or the customer pays twice.',
    remedy:
      'Deliver once, and only when the status of the payment is success, not for each operation that succeeds. If payment.sum is more than the price, refund the rest.',
    onlyFor: 'methods',
    trials: [CHARGED_TWICE],
  },
]
