import { z } from 'zod'
import type { FormView } from '#domain/form/view'
import { OPERATION_STATUSES, OPERATION_TYPES, PAYMENT_STATUSES } from '#domain/payment/statuses'
import { callbackKind, callbackState, signatureVerdict } from '#protocol/messages'
import { amount, as, duration, of, text, within } from './fields'
import { type Row, row } from './row'
import { pattern } from './words'

const status = pattern().describe('HTTP status: `200`, `>=400`.')
const body = pattern().describe('The body as JSON, in part.')
const headerPatterns = z
  .record(z.string(), pattern(), 'must be a map of names and values')
  .describe('Header fields by their names in lower case.')
const SIGNATURE_WORDS =
  'The verdict on the signature: valid, invalid, missing, empty, unreadable, unknown_project.'
const signature = pattern(signatureVerdict.shape.state.options).describe(SIGNATURE_WORDS)

const request = { method: pattern(), path: pattern(), headers: headerPatterns, body, signature } as const

const VIEWS: readonly (FormView['kind'] | 'error')[] = [
  ...(['methods', 'method', 'card', 'details', 'clarification', 'challenge'] as const),
  ...(['provider', 'waiting', 'result', 'expired', 'error'] as const),
]

/** The shape of `expect` beside a step, and of `expect response` about an earlier step. */
export const responseShape = z
  .strictObject({
    http: status,
    body,
    headers: headerPatterns,
    signature: pattern(['valid', 'invalid', 'missing']).describe(
      'The verdict on the signature of the response: valid, invalid, missing.',
    ),
    view: pattern(VIEWS).describe(
      'What a form shows: methods, method, card, details, clarification, challenge, provider, waiting, result, expired, error.',
    ),
  })
  .partial()

const callbacks = z
  .strictObject({
    of: of.describe('The payment; or a callback that an earlier expectation named, to look at it again.'),
    as,
    kind: pattern(callbackKind.options).describe(
      'clarification, remaining, intermediate, result, token or other.',
    ),
    state: pattern(callbackState.options).describe(
      'scheduled, delivering, delivered, failed, held or dropped.',
    ),
    attempts: pattern().describe('How many times it has been sent.'),
    answer: pattern().describe('HTTP status of the merchant’s last response.'),
    body,
    headers: headerPatterns,
    signature,
    within,
  })
  .partial()

const expectation = <Shape extends z.ZodType>(
  does: string,
  example: string,
  shape: Shape,
  moves: Row['moves'] = ['waiting'],
) => row('expectation', does, example, shape, { moves })

/** Every member is a pattern(), except `of`, `as`, `within`, `for`, `kinds` and `amount`. */
export const EXPECTATIONS = {
  'expect callback': expectation(
    'A callback that the platform sends. Each satisfies one expectation; the oldest that fits is taken.',
    '{of: order, kind: clarification, body: {status: awaiting clarification}}',
    callbacks,
  ),
  'expect captured': expectation(
    'A request that the capture server received.',
    '{of: order, method: POST, signature: valid, answer: 200}',
    z
      .strictObject({
        of,
        as,
        ...request,
        answer: pattern().describe('HTTP status of the capture server’s response.'),
        within,
      })
      .partial(),
  ),
  'expect received': expectation(
    'A request that the merchant’s own back end had to make to the platform; requests of this scenario do not count.',
    '{of: order, path: /v2/payment/clarification, http: 200, signature: valid}',
    z
      .strictObject({
        of,
        as: as.describe('Names the payment that the request is about.'),
        ...request,
        http: status,
        response: pattern().describe('The body of the platform’s response, in part.'),
        within,
      })
      .partial(),
  ),
  'expect response': expectation(
    'The last response to a request about a payment, or to a named request. `expect` beside a step does the same for its response.',
    '{of: order, http: 200}',
    responseShape.extend({ of }),
    [],
  ),
  'expect payment': expectation(
    'The payment as it is on the platform.',
    '{of: order, status: decline, code: "603"}',
    z.strictObject({
      of,
      status: pattern(PAYMENT_STATUSES).optional(),
      code: pattern().describe('Result code as a text: `"603"`.').optional(),
      message: pattern().optional(),
      amount: amount.optional(),
      remaining: pattern().describe('What a clarification still lacks, by key.').optional(),
      expires: pattern().describe('When the clarification expires, ISO 8601.').optional(),
      operations: pattern({
        type: OPERATION_TYPES,
        status: OPERATION_STATUSES,
      })
        .describe('Its operations: `[{type: sale, status: success}]`.')
        .optional(),
      body: pattern().describe('The payment status object (contract 3.2), in part.').optional(),
      within: within.optional(),
    }),
  ),
  'expect nothing': expectation(
    'For this span of virtual time, nothing of these kinds arrives beyond what existed when the step began.',
    '{of: order, for: 30 min}',
    z.strictObject({
      of: of.optional(),
      for: duration,
      kinds: z
        .array(
          z.enum(['callback', 'captured', 'received'], 'must be one of: callback, captured, received'),
          'must be a list of kinds, such as [callback]',
        )
        .min(1)
        .describe('callback, captured, received; all if omitted.')
        .optional(),
    }),
    ['time'],
  ),
} as const

export const note = text.max(500).describe('A comment that reports show.')
