import { assertNever } from '#lib/assert-never'
import * as rules from '#domain/api/rules'
import { findField } from '#domain/clarification/catalogue'
import { type CheckContext, checkValue } from '#domain/clarification/check'
import type { FieldError } from '#domain/api/errors'
import { hasMoreCharacters } from '#lib/limits/character-count'
import { isCountryCode } from '#lib/money/country'
import { MAX_PROJECT_ID } from '#domain/project/project'
import type { FormMode } from '#domain/form/settings'
import { isWebAddress } from '#lib/web-address'
import { readBlock, readJsonObject } from './blocks'
import { type ParameterValue, readMoment, readSwitch } from './values'
import type { FormParameter, ParameterRule } from '#domain/form/parameters/parameter'

/** What a value is judged against besides its own rule. */
export interface ParameterContext extends CheckContext {
  readonly mode: FormMode
}

type Finding = Omit<FieldError, 'field'>
type Violation = Omit<Finding, 'code'> & { readonly code?: string }

const MAX_MINOR_UNITS = 10_000_000_000_000

/** What is wrong with the value of a parameter, or null (contract 7.3). Values that are not given are not asked about. */
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

/** Words that stand where the page had no text to send (contract 2.6, 8.5). */
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
