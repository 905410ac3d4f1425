import { z } from 'zod'
import { callbackKind } from '#protocol/messages'
import { checkFault, FAULT_FIELDS, faultKind } from './faults'
import {
  amount,
  as,
  BEGINS_OR_CONTINUES,
  beginsOrContinues,
  card,
  count,
  duration,
  flag,
  headers,
  members,
  method,
  of,
  text,
} from './fields'
import { row } from './row'

const STATUS_RULE = 'must be a status from 200 to 599, silence, reset, or a map with a status'
const status = z.int(STATUS_RULE).min(200, STATUS_RULE).max(599, STATUS_RULE)

/** Responses of the capture server, in order; the last one is repeated. */
export const answers = z
  .array(
    z.union(
      [
        status,
        z.enum(['silence', 'reset']),
        z.strictObject({
          status,
          headers: headers.optional(),
          body: text.optional(),
          delay: duration.optional(),
        }),
      ],
      STATUS_RULE,
    ),
    'must be a list of statuses, such as [500, 200]',
  )
  .min(1, 'must have at least one response')
  .max(100)
  .describe(
    'The capture server’s responses to the first attempt of every callback, the second and so on: a status, `silence`, `reset`, or `{status, headers, body, delay}`. The last one is repeated.',
  )

/** A fault for callbacks. */
export const fault = z
  .strictObject({
    kind: faultKind,
    on: z
      .array(
        z.enum(callbackKind.options, `must be one of: ${callbackKind.options.join(', ')}`),
        'must be a list of kinds, such as [result]',
      )
      .describe('Kinds of callbacks; all if omitted.')
      .optional(),
    first: count(1000).describe('At most this many times.').optional(),
    of: of.optional(),
    ...FAULT_FIELDS,
  })
  .superRefine(checkFault)

export const clock = z
  .union(
    [z.enum(['frozen', 'live']), z.strictObject({ scaled: z.number().positive().max(1_000_000) })],
    'must be frozen, live or {scaled: 60}',
  )
  .describe(
    '`frozen` waits until a step advances it, `live` runs, `{scaled: 60}` runs that many times as fast.',
  )

/** Forgeries made from the correct signature of a message. */
export const FORGERIES = ['case swapped', 'prefixed', 'suffixed', 'in a list'] as const

const byTester = <Shape extends z.ZodType>(
  does: string,
  example: string,
  shape: Shape,
  more?: Parameters<typeof row>[4],
) => row('bench', does, example, shape, more)

/** Members of the step `customer`, each with the decision at the provider that it belongs to (contract 16.5). */
const OF_DECISION = [
  ['amount', 'pay'],
  ['in', 'leave'],
  ['result', 'leave'],
] as const

export const BENCH_STEPS = {
  customer: row(
    'customer',
    'Does what a customer does on the hosted form and on the page of a method’s provider, in this order: opens the form, pays, passes 3-D Secure, decides at the provider, fills in requested data, closes.',
    '{as: order, opens: {payment_amount: 4650, payment_currency: EUR}, pays: {card: success}}',
    z
      .strictObject({
        as,
        of: of.describe('Continues with this payment: with its form, or at the provider of its method.'),
        opens: z
          .union([text, members])
          .describe(
            'Parameters of the form, the URL of a form, or a page of the merchant that opens one. The text `absent` removes a parameter.',
          ),
        pays: z
          .strictObject({
            card,
            method: method.describe(
              'The method to choose if the form offers several ways to pay. Default: a card.',
            ),
            fields: members,
            cvv: text,
            holder: text,
            expires: text
              .regex(/^\d{2}\/\d{2}$|\$\{/, 'must be month and year, such as "07/35"')
              .describe('Month and year of the card: `"07/35"`.'),
            saves: flag.describe('Lets the platform save the card for next time.'),
          })
          .partial(),
        retries: flag.describe('Chooses another attempt if the form offers one, before paying.'),
        challenge: text.describe('`pass`, `fail`, `leave`, or the code that the customer types.'),
        provider: z
          .enum(['pay', 'decline', 'cancel', 'leave'], 'must be one of: pay, decline, cancel, leave')
          .describe('What the customer does at the provider of the method.'),
        amount: amount.describe('With `provider: pay`: the amount, if it is not the requested one.'),
        in: z
          .enum(['1 min', '1 h', '1 d'], 'must be one of: 1 min, 1 h, 1 d')
          .describe('With `provider: leave`: when the result comes. Without it, none comes by itself.'),
        result: z
          .enum(['success', 'decline'], 'must be success or decline')
          .describe('With `in`: which result comes. Default: `success`.'),
        fills: members.describe('Data for the clarification page, by key and name.'),
        closes: flag.describe('Gives up if the form offers another attempt; otherwise leaves the page.'),
        waits: flag.describe('Stays until the form continues by itself, up to 30 s. Default: true.'),
      })
      .partial()
      .refine(beginsOrContinues, BEGINS_OR_CONTINUES)
      .refine(
        ({ as: name, opens }) => name === undefined || opens !== undefined,
        'needs `opens`: the parameters, the URL or the page of a form.',
      )
      .superRefine((args, { addIssue }) => {
        for (const [member, provider] of OF_DECISION)
          if (args[member] !== undefined && args.provider !== provider)
            addIssue({ code: 'custom', path: [member], message: `needs \`provider: ${provider}\`.` })
      })
      .refine(({ in: after, result }) => result === undefined || after !== undefined, {
        path: ['result'],
        message: 'needs `in`: when that result comes.',
      }),
    { answered: true, moves: ['waiting'], addresses: ['opens'] },
  ),
  ask: byTester(
    'Requests more data, like a platform that finds something missing.',
    '{of: order, fields: {avs_data: [avs_post_code]}}',
    z.strictObject({ of, fields: z.record(z.string(), z.array(text), 'must be a map of lists of names') }),
  ),
  complete: byTester(
    'Ends a payment as the tester decides.',
    '{of: order, outcome: decline, code: "10105"}',
    z.strictObject({
      of,
      outcome: z.enum(['success', 'decline'], 'must be success or decline'),
      code: text.regex(/^\d{1,6}$|\$\{/, 'must be a result code in quotes, such as "10105"').optional(),
      message: text.optional(),
    }),
  ),
  create: byTester(
    'Creates a payment by hand, without a request from a merchant.',
    '{as: order, amount: 46.50 EUR, card: success, outcome: card}',
    z.strictObject({
      as,
      amount,
      card: card.optional(),
      customer: text.min(1).max(255).describe('The id of the customer.').optional(),
      description: text.max(255).optional(),
      operation: z.enum(['sale', 'auth'], 'must be sale or auth').optional(),
      outcome: z
        .enum(['hold', 'card'], 'must be hold or card')
        .describe('`hold` (the default): stays in processing until a step ends it; `card`: the card decides.')
        .optional(),
      series: z
        .enum(['C', 'U', 'R'], 'must be C, U or R')
        .describe('Registers a series of this type with its card.')
        .optional(),
    }),
  ),
  'by hand': byTester(
    'Does to a payment what the tester can do in the window.',
    '{of: order, does: refund, amount: 20 EUR}',
    z.strictObject({
      of,
      does: z.enum(
        ['capture', 'cancel', 'refund', 'expire', 'cancel series'],
        'must be one of: capture, cancel, refund, expire, cancel series',
      ),
      amount: amount.describe('A part of the amount; all of it if omitted.').optional(),
      outcome: z
        .literal('hold', 'must be hold')
        .describe('Stays in processing until a step ends it; if absent, the project decides.')
        .optional(),
    }),
  ),
  'charge again': byTester(
    'Charges the card of a series once more, by hand.',
    '{as: order, of: order, amount: 20 EUR}',
    z.strictObject({
      as,
      of: of.describe('The payment that registered the series, or one of its debits.'),
      amount: amount.optional(),
      outcome: z
        .literal('hold', 'must be hold')
        .describe('Stays in processing until a step ends it; if absent, the card decides.')
        .optional(),
    }),
  ),
  replay: byTester(
    'Sends a callback again, as it was or edited.',
    '{of: result, body: {payment: {sum: {amount: 1}}}, signing: keep}',
    z.strictObject({
      of: of.describe('A callback that an expectation named.'),
      as: as.optional(),
      body: members.describe('Members to change. The text `absent` removes a member.').optional(),
      headers: headers.optional(),
      to: text.optional(),
      signing: z
        .union(
          [
            z.enum(['resign', 'keep', 'omit', 'corrupt', ...FORGERIES]),
            z.strictObject({ first: z.int().min(0).max(87) }),
          ],
          `must be one of: resign, keep, omit, corrupt, ${FORGERIES.join(', ')}, or the number of characters to keep, such as {first: 40}`,
        )
        .describe(
          `\`resign\` unless given. \`{first: 40}\` sends the first 40 characters of the right signature. These send all of it, changed: ${FORGERIES.join(', ')}.`,
        )
        .optional(),
      repeat: flag.describe('Sends it again on the retry schedule until it gets a 200 response.').optional(),
    }),
    { addresses: ['to'] },
  ),
  'capture answers': byTester('Changes the responses of the capture server.', '[500, 200]', answers, {
    moves: ['response rules'],
  }),
  fault: byTester(
    'Injects a fault into callbacks from now on.',
    '{kind: duplicate, copies: 1, gap: 1 s}',
    fault,
    { moves: ['fault rules'] },
  ),
  clock: byTester('Sets the clock.', 'frozen', clock, { moves: ['clock mode'] }),
  advance: byTester(
    'Moves the virtual clock and does everything that becomes due on the way. `to next`: to the next timer.',
    '30 min',
    z.union([z.literal('to next'), duration], 'must be a time with its unit, such as 30 min, or: to next'),
    { moves: ['time'] },
  ),
  until: byTester(
    'Does everything that is due now. Also written `- until idle`.',
    'idle',
    z.literal('idle', 'must be: idle'),
  ),
} as const
