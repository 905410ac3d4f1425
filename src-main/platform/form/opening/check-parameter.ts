import { assertNever } from '../../../lib/assert-never'
import * as rules from '../../../domain/api/rules'
import { findField } from '../../../domain/clarification/catalogue'
import { checkValue } from '../../../domain/clarification/check'
import type { CheckContext } from '../../../domain/clarification/check'
import type { FieldFault } from '../../../domain/api/errors'
import { hasMoreCharacters } from '../../../lib/limits/character-count'
import { isCountryCode } from '../../../lib/money/country'
import { MAX_PROJECT_ID } from '../../../domain/project/project'
import type { FormMode } from '../../../domain/form/settings'
import { isWebAddress } from '../../../lib/web-address'
import { readBlock, readJsonObject } from './blocks'
import { readMoment } from './moment'
import type { FormParameter, ParameterRule } from '../../../domain/form/parameters/parameter'
import { readSwitch } from './values'
import type { ParameterValue } from './values'

/** What a value is judged against besides its own rule. */
export interface ParameterContext extends CheckContext {
  readonly mode: FormMode
}

type Finding = Omit<FieldFault, 'field'>
type Misfit = Omit<Finding, 'code'> & { readonly code?: string }

const MOST_MINOR_UNITS = 10_000_000_000_000

/** What is wrong with the value of a parameter, or null (contract 7.3). Values that are not given are not asked about. */
export function checkParameter(
  parameter: FormParameter,
  value: ParameterValue,
  context: ParameterContext,
): Finding | null {
  const misfit =
    value.kind === 'structure'
      ? structureMisfit(parameter.rule, value)
      : textMisfit(parameter.rule, value.text, context)
  if (misfit === null) return null
  return { code: parameter.code, ...misfit, message: `${misfit.message}${hintFor(value)}` }
}

function structureMisfit(rule: ParameterRule, value: ParameterValue): Misfit | null {
  if (rule.kind === 'any') return null
  if (rule.kind === 'json' && value.kind === 'structure' && value.node.type === 'object') return null
  return misfit(
    'type',
    rule.kind === 'json'
      ? 'Must be a JSON object or its text.'
      : 'Must be a text or a number, not an object or an array.',
  )
}

function textMisfit(rule: ParameterRule, text: string, context: ParameterContext): Misfit | null {
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
          : misfit('pattern', rule.pattern.explanation))
      )
    case 'integer':
      return integerMisfit(text, rule.minimum, rule.maximum)
    case 'amount':
      return amountMisfit(text, context.mode)
    case 'project id':
      return rules.integer(1, MAX_PROJECT_ID)(text)
    case 'payment id':
      return rules.paymentId(text)
    case 'currency':
      return rules.currency(text)
    case 'choice':
      return rule.values.includes(text) || rule.tolerated?.includes(text) === true
        ? null
        : misfit('enum', `Must be one of ${rule.values.join(', ')}.`)
    case 'switch':
      return readSwitch(text) === null ? misfit('enum', 'Must be 0, 1, true or false.') : null
    case 'url':
      return urlMisfit(text)
    case 'moment':
      return readMoment(text) === null
        ? misfit(
            'format',
            'Must be a date and time with an offset, for example 2031-04-09T18:20:05+02:00; in a query + is written %2B.',
          )
        : null
    case 'country':
      return isCountryCode(text.toUpperCase())
        ? null
        : misfit('enum', 'Must be two letters, an assigned ISO 3166-1 code such as IE.')
    case 'json':
      return readJsonObject(text) === null
        ? misfit('format', 'Must be the text of a JSON object such as {"key":"value"}.')
        : null
    case 'base64 json': {
      const block = readBlock(text)
      return block.ok ? null : misfit('format', block.message)
    }
    case 'catalogue':
      return tooLong(text, rule.maxLength) ?? catalogueMisfit(rule.path, text, context)
    default:
      return assertNever(rule)
  }
}

function catalogueMisfit(path: string, text: string, context: CheckContext): Misfit | null {
  const dot = path.indexOf('.')
  const problem = checkValue(findField(path.slice(0, dot), path.slice(dot + 1)), text, context)
  return problem === null ? null : { ...problem, message: `${problem.message}.` }
}

function integerMisfit(text: string, minimum: number, maximum: number | null): Misfit | null {
  return rules.integer(minimum, maximum ?? Number.MAX_SAFE_INTEGER)(text)
}

function amountMisfit(text: string, mode: FormMode): Misfit | null {
  if (mode === 'card_verify') {
    return text === '0'
      ? null
      : misfit('maximum', 'Must be 0 where a card is only checked (mode card_verify).')
  }
  if (/^\d[\d\s.,'_]*[.,\s'_]\d+$/.test(text)) {
    return misfit(
      'type',
      'Must be an integer in minor units without point, comma or space: 46.50 EUR is 4650.',
    )
  }
  const found = rules.integer(mode === 'card_tokenize' ? 0 : 1, MOST_MINOR_UNITS)(text)
  return found === null
    ? null
    : { ...found, message: `${found.message} Amounts are in minor units: 46.50 EUR is 4650.` }
}

function urlMisfit(text: string): Misfit | null {
  return (
    tooLong(text, 2048) ??
    (isWebAddress(text) ? null : misfit('format', 'Must be an absolute http or https URL without spaces.'))
  )
}

function tooLong(text: string, maxLength: number | null): Misfit | null {
  if (maxLength === null || !hasMoreCharacters(text, maxLength)) return null
  return misfit('maxLength', `Must have at most ${String(maxLength)} characters.`)
}

function misfit(constraint: Misfit['constraint'], message: string): Misfit {
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
