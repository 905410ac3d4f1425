import { AS_SUCCESS, onHeld, refused, sent } from '#exam/trials/callbacks'
import { becomesPaid, staysOut } from '#exam/trials/orders'
import { PAID, UNPAID, withoutCheckout, type StepText, type Trial } from '#exam/trials/trial'
import { everyRequestIsSigned } from '#exam/requests/checks'
import type { Rule } from './rule'

/** A forged success: its signing mode or its signature, and the words for it in a sentence. */
interface Forgery {
  readonly signing?: string | StepText
  readonly signature?: unknown
  readonly what: string
}

/** The payment is really declined, so a merchant that checks its status does not deliver. */
const forgeryTrial = (id: string, name: string, forgeries: readonly Forgery[]): Trial =>
  onHeld({
    id,
    name,
    ...UNPAID,
    card: 'decline',
    steps: [
      ...forgeries.flatMap(({ signing = 'keep', signature, what }, n) => [
        sent(`forged${n}`, signature === undefined ? AS_SUCCESS : { ...AS_SUCCESS, signature }, null, {
          signing,
        }),
        refused(`forged${n}`, `A callback ${what} was answered with 200.`),
      ]),
      staysOut(
        'paid',
        `The order was paid after a callback ${forgeries.length === 1 ? (forgeries[0]?.what ?? '') : 'whose signature only resembles the right one'}.`,
      ),
    ],
  })

/** Lengths of prefixes that a merchant accepts if it compares only the received or only the first few characters. */
const LENGTHS = [0, 1, 2, 4, 8, 16, 24, 32, 43, 44, 64, 85]

const statusTrial = (signature: 'wrong' | 'missing'): Trial =>
  onHeld({
    id: `status-${signature}`,
    name: `A status response with a ${signature} signature`,
    ...UNPAID,
    isOptional: () => true,
    cannot: (merchant) =>
      merchant.requestsStatus
        ? withoutCheckout(merchant)
        : `The merchant did not request the status of its first order. ${merchant.remedies.statusRequests}`,
    switches: { statusSignature: signature },
    steps: [
      {
        step: {
          'expect received': {
            of: 'order',
            path: '/v2/payment/status',
            response: { payment: 'any' },
            within: '10 s',
          },
        },
        needs: 'No status request came within 10 s of real time.',
      },
      staysOut('paid', `The order was paid after a status response with a ${signature} signature.`),
    ],
  })

const craftedTrial = (id: string, what: string, body: StepText): Trial =>
  onHeld({
    id,
    name: `A result callback with ${what}`,
    ...PAID,
    steps: [
      sent('crafted', body, `A correctly signed callback with ${what} was not answered with 200.`),
      becomesPaid(`A callback with ${what} was answered with 200 but had no effect.`),
    ],
  })

const TWELVE = Array.from({ length: 12 }, (_, n) => `item ${n}`)

export const SIGNATURE_RULES: readonly Rule[] = [
  {
    number: 1,
    title: 'Every request is signed with the secret key, after all parameters are set',
    sections: '2.1, 2.2',
    matters:
      'The platform refuses requests that are not signed correctly: the customer sees an error and cannot pay.',
    remedy:
      'Set every parameter first, then sign the whole body with the secret of the project. The Signature page of Paybench compares the signed text line by line.',
    check: everyRequestIsSigned,
  },
  {
    number: 2,
    title: 'The signature of every callback and status response is verified',
    sections: '2.1, 9.2',
    matters: 'Anybody who knows the address could send a success and get goods without paying.',
    remedy:
      'Compute the signature over the whole body as received, and compare it with the one in the body as strings, all 88 characters. If they differ, or if the body has none, respond with 400 and change nothing. Verify status responses in the same way.',
    trials: [
      forgeryTrial('corrupt', 'A success with a wrong signature', [
        { signing: 'corrupt', what: 'with a wrong signature' },
      ]),
      forgeryTrial('altered', 'A decline changed into a success with its old signature', [
        { what: 'that was altered after signing' },
      ]),
      forgeryTrial('unsigned', 'A success without a signature', [
        { signing: 'omit', what: 'without a signature' },
      ]),
      forgeryTrial(
        'cut',
        'A success with a part of its signature',
        LENGTHS.map((first) => ({
          signing: { first },
          what: `with the first ${String(first)} of 88 characters of its signature`,
        })),
      ),
      forgeryTrial('resembling', 'A success with a signature that resembles the right one', [
        { signing: 'case swapped', what: 'whose signature has upper and lower case swapped' },
        { signing: 'prefixed', what: 'with characters before its signature' },
        { signing: 'suffixed', what: 'with characters after its signature' },
      ]),
      forgeryTrial('other-type', 'A success with a signature of another JSON type', [
        { signing: 'in a list', what: 'whose signature is in a list' },
        { signature: true, what: 'with true as its signature' },
        { signature: 0, what: 'with 0 as its signature' },
        { signature: null, what: 'with null as its signature' },
        { signature: {}, what: 'with an object as its signature' },
      ]),
      statusTrial('wrong'),
      statusTrial('missing'),
    ],
  },
  {
    number: 3,
    title: 'Callbacks with null, booleans, long lists, non-ASCII text or nested signatures pass verification',
    sections: '2.2, 2.3, 2.5',
    matters: 'Genuine callbacks are refused as forged, and paid orders stay open.',
    remedy:
      'Follow the algorithm exactly: null as an empty string, booleans as 1 and 0, natural order of indexes, UTF-8 bytes, and every member named signature left out, at any depth.',
    trials: [
      craftedTrial('null', 'null values', { note: null, payment: { region: null } }),
      craftedTrial('booleans', 'booleans', { payment: { is_cascading: true, split_with_redirect: false } }),
      craftedTrial('long-list', 'a list of twelve items', { provider_extra_fields: { items: TWELVE } }),
      craftedTrial('non-ascii', 'non-ASCII text', { payment: { description: 'Zoë kauft Käse für 5 € 😀' } }),
      craftedTrial('inner-signature', 'a nested signature', {
        provider_extra_fields: { signature: 'inner', list: [{ signature: '', name: 'first' }] },
      }),
    ],
  },
]
