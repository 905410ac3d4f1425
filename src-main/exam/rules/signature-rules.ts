import { answered200, HELD_RESULT, heldResult, refused, sent } from '../trials/callbacks'
import { AS_SUCCESS } from '../trials/edits'
import { becomesPaid, orderPaid, staysOut } from '../trials/orders'
import { withoutOrders, type StepText, type Trial } from '../trials/trial'
import { everyRequestIsSigned } from '../requests/checks'
import type { Rule } from './rule'

/**
 * A trial with a forged success. The payment is declined, so a merchant that requests its status does not deliver
 * either.
 */
const notGenuine = (id: string, name: string, signing: string, what: string): Trial => ({
  id,
  name,
  look: 'must not be paid',
  unseen: withoutOrders,
  faults: [HELD_RESULT],
  steps: (merchant) => [
    ...orderPaid(merchant, { card: 'decline' }),
    heldResult(),
    ...sent('forged', { body: AS_SUCCESS, signing }),
    refused('forged', `A callback ${what} was answered with 200.`),
    ...staysOut(merchant, 'paid', `The order was paid after a callback ${what}.`),
  ],
})

const crafted = (id: string, what: string, body: StepText): Trial => ({
  id,
  name: `A result callback with ${what}`,
  look: 'has to be paid',
  unseen: withoutOrders,
  faults: [HELD_RESULT],
  steps: (merchant) => [
    ...orderPaid(merchant),
    heldResult(),
    ...sent('crafted', { body }),
    answered200('crafted', `A correctly signed callback with ${what} was not answered with 200.`),
    ...becomesPaid(merchant, { fails: `A callback with ${what} was answered with 200 and had no effect.` }),
  ],
})

const TWELVE = Array.from({ length: 12 }, (_, n) => `item ${n}`)

export const SIGNATURE_RULES: readonly Rule[] = [
  {
    number: 1,
    title: 'Every request is signed last, with the secret key',
    sections: '2.1, 2.2',
    matters: 'The platform refuses what is not signed correctly: the customer sees an error and cannot pay.',
    remedy:
      'Set every parameter first, then sign the whole body with the secret of the project. The Signature page of Paybench compares the text that was signed line by line.',
    trials: [],
    check: everyRequestIsSigned,
  },
  {
    number: 2,
    title: 'The signature of every callback is verified',
    sections: '2.1, 9.2',
    matters: 'Anybody who knows the address could send a success and get goods without paying.',
    remedy:
      'Compute the signature of the whole body as it came, compare it with the one in the body, and answer 400 without doing anything where they differ or there is none.',
    trials: [
      notGenuine('corrupt', 'A success with a wrong signature', 'corrupt', 'with a wrong signature'),
      notGenuine(
        'altered',
        'A decline changed into a success under its old signature',
        'keep',
        'that was altered after signing',
      ),
      notGenuine('unsigned', 'A success without a signature', 'omit', 'without a signature'),
    ],
  },
  {
    number: 3,
    title: 'Null, booleans, long lists, non-ASCII text and inner signatures verify',
    sections: '2.2, 2.3, 2.5',
    matters: 'Genuine callbacks are refused as forged, and paid orders stay open.',
    remedy:
      'Follow the algorithm exactly: null as an empty text, booleans as 1 and 0, natural order of indexes, UTF-8 bytes, and every member named signature left out at every depth.',
    trials: [
      crafted('null', 'null values', { note: null, payment: { region: null } }),
      crafted('booleans', 'booleans', { payment: { is_cascading: true, split_with_redirect: false } }),
      crafted('long-list', 'a list of twelve', { provider_extra_fields: { items: TWELVE } }),
      crafted('non-ascii', 'text beyond ASCII', { payment: { description: 'Zoë kauft Käse für 5 € 😀' } }),
      crafted('inner-signature', 'a signature inside', {
        provider_extra_fields: { signature: 'inner', list: [{ signature: '', name: 'first' }] },
      }),
    ],
  },
]
