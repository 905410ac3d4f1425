import {
  answered,
  answered200,
  answeredResult,
  dated,
  HELD_RESULT,
  heldResult,
  holding,
  LENT_OPERATION,
  lentOperation,
  needs200,
  neverOrdered,
  refused,
  sent,
} from '#exam/trials/callbacks'
import {
  becomesPaid,
  deliveredNothing,
  deliveredOnce,
  orderPaid,
  staysOut,
  staysPaid,
} from '#exam/trials/orders'
import { noOrder, withoutDeliveries, withoutOrders, type Trial, type TrialStep } from '#exam/trials/trial'
import type { Merchant } from '#exam/setup/exam-setup'
import type { Rule } from './rule'

/** Without a checkout a refusal says nothing: the order is one that the merchant does not know. */
const acceptance = (merchant: Merchant): TrialStep =>
  merchant.style === 'none'
    ? needs200(
        'result',
        `The receiver refused a callback about an order that it does not know. ${noOrder(merchant)}`,
      )
    : answered200('result', 'A genuine result callback was not answered with 200.')

/** The first trial of an exam. Unless it passes, the other trials cannot be judged. */
export const BASELINE: Trial = {
  id: 'success',
  name: 'The result callback of a success',
  look: 'has to be paid',
  unseen: withoutOrders,
  steps: (merchant) => [
    ...orderPaid(merchant),
    ...answeredResult(),
    acceptance(merchant),
    ...becomesPaid(
      merchant,
      merchant.style === 'none'
        ? { needs: `The order is not paid after its result callback. ${noOrder(merchant)}` }
        : { fails: 'A result callback was answered with 200, and the order is not paid.' },
    ),
  ],
}

const REPEATED: Trial = {
  id: 'again',
  name: 'The same result callback three times',
  look: 'has to be paid, and delivered once',
  unseen: withoutDeliveries,
  steps: (merchant) => [
    ...orderPaid(merchant),
    ...answeredResult(),
    needs200('result', 'The first callback was not answered with 200.'),
    ...becomesPaid(merchant, { needs: 'The order was not paid after the first callback.' }),
    ...sent('second', { signing: 'keep' }),
    answered200('second', 'The same callback was not answered with 200 when it came again.'),
    ...sent('third', { signing: 'keep' }),
    answered200('third', 'The same callback was not answered with 200 when it came for the third time.'),
    ...staysPaid(merchant, 'The order is no longer paid after the callback came again.'),
    ...deliveredOnce(merchant, 'Goods were delivered again when the same callback came again.'),
  ],
}

/** The platform sends one callback of a payment to one address at a time, so the second one goes to the same with a fragment. */
const AT_ONCE: Trial = {
  id: 'at-once',
  name: 'The same result callback twice at the same moment',
  look: 'has to be paid, and delivered once',
  unseen: withoutDeliveries,
  faults: [HELD_RESULT],
  steps: (merchant) => [
    ...orderPaid(merchant),
    heldResult(),
    // What is taken out and put in again stands last: the same data, and the same signature, in another order.
    ...sent('without', { body: { payment: 'absent' }, signing: 'keep', to: '${bench.merchant}/exam' }),
    { step: { 'expect callback': { of: 'without', as: 'bare', within: '1 ms' } } },
    { step: { replay: { of: 'result', as: 'one', signing: 'keep' } } },
    {
      step: {
        replay: {
          of: 'bare',
          as: 'other',
          body: { payment: '${result.body.payment}' },
          to: `${merchant.callbackUrl}#again`,
        },
      },
    },
    answered('one'),
    answered('other'),
    answered200('one', 'Of two equal callbacks at the same moment one was not answered with 200.'),
    answered200(
      'other',
      'Of two equal callbacks at the same moment, the one with another order of its members was not answered with 200.',
    ),
    ...becomesPaid(merchant, {
      fails: 'The order is not paid after two equal callbacks at the same moment.',
    }),
    ...deliveredOnce(
      merchant,
      'Goods were delivered twice when the same result came twice at the same moment.',
    ),
  ],
}

const SECOND_OPERATION: Trial = {
  id: 'second-operation',
  name: 'A hold, then its capture: two operations of one payment',
  look: 'has to be paid',
  unseen: withoutOrders,
  faults: [holding(2)],
  steps: (merchant) => [
    ...lentOperation(merchant),
    ...sent('hold', {
      body: {
        payment: { status: 'awaiting capture' },
        operation: { id: LENT_OPERATION, type: 'auth', status: 'success' },
      },
    }),
    needs200('hold', 'The callback about the hold was not answered with 200 (see rules 9 and 33).'),
    ...sent('capture', { body: { operation: { type: 'capture' } } }),
    answered200('capture', 'The second operation of a payment was not answered with 200.'),
    ...becomesPaid(merchant, { fails: 'The second operation of a payment had no effect.' }),
  ],
}

const DECLINED: Trial = {
  id: 'decline',
  name: 'The result callback of a decline',
  look: 'must be neither paid nor delivered',
  unseen: withoutDeliveries,
  steps: (merchant) => [
    ...orderPaid(merchant, { card: 'decline' }),
    ...answeredResult(),
    answered200('result', 'A genuine callback about a decline was not answered with 200.'),
    ...staysOut(merchant, 'paid', 'The order is paid although its payment was declined.'),
    ...deliveredNothing(merchant, 'Goods were delivered although the payment was declined.'),
  ],
}

const UNREADABLE: Trial = {
  id: 'unreadable',
  name: 'Half a callback, then all of it',
  look: 'has to be paid',
  unseen: withoutOrders,
  faults: [HELD_RESULT],
  steps: (merchant) => [
    ...orderPaid(merchant),
    heldResult(),
    {
      step: {
        request: {
          as: 'half',
          url: merchant.callbackUrl,
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: '{"project_id":1,"payment":{"id":"${order.id}","status":"succ',
        },
      },
      needs: 'The receiver gave no response to half a callback.',
    },
    {
      step: { 'expect response': { of: 'half', http: 400 } },
      fails: 'A callback that cannot be read was not answered with 400.',
    },
    ...sent('whole', { signing: 'keep' }),
    answered200('whole', 'After an unreadable callback the genuine one was not answered with 200.'),
    ...becomesPaid(merchant, { fails: 'After an unreadable callback the genuine one had no effect.' }),
  ],
}

const OLD: Trial = {
  id: 'ten-days-late',
  name: 'A result callback that arrives ten days late',
  look: 'has to be paid',
  unseen: withoutOrders,
  faults: [HELD_RESULT],
  steps: (merchant) => [
    ...orderPaid(merchant),
    heldResult(),
    ...sent('late', { body: dated(merchant.tenDaysAgo) }),
    answered200('late', 'A callback dated ten days ago was not answered with 200.'),
    ...becomesPaid(merchant, { fails: 'A callback dated ten days ago was answered with 200 and lost.' }),
  ],
}

const SLOW: Trial = {
  id: 'slow',
  name: 'A result callback over a slow connection',
  look: 'has to be paid',
  unseen: withoutOrders,
  faults: [{ kind: 'slowBody', on: ['result'], bytesPerSecond: 2000 }],
  steps: (merchant) => [
    ...orderPaid(merchant),
    ...answeredResult(),
    answered200('result', 'A callback whose body came slowly was not answered with 200.'),
    ...becomesPaid(merchant, { fails: 'A callback whose body came slowly had no effect.' }),
  ],
}

const THREE = ['one', 'two', 'three'] as const

const TOGETHER: Trial = {
  id: 'together',
  name: 'Three result callbacks at the same time',
  look: 'has to be paid',
  unseen: withoutOrders,
  faults: [holding(THREE.length)],
  steps: (merchant) => [
    ...THREE.flatMap((as) => [...orderPaid(merchant, { as }), heldResult(as, `${as}Held`)]),
    ...THREE.map((as) => ({ step: { replay: { of: `${as}Held`, as: `${as}Sent`, signing: 'keep' } } })),
    ...THREE.flatMap((as) => [
      answered(`${as}Sent`),
      answered200(`${as}Sent`, 'Of three callbacks at the same time one was not answered with 200.'),
    ]),
    ...THREE.flatMap((as) =>
      becomesPaid(
        merchant,
        { fails: 'Of three callbacks at the same time one was answered with 200 and lost.' },
        as,
      ),
    ),
  ],
}

const UNKNOWN_ORDER: Trial = {
  id: 'unknown-order',
  name: 'A result callback about an order that does not exist',
  faults: [HELD_RESULT],
  steps: (merchant) => [
    ...orderPaid(merchant),
    heldResult(),
    ...sent('unknown', { body: neverOrdered('${run.id}') }),
    refused('unknown', 'A callback about an order that does not exist was answered with 200.'),
  ],
}

export const DELIVERY_RULES: readonly Rule[] = [
  {
    number: 4,
    title: 'A genuine callback is answered with 200 and counts',
    sections: '9.4',
    matters:
      'Only 200 counts as delivered: otherwise the platform sends for 11 days, and the order stays open.',
    remedy:
      'Answer exactly 200 once the callback is stored, within 10 s, also where it reports a decline. 201, 202 and 204 do not count, and redirects are not followed. Deliver only what is paid.',
    trials: [BASELINE, DECLINED],
  },
  {
    number: 5,
    title: 'A repeated callback is answered with 200 and delivers nothing twice',
    sections: '9.5',
    matters:
      'Goods are sent twice for one payment, or the platform keeps sending what was processed long ago.',
    remedy:
      'Remember operation.id with its status, in the same transaction as the effect, so that the second of two at the same moment waits for the first. Answer 200 to what is already known, and change nothing. The id of the payment is not enough: another operation of it counts.',
    trials: [REPEATED, AT_ONCE, SECOND_OPERATION],
  },
  {
    number: 6,
    title: 'An unreadable callback is answered with 400, and the whole one is accepted afterwards',
    sections: '9.2, 9.4',
    matters: 'A broken transfer is mistaken for the result, or blocks the one that follows.',
    remedy: 'Read the JSON first. If it cannot be read, answer 400 and store nothing.',
    trials: [UNREADABLE],
  },
  {
    number: 7,
    title: 'Callbacks may be late, slow and many at once, and none is lost',
    sections: '9.4',
    matters: 'A callback that was answered with 200 is never sent again, so the shop loses the payment.',
    remedy:
      'Store the callback before answering 200, and process it later. Set no limit on the age of a callback: the platform repeats it for 11 days.',
    trials: [OLD, SLOW, TOGETHER],
  },
  {
    number: 31,
    title: 'An unknown order is not answered with 200',
    sections: '9.4',
    matters: 'A callback that overtakes the order is thrown away, and the platform does not send it again.',
    remedy: 'Answer 404 for an order that you do not have: the platform sends it again later.',
    trials: [UNKNOWN_ORDER],
  },
]
