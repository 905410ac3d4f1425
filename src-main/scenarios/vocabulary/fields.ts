import { z } from 'zod'
import { TOKEN } from '#lib/http-message/response'
import { NAMED_CARDS } from './cards'
import { AMOUNT, DURATION } from './units'

/** The beginning of a variable, whose value is known when the step runs: `${order.id}`. */
const VARIABLE = '\\$\\{'

/** A text that the pattern matches or that has a variable in it. `message` continues a sentence that begins with the field. */
const formatted = (pattern: RegExp, message: string) =>
  z.string(message).regex(new RegExp(`^(${pattern.source})$|${VARIABLE}`), message)

const NAME_RULE = 'must be a name of letters, digits and _, beginning with a small letter, such as order'
const name = z.string(NAME_RULE).regex(/^[a-z][A-Za-z0-9_]{0,39}$/, NAME_RULE)

export const as = name.describe('Names what this step makes. Later steps read it: `${order.id}`.')
export const of = name.describe('The payment that an earlier step named.')

export const amount = formatted(AMOUNT, 'must be an amount with its currency, such as 46.50 EUR').describe(
  'An amount with its currency: `46.50 EUR`, `1500 JPY`.',
)
export const duration = formatted(DURATION, 'must be a time with its unit, such as 30 min').describe(
  'A time with its unit: `500 ms`, `10 s`, `30 min`, `4 h`, `11 d`.',
)
export const within = duration.describe('How long to wait, in virtual time. 5 s unless given.')

const NUMBER = /\d{12,19}/
const CARD_RULE = `must be a card number, or one of: ${Object.keys(NAMED_CARDS).join(', ')}`
export const card = formatted(
  new RegExp([...Object.keys(NAMED_CARDS), NUMBER.source].join('|')),
  CARD_RULE,
).describe(`A test card by what it does (${Object.keys(NAMED_CARDS).join(', ')}), or a number in quotes.`)

export const text = z.string('must be a text').max(100_000)
export const flag = z.boolean('must be true or false')
/** A whole number from 1 to `most`. */
export const count = (most: number) => {
  const message = `must be a whole number from 1 to ${most}`
  return z.int(message).min(1, message).max(most, message)
}

/** Any value that JSON has. */
const json = z.unknown()
export const members = z.record(z.string(), json, 'must be a map of names and values')

/** What has to be there: a value, a map that matches in part, or a matcher. */
export const pattern = json

export const headers = z.record(z.string().regex(TOKEN), text, 'must be a map of header fields')
