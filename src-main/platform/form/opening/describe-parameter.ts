import { assertNever } from '../../../lib/assert-never'
import { findField } from '../../../domain/clarification/catalogue'
import { describeRule } from '../../../domain/clarification/value-rule'
import type { ParameterRule } from '../../../domain/form/parameters/parameter'

/** The rule of a parameter in a sentence for the person who fills it. */
export function describeParameter(rule: ParameterRule): string {
  switch (rule.kind) {
    case 'text':
      return rule.pattern?.explanation ?? (rule.maxLength === null ? 'Text' : `Text, ${most(rule.maxLength)}`)
    case 'integer':
      return rule.maximum === null
        ? `A whole number, at least ${String(rule.minimum)}`
        : `A whole number from ${String(rule.minimum)} to ${String(rule.maximum)}`
    case 'amount':
      return 'A whole number of minor units, at least 1; exactly 0 with mode card_verify'
    case 'currency':
      return 'Three capital letters of ISO 4217'
    case 'payment id':
      return '1 to 255 characters, no white space at either end'
    case 'project id':
      return 'The number of a project of this bench'
    case 'signature':
      return '88 characters of base64'
    case 'choice':
      return `One of ${rule.values.join(', ')}`
    case 'switch':
      return '0, 1, true or false'
    case 'url':
      return 'An absolute http or https URL'
    case 'own origin':
      return 'The origin of the form: scheme, host and port'
    case 'moment':
      return 'A date and time with an offset, for example 2031-04-09T18:20:05+02:00'
    case 'country':
      return 'Two letters, an assigned ISO 3166-1 code'
    case 'json':
      return 'The text of a JSON object'
    case 'base64 json':
      return 'Base64 of a JSON object'
    case 'catalogue': {
      const dot = rule.path.indexOf('.')
      const field = findField(rule.path.slice(0, dot), rule.path.slice(dot + 1))
      const sentence = field === null ? 'Text' : describeRule(field.value)
      return rule.maxLength === null ? sentence : `${sentence}, ${most(rule.maxLength)}`
    }
    case 'list':
      return 'Names separated by commas'
    case 'any':
      return 'Any value'
    default:
      return assertNever(rule)
  }
}

function most(maxLength: number): string {
  return `at most ${String(maxLength)} characters`
}
