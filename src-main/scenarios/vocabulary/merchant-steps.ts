import { z } from 'zod'
import {
  amount,
  as,
  BEGINS_OR_CONTINUES,
  beginsOrContinues,
  card,
  duration,
  flag,
  headers,
  members,
  method,
  of,
  text,
} from './fields'
import { row } from './row'

const edits = members.describe(
  'Members to add to the request, or to replace. The text `absent` removes a member.',
)
const signature = z
  .enum(['valid', 'wrong', 'missing', 'empty'], 'must be one of: valid, wrong, missing, empty')
  .describe('Default: `valid`.')
const common = { body: edits.optional(), signature: signature.optional() }

const begin = z.strictObject({
  as,
  amount,
  card: card.optional(),
  id: text.min(1).max(255).describe('The payment_id; if omitted, a unique one is created.').optional(),
  customer: members.describe('Members of `customer`, such as `email`.').optional(),
  ...common,
})
const later = z.strictObject({
  of,
  amount: amount.describe('A part of the amount; all of it if omitted.').optional(),
  ...common,
})

/** A request to the platform; its body can say where callbacks go. */
const toPlatform = <Shape extends z.ZodType>(does: string, example: string, shape: Shape) =>
  row('merchant', does, example, shape, { answered: true, addresses: ['body'] })

/** Requests of the merchant's back end to the platform. Paybench signs as the merchant would (contract 2.1). */
export const MERCHANT_STEPS = {
  sale: toPlatform(
    'Buys with a card. With `method` it buys by that payment method, with sample values for whatever the method needs; `body` changes them.',
    '{as: order, amount: 46.50 EUR, card: clarification-avs}',
    begin
      .extend({ method: method.optional() })
      .refine(({ card: given, method: path }) => given === undefined || path === undefined, {
        path: ['method'],
        message: 'cannot be combined with `card`. Leave one of them out.',
      }),
  ),
  auth: toPlatform('Places a hold on a card.', '{as: order, amount: 46.50 EUR}', begin),
  capture: toPlatform('Captures a hold, or a part of it.', '{of: order, amount: 20 EUR}', later),
  cancel: toPlatform('Releases a hold, or a part of it.', '{of: order}', later),
  refund: toPlatform(
    'Refunds a payment, or a part of it.',
    '{of: order, amount: 10 EUR, description: Returned}',
    later.extend({
      description: text.max(255).describe('Default: `Refund`.').optional(),
      refund_id: text.max(255).describe('The merchant_refund_id.').optional(),
    }),
  ),
  status: toPlatform('Requests the status of a payment.', '{of: order}', z.strictObject({ of, ...common })),
  clarify: toPlatform(
    'Answers a clarification. Without any data it sends an empty `additional_data`, which buys time.',
    '{of: order, avs_data: {avs_post_code: H91 AB12}}',
    z.strictObject({
      of,
      avs_data: members.optional(),
      customer: members.optional(),
      account: members.optional(),
      data: members.describe('Further objects of `additional_data`.').optional(),
      ...common,
    }),
  ),
  'resend code': toPlatform(
    'Has the provider of a method send its customer a new one-time code.',
    '{of: order}',
    z.strictObject({ of, ...common }),
  ),
  'challenge result': toPlatform(
    'Sends what the issuer’s page posted after 3-D Secure, for a payment made through the API.',
    '{of: order, challenge: pass}',
    z.strictObject({
      of,
      challenge: text.describe('`pass`, `fail`, `leave`, or the code that the customer typed.'),
      ...common,
    }),
  ),
  post: toPlatform(
    'Sends any other request of the API, such as a later debit of a series. The members of `general` that name the project and the payment are added automatically.',
    '{as: debit, path: /v2/payment/card/recurring, body: {recurring: {id: "${result.body.recurring.id}"}}}',
    z
      .strictObject({
        as: as.optional(),
        of: of
          .describe('The payment that an earlier step named; `as` instead creates a new payment_id.')
          .optional(),
        path: text.regex(/^\/[!-~]*$/, 'must be a path, such as /v2/payment/card/recurring'),
        body: edits
          .describe(
            'The request, added to `general`. Without `general` (`{general: absent}`) it is signed at its top level.',
          )
          .optional(),
        signature: signature.optional(),
      })
      .refine(beginsOrContinues, BEGINS_OR_CONTINUES)
      .refine(({ as: name, of: other }) => name === undefined || other === undefined, {
        path: ['of'],
        message: 'cannot be combined with `as`. Leave one of them out.',
      }),
  ),
  request: row(
    'merchant',
    'Sends any HTTP request to the merchant’s own back end. Later steps read its response: `${NAME.body.…}`, or `${NAME.text}` for the whole body.',
    '{as: checkout, url: "${shop}/checkout", body: {basket: 7}}',
    z.strictObject({
      as: as.optional(),
      url: text.regex(/^https?:\/\/|\$\{/, 'must be an http or https address, or begin with a variable'),
      method: z
        .string()
        .regex(/^[A-Z]{1,20}$/, 'must be a method in capital letters, such as POST')
        .describe('POST if there is a body, otherwise GET.')
        .optional(),
      headers: headers.optional(),
      body: z.unknown().describe('A map or a list is sent as JSON, a text as it is.').optional(),
      form: z.record(z.string(), z.string()).describe('Sends these fields as a web form.').optional(),
      follow: flag.describe('Follows redirects. Default: false.').optional(),
      after: duration
        .describe('How long to wait first, in real time: the merchant’s own back end needs this time to act.')
        .optional(),
      within: duration
        .describe('How long to repeat the request, in real time, until the response is as `expect` says.')
        .optional(),
    }),
    { answered: true, addresses: ['url'] },
  ),
} as const
