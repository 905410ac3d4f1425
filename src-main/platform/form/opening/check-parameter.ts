import { assertNever } from '#lib/error-text'
import * as rules from '#domain/api/rules'
import { findField } from '#domain/clarification/catalogue'
import { type CheckContext, checkValue } from '#domain/clarification/check'
import type { FieldError } from '#domain/api/errors'
import { hasMoreCharacters } from '#lib/limits/bounded-text'
import { isCountryCode } from '#lib/money/country'
import { MAX_PROJECT_ID } from '#domain/project/project'
import type { FormMode } from '#domain/form/settings'
import { isWebAddress } from '#lib/web-address'
import type { FormParameter, ParameterRule } from '#domain/form/parameters/parameter'
import type { JsonNode, JsonObject } from '#lib/json/node'
import { textPlaces } from '#lib/json/locate'
import { LIMITS } from '#lib/limits/limit-table'
import { findParameter, isUnsigned } from '#domain/form/parameters/parameters'
import {
  blockErrors,
  countryBeside,
  type ParameterValue,
  type ParameterValues,
  readBlock,
  readJsonObject,
  readMoment,
  readSwitch,
} from './values'
import { blockOf } from './settings-of'

interface ParameterContext extends CheckContext {
  readonly mode: FormMode
}

type Finding = Omit<FieldError, 'field'>
type Violation = Omit<Finding, 'code'> & { readonly code?: string }

const MAX_MINOR_UNITS = 10_000_000_000_000

/** What is wrong with the value of a parameter that was given (contract 7.3). Null: nothing. */
export function checkParameter(
  parameter: FormParameter,
  value: ParameterValue,
  context: ParameterContext,
): Finding | null {
  const violation =
    value.kind === 'structure'
      ? structureViolation(parameter.rule, value)
      : textViolation(parameter.rule, value.text, context)
  if (violation === null) return null
  return { code: parameter.code, ...violation, message: `${violation.message}${hintFor(value)}` }
}

function structureViolation(rule: ParameterRule, value: ParameterValue): Violation | null {
  if (rule.kind === 'any') return null
  if (rule.kind === 'json' && value.kind === 'structure' && value.node.type === 'object') return null
  return violation(
    'type',
    rule.kind === 'json'
      ? 'Must be a JSON object or its text.'
      : 'Must be a text or a number, not an object or an array.',
  )
}

function textViolation(rule: ParameterRule, text: string, context: ParameterContext): Violation | null {
  switch (rule.kind) {
    case 'any':
    case 'list':
    case 'signature':
    case 'own origin':
      return null
    case 'text':
      return (
        tooLong(text, rule.maxLength) ??
        (rule.pattern === undefined || rule.pattern.matches.test(text)
          ? null
          : violation('pattern', rule.pattern.explanation))
      )
    case 'integer':
      return integerViolation(text, rule.minimum, rule.maximum)
    case 'amount':
      return amountViolation(text, context.mode)
    case 'project id':
      return rules.integer(1, MAX_PROJECT_ID)(text)
    case 'payment id':
      return rules.paymentId(text)
    case 'currency':
      return rules.currency(text)
    case 'choice':
      return rule.values.includes(text) || rule.tolerated?.includes(text) === true
        ? null
        : violation('enum', `Must be one of ${rule.values.join(', ')}.`)
    case 'switch':
      return readSwitch(text) === null ? violation('enum', 'Must be 0, 1, true or false.') : null
    case 'url':
      return urlViolation(text)
    case 'moment':
      return readMoment(text) === null
        ? violation(
            'format',
            'Must be a date and time with an offset, for example 2031-04-09T18:20:05+02:00; in a query + is written %2B.',
          )
        : null
    case 'country':
      return isCountryCode(text.toUpperCase())
        ? null
        : violation('enum', 'Must be two letters, an assigned ISO 3166-1 code such as IE.')
    case 'json':
      return readJsonObject(text) === null
        ? violation('format', 'Must be the text of a JSON object such as {"key":"value"}.')
        : null
    case 'base64 json': {
      const block = readBlock(text)
      return block.ok ? null : violation('format', block.message)
    }
    case 'catalogue':
      return tooLong(text, rule.maxLength) ?? catalogueViolation(rule.path, text, context)
    default:
      return assertNever(rule)
  }
}

function catalogueViolation(path: string, text: string, context: CheckContext): Violation | null {
  const dot = path.indexOf('.')
  const problem = checkValue(findField(path.slice(0, dot), path.slice(dot + 1)), text, context)
  return problem === null ? null : { ...problem, message: `${problem.message}.` }
}

function integerViolation(text: string, minimum: number, maximum: number | null): Violation | null {
  return rules.integer(minimum, maximum ?? Number.MAX_SAFE_INTEGER)(text)
}

function amountViolation(text: string, mode: FormMode): Violation | null {
  if (mode === 'card_verify') {
    return text === '0'
      ? null
      : violation('maximum', 'Must be 0 where a card is only checked (mode card_verify).')
  }
  if (/^\d[\d\s.,'_]*[.,\s'_]\d+$/.test(text)) {
    return violation(
      'type',
      'Must be an integer in minor units without point, comma or space: 46.50 EUR is 4650.',
    )
  }
  const found = rules.integer(mode === 'card_tokenize' ? 0 : 1, MAX_MINOR_UNITS)(text)
  return found === null
    ? null
    : { ...found, message: `${found.message} Amounts are in minor units: 46.50 EUR is 4650.` }
}

function urlViolation(text: string): Violation | null {
  return (
    tooLong(text, 2048) ??
    (isWebAddress(text) ? null : violation('format', 'Must be an absolute http or https URL without spaces.'))
  )
}

function tooLong(text: string, maxLength: number | null): Violation | null {
  if (maxLength === null || !hasMoreCharacters(text, maxLength)) return null
  return violation('maxLength', `Must have at most ${String(maxLength)} characters.`)
}

function violation(constraint: Violation['constraint'], message: string): Violation {
  return { constraint, message }
}

/** Words that appear if the page had no text to send (contract 2.6, 8.5). */
function hintFor(value: ParameterValue): string {
  if (value.kind === 'structure') return ''
  switch (value.text) {
    case '[object Object]':
      return ' The library writes objects so when it opens by GET: send JSON.stringify of it, or open by POST.'
    case 'undefined':
      return ' The page gave the library no value (undefined): leave the key out.'
    case 'null':
    case 'None':
      return ' The word stands for a value that was not there: leave the parameter out.'
    default:
      return ''
  }
}

/** Every value that breaks its rule, in the order of the parameters (contract 7.2, step formats). */
export function formatErrors(
  root: JsonObject,
  values: ParameterValues,
  mode: FormMode,
  today: string,
): readonly FieldError[] {
  return [
    ...semicolonErrors(root),
    ...[...values].flatMap(([name, value]): FieldError[] => {
      const parameter = findParameter(name)
      if (parameter === null) return []
      const country = countryBeside(values, name)
      const found = checkParameter(parameter, value, {
        mode,
        today,
        ...(country === null ? {} : { country }),
      })
      return found === null ? [] : [{ ...found, field: name }]
    }),
    ...blockErrors(values, today),
    ...recurringErrors(values),
  ]
}

/**
 * `;` joins the lines of the string to sign, so no name and no value may contain it (contract 2.6), except values
 * that are not signed: the library sends addresses of pages in `_referrer`.
 */
export function semicolonErrors(root: JsonObject): readonly FieldError[] {
  const { paths } = textPlaces(root, (text) => text.includes(';'), {
    most: LIMITS.warnings,
    passesOver: (key, depth) => depth === 0 && isUnsigned(key),
  })
  const escaped = new Set(root.members.filter(({ value }) => holdsEntity(value)).map(({ key }) => key))
  return paths.map((path): FieldError => ({
    code: '502',
    field: path,
    constraint: 'pattern',
    message: `${path} holds a ;, which parts the lines of the string to sign and is not allowed.${
      escaped.has(path) ? ' The value looks HTML-escaped: send & itself, not &amp;.' : ''
    } Take it out.`,
  }))
}

function holdsEntity(node: JsonNode): boolean {
  return node.type === 'string' && /&(?:[a-z]+|#\d+);/i.test(node.value)
}

/** The few members of `recurring` that matter; the API uses the same words (contract 5.5). */
function recurringErrors(values: ParameterValues): readonly FieldError[] {
  const recurring = blockOf(values, 'recurring')
  if (recurring === null) return []
  const errors: FieldError[] = []
  const register = recurring['register']
  const isSwitch =
    typeof register === 'boolean' ||
    register === 0 ||
    register === 1 ||
    (typeof register === 'string' && readSwitch(register) !== null)
  if (register !== undefined && !isSwitch) {
    errors.push({
      code: '502',
      field: 'recurring.register',
      constraint: 'type',
      message: 'Must be true or false.',
    })
  }
  const type = recurring['type']
  if (type !== undefined && type !== 'R' && type !== 'C' && type !== 'U') {
    errors.push({
      code: '502',
      field: 'recurring.type',
      constraint: 'enum',
      message: 'Must be one of R, C, U.',
    })
  }
  return errors
}
