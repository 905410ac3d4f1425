import { z } from 'zod'
import { METHOD_PATH } from '#domain/api/endpoints'
import { TOKEN } from '#lib/http-message/response'
import { formatMinorUnits, parseMinorUnits } from '#lib/money/minor-units'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/time/time'
import type { Money } from '#domain/payment/payment'

export type Amount = Money

const AMOUNT = /\d{1,13}(\.\d{1,3})? [A-Z]{3}/

const UNIT_MS: ReadonlyMap<string, number> = new Map([
  ['ms', 1],
  ['s', 1000],
  ['min', MINUTE_MS],
  ['h', HOUR_MS],
  ['d', DAY_MS],
])

const DURATION = /\d{1,9}(\.\d{1,3})? ?(ms|s|min|h|d)/

/** Reads `46.50 EUR` as minor units; null if it is not an amount, or has more decimals than the currency. */
export function readAmount(text: string): Amount | null {
  if (!new RegExp(`^${AMOUNT.source}$`).test(text)) return null
  const [number = '', currency = ''] = text.split(' ')
  const amount = parseMinorUnits(number, currency)
  return amount === null ? null : { amount, currency }
}

/** Writes an amount in the words of a scenario: `46.50 EUR`. */
export function writeAmount({ amount, currency }: Amount): string {
  return `${formatMinorUnits(amount, currency).text} ${currency}`
}

/** Reads `30 min` as milliseconds; null if it is not a duration, or is longer than ten years. */
export function readDuration(text: string): number | null {
  const found = /^(\d{1,9}(?:\.\d{1,3})?) ?(ms|s|min|h|d)$/.exec(text)
  if (found === null) return null
  const ms = Math.round(Number(found[1]) * (UNIT_MS.get(found[2] ?? '') ?? Number.NaN))
  return ms <= 3650 * DAY_MS ? ms : null
}

/** Writes a duration in the largest unit that leaves no fraction: `30 min`. */
export function writeDuration(ms: number): string {
  const [unit, size] = [...UNIT_MS].reverse().find(([, each]) => ms >= each && ms % each === 0) ?? ['ms', 1]
  return `${ms / size} ${unit}`
}

/** Test cards by what they do (contract 7.9). A number is a card too; one that is not in the table succeeds. */
export const NAMED_CARDS = {
  success: '4000000000000077',
  decline: '4111111111111111',
  'insufficient funds': '4000000000000135',
  'issuer too slow': '4539121411168251',
  'partial approval': '5126160000356675',
  challenge: '4314220000000056',
  'challenge declined': '4012000000020089',
  frictionless: '4477000000000006',
  slow: '4000000000017055',
  'clarification-avs': '4000000000017006',
  'clarification-customer': '4000000000017014',
  'clarification-declined': '4000000000017022',
  'clarification-twice': '4000000000017030',
  'clarification-many': '4000000000017048',
} as const

/** The number of a named card; a number stays unchanged. */
export function cardNumber(card: string): string {
  return Object.entries(NAMED_CARDS).find(([name]) => name === card)?.[1] ?? card
}

const REFERENCE = /\$\{([^}]*)\}/g

/** Splits a text after its last `}`: beyond that, a search from each `${` to the end would take quadratic time. */
function split(text: string): readonly [string, string] {
  const end = text.lastIndexOf('}') + 1
  return [text.slice(0, end), text.slice(end)]
}

/** The references to variables in a text, each as written (`${order.id}`) and by its name (`order.id`). */
export const referencesIn = (text: string): Iterable<RegExpExecArray> => split(text)[0].matchAll(REFERENCE)

export function withReferences(text: string, valueOf: (reference: string) => string): string {
  const [beginning, rest] = split(text)
  return beginning.replaceAll(REFERENCE, (_, reference: string) => valueOf(reference)) + rest
}

/** The start of a reference, whose value is known only when the step runs: `${order.id}`. */
const VARIABLE = '\\$\\{'

/** A text that matches `pattern` or contains a reference. `message` continues a sentence that begins with the field. */
const formatted = (pattern: RegExp, message: string) =>
  z.string(message).regex(new RegExp(`^(${pattern.source})$|${VARIABLE}`), message)

const NAME_RULE = 'must be a name of letters, digits and _, beginning with a lower-case letter, such as order'
const name = z.string(NAME_RULE).regex(/^[a-z][A-Za-z0-9_]{0,39}$/, NAME_RULE)

export const as = name.describe('Names what this step creates. Later steps read it: `${order.id}`.')
export const of = name.describe('The payment that an earlier step named.')

/** Whether a step begins a payment or continues one. */
export const beginsOrContinues = (args: { readonly as?: unknown; readonly of?: unknown }): boolean =>
  args.as !== undefined || args.of !== undefined
export const BEGINS_OR_CONTINUES = 'needs `as: order` for a new payment, or `of: order` for an existing one.'

export const amount = formatted(AMOUNT, 'must be an amount with its currency, such as 46.50 EUR').describe(
  'An amount with its currency: `46.50 EUR`, `1500 JPY`.',
)
export const duration = formatted(DURATION, 'must be a time with its unit, such as 30 min').describe(
  'A time with its unit: `500 ms`, `10 s`, `30 min`, `4 h`, `11 d`.',
)
export const within = duration.describe('How long to wait, in virtual time. Default: 5 s.')

const NUMBER = /\d{12,19}/
const CARD_RULE = `must be a card number, or one of: ${Object.keys(NAMED_CARDS).join(', ')}`
export const card = formatted(
  new RegExp([...Object.keys(NAMED_CARDS), NUMBER.source].join('|')),
  CARD_RULE,
).describe(`A test card by what it does (${Object.keys(NAMED_CARDS).join(', ')}), or a number in quotes.`)

export const method = formatted(
  new RegExp(METHOD_PATH),
  'must be the path of a method, such as online-banking/ideal',
).describe('The path of a payment method: `online-banking/ideal`.')

export const text = z.string('must be text').max(100_000)
export const flag = z.boolean('must be true or false')
/** A whole number from 1 to `most`. */
export const count = (most: number) => {
  const message = `must be a whole number from 1 to ${most}`
  return z.int(message).min(1, message).max(most, message)
}

export const members = z.record(z.string(), z.unknown(), 'must be a map of names and values')

export const headers = z.record(z.string().regex(TOKEN), text, 'must be a map of header fields')
