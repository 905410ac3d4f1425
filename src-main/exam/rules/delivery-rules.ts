import {
  answered,
  got200,
  dated,
  heldResult,
  holding,
  LENT,
  LENT_OPERATION,
  neverOrdered,
  onHeld,
  refused,
  result200,
  sentAgain,
  sent,
} from '#exam/trials/callbacks'
import { becomesPaid, deliveredNothing, deliveredOnce, order, staysOut, staysPaid } from '#exam/trials/orders'
import { noOrder, ONCE, PAID, stepsOf, type Trial, UNTOUCHED } from '#exam/trials/trial'
import type { Rule } from './rule'

/** The first trial of an exam. Unless it passes, the other trials cannot be judged. */
export const BASELINE: Trial = {
  id: 'success',
  name: 'The result callback of a success',
  ...PAID,
  steps: [
    order(),
    heldResult(),
    answered('result'),
    (merchant) => {
      // Without a checkout a refusal proves nothing: the merchant does not know the order.
      const isKnown = merchant.style !== 'none'
      const ifNot = (sentence: string, needs: string) =>
        isKnown ? { fails: sentence } : { needs: `${needs} ${noOrder(merchant)}` }
      const steps = [
        got200(
          'result',
          ifNot(
            'A genuine result callback was not answered with 200.',
            'The receiver refused a callback about an order that it does not know.',
          ),
        ),
        becomesPaid(
          ifNot(
            'A result callback was answered with 200, but the order is not paid.',
            'The order is not paid after its result callback.',
          ),
        ),
      ]
      return stepsOf({ steps }, merchant)
    },
  ],
}

const REPEATED: Trial = {
  id: 'again',
  name: 'The same result callback three times',
  ...ONCE,
  steps: [
    order(),
    result200({ needs: 'The first callback was not answered with 200.' }),
    becomesPaid({ needs: 'The order was not paid after the first callback.' }),
    sentAgain('second', 'The same callback was not answered with 200 when it came again.'),
    sentAgain('third', 'The same callback was not answered with 200 when it came for the third time.'),
    staysPaid('The order is no longer paid after the callback came again.'),
    deliveredOnce('Goods were delivered again when the same callback came again.'),
  ],
}

/** Callbacks of a payment to the same address are sent one by one; a fragment makes the addresses differ. */
const AT_ONCE = onHeld({
  id: 'at-once',
  name: 'The same result callback twice at the same moment',
  ...ONCE,
  steps: [
    // A member that is removed and added again comes last: same data, same signature, different order.
    sent('without', { payment: 'absent' }, null, { signing: 'keep', to: '${bench.merchant}/exam' }),
    { step: { 'expect callback': { of: 'without', as: 'bare', within: '1 ms' } } },
    { step: { replay: { of: 'result', as: 'one', signing: 'keep' } } },
    ({ callbackUrl }) => {
      const body = { payment: '${result.body.payment}' }
      return [{ step: { replay: { of: 'bare', as: 'other', body, to: `${callbackUrl}#again` } } }]
    },
    answered('one'),
    answered('other'),
    got200('one', 'Of two equal callbacks at the same moment, one was not answered with 200.'),
    got200(
      'other',
      'Of two equal callbacks at the same moment, the one whose members are in another order was not answered with 200.',
    ),
    becomesPaid('The order is not paid after two equal callbacks at the same moment.'),
    deliveredOnce('Goods were delivered twice when the same result came twice at the same moment.'),
  ],
})

const SECOND_OPERATION: Trial = {
  id: 'second-operation',
  name: 'A hold, then its capture: two operations of one payment',
  ...PAID,
  faults: [holding(2)],
  steps: [
    ...LENT,
    sent(
      'hold',
      {
        payment: { status: 'awaiting capture' },
        operation: { id: LENT_OPERATION, type: 'auth', status: 'success' },
      },
      { needs: 'The callback about the hold was not answered with 200 (see rules 9 and 33).' },
    ),
    sent(
      'capture',
      { operation: { type: 'capture' } },
      'The second operation of a payment was not answered with 200.',
    ),
    becomesPaid('The second operation of a payment had no effect.'),
  ],
}

const DECLINED: Trial = {
  id: 'decline',
  name: 'The result callback of a decline',
  ...UNTOUCHED,
  steps: [
    order({ card: 'decline' }),
    result200('A genuine callback about a decline was not answered with 200.'),
    staysOut('paid', 'The order is paid although its payment was declined.'),
    deliveredNothing('Goods were delivered although the payment was declined.'),
  ],
}

const UNREADABLE = onHeld({
  id: 'unreadable',
  name: 'Half a callback, then all of it',
  ...PAID,
  steps: [
    ({ callbackUrl: url }) => {
      const headers = { 'Content-Type': 'application/json' }
      const body = '{"project_id":1,"payment":{"id":"${order.id}","status":"succ'
      return [
        {
          step: { request: { as: 'half', url, method: 'POST', headers, body } },
          needs: 'The receiver gave no response to half a callback.',
        },
      ]
    },
    {
      step: { 'expect response': { of: 'half', http: 400 } },
      fails: 'A callback that cannot be read was not answered with 400.',
    },
    sentAgain('whole', 'After an unreadable callback the genuine one was not answered with 200.'),
    becomesPaid('After an unreadable callback the genuine one had no effect.'),
  ],
})

const OLD = onHeld({
  id: 'ten-days-late',
  name: 'A result callback that arrives ten days late',
  ...PAID,
  steps: [
    ({ tenDaysAgo }) =>
      sent('late', dated(tenDaysAgo), 'A callback dated ten days ago was not answered with 200.'),
    becomesPaid('A callback dated ten days ago was answered with 200 and lost.'),
  ],
})

const SLOW: Trial = {
  id: 'slow',
  name: 'A result callback over a slow connection',
  ...PAID,
  faults: [{ kind: 'slowBody', on: ['result'], bytesPerSecond: 2000 }],
  steps: [
    order(),
    result200('A callback whose body came slowly was not answered with 200.'),
    becomesPaid('A callback whose body came slowly had no effect.'),
  ],
}

const THREE = ['one', 'two', 'three'] as const

const TOGETHER: Trial = {
  id: 'together',
  name: 'Three result callbacks at the same time',
  ...PAID,
  faults: [holding(THREE.length)],
  steps: [
    ...THREE.flatMap((as) => [order({ as }), heldResult(as, `${as}Held`)]),
    ...THREE.map((as) => ({ step: { replay: { of: `${as}Held`, as: `${as}Sent`, signing: 'keep' } } })),
    ...THREE.flatMap((as) => [
      answered(`${as}Sent`),
      got200(`${as}Sent`, 'Of three callbacks at the same time, one was not answered with 200.'),
    ]),
    ...THREE.map((as) =>
      becomesPaid('Of three callbacks at the same time, one was answered with 200 and lost.', as),
    ),
  ],
}

const UNKNOWN_ORDER = onHeld({
  id: 'unknown-order',
  name: 'A result callback about an order that does not exist',
  steps: [
    sent('unknown', neverOrdered('${run.id}')),
    refused('unknown', 'A callback about an order that does not exist was answered with 200.'),
  ],
})

export const DELIVERY_RULES: readonly Rule[] = [
  {
    number: 4,
    title: 'A genuine callback is answered with 200 and counts',
    sections: '9.4',
    matters:
      'Only 200 counts as delivered: otherwise the platform keeps sending for 11 days, and the order stays open.',
    remedy:
      'Answer exactly 200 once the callback is stored, within 10 s, even if it reports a decline. 201, 202 and 204 do not count, and redirects are not followed. Deliver only what is paid.',
    trials: [BASELINE, DECLINED],
  },
  {
    number: 5,
    title: 'A repeated callback is answered with 200 and delivers nothing twice',
    sections: '9.5',
    matters:
      'Goods are sent twice for one payment, or the platform keeps sending what was processed long ago.',
    remedy:
      'Remember operation.id with its status, in the same transaction as the effect, so that the second of two at the same moment waits for the first. Answer 200 to a known operation, and change nothing. The payment id is not enough: another operation of the same payment counts.',
    trials: [REPEATED, AT_ONCE, SECOND_OPERATION],
  },
  {
    number: 6,
    title: 'An unreadable callback is answered with 400, and the complete one is accepted afterwards',
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
    remedy: 'Answer 404 for an order that you do not have: the platform sends the callback again later.',
    trials: [UNKNOWN_ORDER],
  },
]
