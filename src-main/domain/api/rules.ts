import { ownMember } from '#lib/own-member'
import { isCardNumber } from '#domain/card/card-number'
import { MAX_PROJECT_ID, type ProjectId } from '#domain/ids'
import { isRecord } from '#lib/json/node'
import { hasMoreCharacters } from '#lib/limits/bounded-text'
import { isCountryCode } from '#lib/money/country'
import { isCurrencyCode } from '#lib/money/minor-units'
import { isWebAddress } from '#lib/web-address'
import type { FieldError } from './errors'
import {
  isIpAddress,
  readBlock,
  readCalendarDay,
  readJsonObject,
  readMoment,
  readSwitch,
} from './value-formats'

/** What is wrong with a value. `code` is present only if it differs from the field's. */
export type Violation = Pick<FieldError, 'constraint' | 'message'> & { readonly code?: string }

export interface CheckContext {
  /** The current day on the virtual clock, `YYYY-MM-DD` in UTC. */
  readonly today: string
  /** The country of the address that the value belongs to. */
  readonly country?: string
}

/** Format and limits of a value in the API (contract 5), a clarification (5.8) or the form (7.3). */
export interface ValueRule {
  /** Determines the input control on pages. */
  readonly kind:
    | 'amount'
    | 'any'
    | 'boolean'
    | 'choice'
    | 'country'
    | 'date'
    | 'digit-number'
    | 'digits'
    | 'email'
    | 'indicator'
    | 'integer'
    | 'json'
    | 'object'
    | 'post-code'
    | 'switch'
    | 'text'
  /** In characters; absent if no limit is known. */
  readonly maxLength?: number
  /** All values of a choice. */
  readonly values?: readonly (string | number)[]
  /** Values that public demo pages send: with them, the form opens as if the parameter were absent (contract 12.27). */
  readonly tolerated?: readonly string[]
  /** Returns null if the value is valid. */
  readonly check: (value: unknown, context: CheckContext) => Violation | null
}

const MAX_AMOUNT = 10_000_000_000_000

export function violation(constraint: Violation['constraint'], message: string): Violation {
  return { constraint, message }
}

/** A whole number, given as a number or as a string of digits (contract 5.1); null for anything else. */
export function wholeNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : null
  if (typeof value !== 'string' || !/^-?\d{1,16}$/.test(value)) return null
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : null
}

/** A whole number in the range of `project_id` (contract 5.1); null for anything else. */
export function namedProjectId(value: unknown): ProjectId | null {
  const number = wholeNumber(value)
  return number === null || number < 1 || number > MAX_PROJECT_ID ? null : number
}

const PROJECT_PATHS = [['general', 'project_id'], ['project_id'], ['customer', 'project_id']] as const

/** The project that a body names in `general`, at the top level or in `customer`. */
export function projectNamedIn(body: unknown): ProjectId | null {
  if (!isRecord(body)) return null
  for (const path of PROJECT_PATHS) {
    const id = namedProjectId(valueAt(body, path))
    if (id !== null) return id
  }
  return null
}

function rule(
  kind: ValueRule['kind'],
  fits: (value: unknown) => boolean,
  constraint: Violation['constraint'],
  message: string,
): ValueRule {
  return { kind, check: (value) => (fits(value) ? null : violation(constraint, message)) }
}

/** A whole number, as a number or as a string of digits (contract 5.1); both limits are included. */
export function integer(minimum: number, maximum = Number.MAX_SAFE_INTEGER): ValueRule {
  return {
    kind: 'integer',
    check(value) {
      const number = wholeNumber(value)
      if (number === null) {
        return violation('type', 'Must be an integer, given as a number or as digits in a string.')
      }
      if (number < minimum) return violation('minimum', `Must be at least ${String(minimum)}.`)
      return number > maximum ? violation('maximum', `Must be at most ${String(maximum)}.`) : null
    },
  }
}

interface TextLimits {
  readonly kind?: ValueRule['kind']
  readonly minLength?: number
  readonly pattern?: RegExp
  /** What the pattern requires. */
  readonly explanation?: string
  /** A further requirement. */
  readonly also?: (text: string, context: CheckContext) => Violation | null
}

/** A text of at most `maxLength` characters (any number if omitted) that matches the pattern, if there is one. */
export function text(maxLength = Infinity, limits: TextLimits = {}): ValueRule {
  const { kind = 'text', minLength = 0, pattern, explanation = '', also } = limits
  return {
    kind,
    ...(maxLength === Infinity ? {} : { maxLength }),
    check(value, context) {
      if (typeof value !== 'string') return violation('type', 'Must be a string.')
      if (!hasMoreCharacters(value, minLength - 1)) {
        return violation('minLength', `Must have ${String(minLength)} or more characters.`)
      }
      if (hasMoreCharacters(value, maxLength)) {
        return violation('maxLength', `Must have at most ${String(maxLength)} characters.`)
      }
      if (pattern?.test(value) === false) return violation('pattern', explanation)
      return also?.(value, context) ?? null
    },
  }
}

const isText = (fits: (text: string) => boolean) => (value: unknown) =>
  typeof value === 'string' && fits(value)

export const boolean = rule(
  'boolean',
  (value) => typeof value === 'boolean',
  'type',
  'Must be true or false.',
)

export const object = rule('object', isRecord, 'type', 'Must be a JSON object.')

export function objects(minimum: number, maximum: number): ValueRule {
  const count = `${String(minimum)} to ${String(maximum)}`
  return {
    kind: 'any',
    check(value) {
      if (!Array.isArray(value)) return violation('type', `Must be an array of ${count} objects.`)
      if (value.length < minimum || value.length > maximum) {
        const constraint = value.length < minimum ? 'minLength' : 'maxLength'
        return violation(constraint, `Must have ${count} objects, not ${String(value.length)}.`)
      }
      const wrongAt = value.findIndex((item) => !isRecord(item))
      return wrongAt < 0
        ? null
        : violation('type', `Must contain only JSON objects; entry ${String(wrongAt + 1)} is not one.`)
    },
  }
}

/** Positions of a receipt (contract 12, row 7). */
export const MAX_POSITIONS = 300

const NO_POSITIONS = `Must have positions, an array of 1 to ${String(MAX_POSITIONS)} objects. Otherwise omit receipt_data.`

export const receiptData: ValueRule = {
  kind: 'object',
  check(value, context) {
    const lacksPositions = isRecord(value) && (value['positions'] ?? null) === null
    return lacksPositions
      ? { code: '2004', constraint: 'required', message: NO_POSITIONS }
      : object.check(value, context)
  },
}

export const projectId = integer(1, MAX_PROJECT_ID)

/** 1 to 255 characters that neither start nor end with white space or NUL (contract 3.1). */
export const paymentId = text(255, {
  minLength: 1,
  pattern: /^[^ \t\0\v\n\r](?:[^]*[^ \t\0\v\n\r])?$/,
  explanation: 'Must not start or end with a space, TAB, NUL, VT, LF or CR.',
})

/** Money in minor units (contract 3.1). */
export const amount: ValueRule = { ...integer(1, MAX_AMOUNT), kind: 'amount' }

/** Minor units; 0 if a card is only saved. */
export const amountOrNothing = integer(0, MAX_AMOUNT)

export const currency = rule(
  'text',
  isText(isCurrencyCode),
  'pattern',
  'Must be three capital letters of ISO 4217, for example EUR.',
)

export const cardNumber = text(32, {
  also: (number) =>
    isCardNumber(number)
      ? null
      : {
          code: '10102',
          constraint: 'format',
          message: 'Must be a card number: 16 to 19 digits (amex also 15) that pass the Luhn check.',
        },
})

export function url(maxLength: number): ValueRule {
  return text(maxLength, {
    minLength: 1,
    also: (address) =>
      isWebAddress(address)
        ? null
        : violation('format', 'Must be an absolute http or https URL without spaces.'),
  })
}

export const ipAddress = rule('text', isText(isIpAddress), 'format', 'Must be an IPv4 or IPv6 address.')

export const dateTime = rule(
  'text',
  isText((moment) => readMoment(moment, true) !== null),
  'format',
  'Must be an ISO 8601 date and time, for example 2031-04-09T16:20:05+0000.',
)

/** A date and time with an offset. */
export const moment = rule(
  'text',
  isText((given) => readMoment(given) !== null),
  'format',
  'Must be a date and time with an offset, for example 2031-04-09T18:20:05+02:00; in a query, write + as %2B.',
)

/** In UTC (contract 13.1). */
export const timeOfDay = text(8, {
  pattern: /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/,
  explanation: 'Must be a time of day, for example 09:30:00.',
})

export function oneOf(values: readonly (string | number)[], tolerated: readonly string[] = []): ValueRule {
  const accepted = [...values, ...tolerated]
  const fits = (value: unknown): boolean =>
    accepted.some((option) => option === value || String(option) === value)
  return { ...rule('choice', fits, 'enum', `Must be one of ${values.join(', ')}.`), values, tolerated }
}

/** Any text, number or boolean. */
export const any = rule('any', isScalar, 'type', 'Must be a string, a number or a boolean.')

export const email = text(255, {
  kind: 'email',
  also: (address) =>
    /^[^@\s]+@[^@\s.]+(?:\.[^@\s.]+)+$/.test(address)
      ? null
      : violation('format', 'Must have one @ and a domain with a dot.'),
})

/** DD-MM-YYYY, a valid date; `notInFuture`: today (UTC) at the latest. */
export function date(notInFuture: boolean): ValueRule {
  return text(Infinity, {
    kind: 'date',
    pattern: /^[0-9]{2}-[0-9]{2}-[0-9]{4}$/,
    explanation: 'Must have the format DD-MM-YYYY.',
    also(given, { today }) {
      const day = readCalendarDay(given)
      if (day === null) return violation('format', `${given} is not a valid date.`)
      return notInFuture && day > today ? violation('maximum', `${given} is in the future.`) : null
    },
  })
}

/** An assigned ISO 3166-1 code of two letters. */
export const country = text(Infinity, {
  kind: 'country',
  pattern: /^[A-Z]{2}$/,
  explanation: 'Must be two capital letters.',
  also: (code) =>
    isCountryCode(code) ? null : violation('enum', `${code} is not an assigned country code.`),
})

export const countryInAnyCase = rule(
  'text',
  isText((code) => isCountryCode(code.toUpperCase())),
  'enum',
  'Must be two letters, an assigned ISO 3166-1 code such as IE.',
)

/** Meaningless without its country. */
export const regionCode = text(Infinity, {
  pattern: /^[0-9A-Z]{1,3}$/,
  explanation: 'Must be one to three capital letters or digits.',
  also: (_, context) =>
    context.country === undefined ? violation('required', 'A region code also requires the country.') : null,
})

export const postCode = text(16, {
  kind: 'post-code',
  pattern: /^[\p{L}\p{Nd} -]+$/u,
  explanation: 'Must consist of letters, digits, spaces and hyphens.',
})

/** ASCII digits as a string; both limits are included. */
export function digits(minLength: number, maxLength: number): ValueRule {
  return text(maxLength, {
    kind: 'digits',
    minLength,
    pattern: /^[0-9]+$/,
    explanation: 'Must consist of digits only.',
  })
}

/** Exactly `length` digits, as a number or a string; a string may begin with 0. */
export function digitNumber(length: number): ValueRule {
  return {
    kind: 'digit-number',
    maxLength: length,
    check(value) {
      const written = Number.isSafeInteger(value) ? String(value) : value
      if (typeof written !== 'string') return violation('type', 'Must be a whole number.')
      const isRight = /^[0-9]+$/.test(written) && written.length === length
      return isRight ? null : violation('pattern', `Must have exactly ${String(length)} digits.`)
    },
  }
}

/** The two-digit indicators of 3-D Secure. */
export const indicator = text(Infinity, {
  kind: 'indicator',
  pattern: /^0[1-9]$/,
  explanation: 'Must be two digits from 01 to 09.',
})

export const uuid = text(Infinity, {
  pattern: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  explanation: 'Must be a UUID.',
})

/** 0, 1, true or false; URL builders also write True and False (contract 2.6). */
export const onOff = rule(
  'switch',
  isText((word) => readSwitch(word) !== null),
  'enum',
  'Must be 0, 1, true or false.',
)

/** A JSON object as text. */
export const jsonObject = rule(
  'json',
  isText((written) => readJsonObject(written) !== null),
  'format',
  'Must be the text of a JSON object such as {"key":"value"}.',
)

/** Base64 of a JSON object. */
export const base64Json = text(Infinity, {
  also(encoded) {
    const block = readBlock(encoded)
    return typeof block === 'string' ? violation('format', block) : null
  },
})

export function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)
}

/** Follows own properties only; undefined if the path ends early. */
export function valueAt(root: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, key) => (isRecord(value) ? ownMember(value, key) : undefined), root)
}
