import {
  AS_SUCCESS,
  HELD_RESULT,
  heldResult,
  holding,
  LENT,
  LENT_OPERATION,
  onHeld,
  result200,
  sentAgain,
  sent,
  stillProcessing,
} from '#exam/trials/callbacks'
import {
  becomesPaid,
  deliveredNothing,
  deliveredOnce,
  order,
  showsAmount,
  staysOut,
  staysPaid,
} from '#exam/trials/orders'
import {
  PAID,
  UNPAID,
  UNTOUCHED,
  withoutCheckout,
  withoutDeliveries,
  withoutOrders,
  type StepText,
  type Trial,
  type TrialPart,
} from '#exam/trials/trial'
import type { Rule } from './rule'

const PAID_ORDER: readonly TrialPart[] = [
  order(),
  result200({ needs: 'The result callback was not answered with 200.' }),
  becomesPaid({ needs: 'The order was not paid after its result callback.' }),
]

const overtakenTrial = (id: string, name: string, body: (date: string) => StepText): Trial => ({
  id,
  name,
  look: 'must still show as paid',
  unseen: withoutOrders,
  steps: [
    ...PAID_ORDER,
    ({ tenDaysAgo }) =>
      sent(
        'late',
        body(tenDaysAgo),
        'An intermediate callback that came after the result was not answered with 200.',
      ),
    staysPaid('The order is no longer paid after a late intermediate callback.'),
  ],
})

const rareCallback = (type: string, edit: StepText) =>
  sent('seldom', edit, `A callback with the ${type} was not answered with 200.`)

const EXTERNAL = rareCallback('status "external processing"', {
  payment: { status: 'external processing' },
  operation: { status: 'external processing', code: '9999', message: 'Awaiting processing' },
})

const UNKNOWN_STATUS = onHeld({
  id: 'unknown-status',
  name: 'A rare status',
  ...UNPAID,
  // Declined, so that a merchant that requests the status does not see a success.
  card: 'decline',
  steps: [EXTERNAL, staysOut('paid', 'The order was paid with the status "external processing".')],
})

const UNKNOWN_STATUS_FIRST = onHeld({
  id: 'unknown-status-first',
  name: 'A rare status, then the result',
  ...PAID,
  steps: [
    EXTERNAL,
    sentAgain('final', 'After an unknown status the result was not answered with 200.'),
    becomesPaid('After an unknown status the result had no effect.'),
  ],
})

const UNKNOWN_FIELDS = onHeld({
  id: 'unknown-fields',
  name: 'A result with fields that nobody has seen yet',
  ...PAID,
  steps: [
    sent(
      'more',
      {
        loyalty_program: { name: 'Points', level: 3 },
        payment: { settlement_batch: 'b-77' },
        operation: { routing_hint: 'eu-2' },
      },
      'A callback with unknown fields was not answered with 200.',
    ),
    becomesPaid('A result with unknown fields was answered with 200 but had no effect.'),
  ],
})

const UNKNOWN_OPERATION = onHeld({
  id: 'unknown-operation',
  name: 'A rare operation type',
  steps: [rareCallback('operation "manual change"', { operation: { type: 'manual change' } })],
})

const RETURN_ADDRESS = onHeld({
  id: 'return-address',
  name: 'A customer opens the return address without having paid',
  ...UNPAID,
  cannot: ({ problem, successUrl }) =>
    problem === null && successUrl === null
      ? 'The checkout names no address for the return after a success, such as redirect_success_url.'
      : problem,
  card: 'decline',
  steps: [
    ({ successUrl }) => {
      const url = (successUrl ?? '').replaceAll('{payment_id}', '${order.id}')
      return [{ step: { request: { as: 'back', url } }, needs: 'The return address gave no response.' }]
    },
    staysOut('paid', 'The order was paid because its return address was opened.'),
  ],
})

const PART: Trial = {
  id: 'real-amount',
  name: 'The issuer approves a part of the amount',
  look: 'must show that 120.00 EUR were paid, not 200.00 EUR',
  cannot: withoutCheckout,
  unseen: (merchant) =>
    withoutOrders(merchant) ??
    (merchant.orders?.amount === null
      ? `The amount that the order records as paid was not seen. ${merchant.remedies.amount}`
      : null),
  switches: { partialApproval: true },
  steps: [
    order({ card: 'partial approval', amount: '200.00' }),
    {
      step: { 'expect payment': { of: 'order', body: { sum_real: { amount: 12_000, currency: 'EUR' } } } },
      needs: 'The order was not for 200.00 EUR. Make the checkout take amount and currency from the request.',
    },
    result200('A result whose amount differs from that of the order was not answered with 200.'),
    showsAmount(12_000, 'The order shows an amount other than the one paid.'),
  ],
}

const OTHER_CURRENCY = onHeld({
  id: 'currency',
  name: 'A success in another currency',
  look: 'must not show as paid, because the order is for 46.50 EUR and 4650 JPY were paid',
  unseen: withoutOrders,
  card: 'decline',
  steps: [
    sent('converted', {
      ...AS_SUCCESS,
      payment: { status: 'success', sum: { amount: 4650, currency: 'JPY' } },
    }),
    staysOut('paid', 'An order of 46.50 EUR was paid with 4650 JPY.'),
  ],
})

const ATTEMPTS_LEFT = { is_new_attempts_available: true, attempts_timeout: 540 } as const

const LATER_ATTEMPT: Trial = {
  id: 'later-attempt',
  name: 'A declined operation, then a later attempt that succeeds',
  ...PAID,
  faults: [holding(2)],
  steps: [
    ...LENT,
    sent(
      'attempt',
      {
        payment: { status: 'decline', ...ATTEMPTS_LEFT },
        operation: { id: LENT_OPERATION, status: 'decline', code: '10105' },
      },
      { needs: 'The callback about the declined attempt was not answered with 200 (see rule 4).' },
    ),
    sentAgain('final', 'The success of a later attempt was not answered with 200.'),
    becomesPaid('The success of a later attempt had no effect.'),
  ],
}

interface Return {
  readonly as: string
  readonly amount?: string
  readonly type: 'refund' | 'reversal'
  readonly status: string
}

const moneyBackTrial = (id: string, name: string, returns: readonly Return[]): Trial => ({
  id,
  name,
  look: 'must show as delivered once',
  unseen: withoutDeliveries,
  steps: [
    ...PAID_ORDER,
    ...returns.flatMap(({ as, amount, type, status }): readonly TrialPart[] => [
      { step: { fault: HELD_RESULT } },
      {
        step: { 'by hand': { of: 'order', does: 'refund', ...(amount === undefined ? {} : { amount }) } },
        needs: 'The platform could not return the money.',
      },
      heldResult('order', `${as}Held`),
      sent(
        as,
        { payment: { status }, operation: { type } },
        `A callback about a ${type} was not answered with 200.`,
        { of: `${as}Held` },
      ),
    ]),
    deliveredOnce('Goods were delivered again when money was returned.'),
  ],
})

const HOLD = onHeld({
  id: 'hold',
  name: 'A hold without its capture',
  ...UNTOUCHED,
  card: 'decline',
  steps: [
    sent(
      'hold',
      {
        payment: { status: 'awaiting capture' },
        operation: { type: 'auth', status: 'success', code: '0', message: 'Success' },
      },
      'A callback about a hold was not answered with 200.',
    ),
    staysOut('paid', 'The order is paid although the money is only held.'),
    deliveredNothing('Goods were delivered although the money is only held.'),
  ],
})

const NOT_FINAL = onHeld({
  id: 'attempts-left',
  name: 'A decline with attempts left, then a success',
  ...PAID,
  steps: [
    sent(
      'attempt',
      {
        payment: { status: 'awaiting customer', ...ATTEMPTS_LEFT },
        operation: { status: 'decline', code: '10105', message: 'Insufficient funds on card' },
      },
      { needs: 'The callback about the first attempt was not answered with 200 (see rules 3 and 9).' },
    ),
    sentAgain('final', 'The success after a declined attempt was not answered with 200.'),
    becomesPaid('The success after a declined attempt had no effect.'),
  ],
})

export const STATE_RULES: readonly Rule[] = [
  {
    number: 8,
    title: 'A late intermediate callback does not undo a final state',
    sections: '9.5',
    matters:
      'Callbacks can overtake each other. A customer who has paid would see an open order, and the shop might ask for the money again.',
    remedy:
      'Once an order is in a final state, answer 200 and change nothing. Compare operation.date before you store a status.',
    trials: [
      overtakenTrial('late-processing', 'A callback "processing" after the success', stillProcessing),
      overtakenTrial('late-challenge', 'A callback "awaiting 3ds result" after the success', (date) => ({
        status: 'awaiting 3ds result',
        payment: { status: 'absent', date, result_code: '9999' },
        operation: 'absent',
      })),
    ],
  },
  {
    number: 9,
    title: 'Unknown statuses, operation types and fields are tolerated',
    sections: '3.2, 4.1, 4.3',
    matters: 'A new field or a rare status stops every callback of a payment.',
    remedy:
      'Read what you need and ignore the rest. A status that you do not know is neither a success nor a decline: answer 200 and wait.',
    trials: [UNKNOWN_STATUS, UNKNOWN_STATUS_FIRST, UNKNOWN_FIELDS, UNKNOWN_OPERATION],
  },
  {
    number: 10,
    title: 'The result is taken from callbacks, not from the browser',
    sections: '8.9, 9.1',
    matters: 'Anybody who opens the return address gets goods without paying.',
    remedy:
      'At the return address, show the present state of the order. Change it only after a verified callback or a status request.',
    trials: [RETURN_ADDRESS],
    onlyFor: 'form',
  },
  {
    number: 29,
    title: 'The real amount of the result may differ from the request',
    sections: '9.5',
    matters: 'The shop delivers goods for money that it did not receive.',
    remedy:
      'Store the amount and the currency of the result callback, and compare both with those of the order before you deliver.',
    trials: [PART, OTHER_CURRENCY],
  },
  {
    number: 30,
    title: 'A decline with attempts left is not final',
    sections: '3.3, 4.4',
    matters: 'The order is closed while the customer pays with another card.',
    remedy: 'Leave the order open while payment.is_new_attempts_available is true.',
    trials: [NOT_FINAL, LATER_ATTEMPT],
  },
  {
    number: 33,
    title: 'Refunds, reversals and holds are distinguished from payments',
    sections: '3.6, 4.3',
    matters: 'The shop delivers when it returns money, or for money that it has not taken yet.',
    remedy:
      'Read operation.type beside the status. Deliver once for a payment whose status is success; a refund, a reversal or a hold (awaiting capture) with the operation status success is not a payment.',
    trials: [
      moneyBackTrial('refund', 'A partial refund, then the rest', [
        { as: 'part', amount: '20 EUR', type: 'refund', status: 'partially refunded' },
        { as: 'rest', type: 'refund', status: 'refunded' },
      ]),
      moneyBackTrial('reversal', 'A reversal', [{ as: 'back', type: 'reversal', status: 'reversed' }]),
      HOLD,
    ],
  },
]
