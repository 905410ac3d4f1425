import {
  amount,
  amountOrNothing,
  type CheckContext,
  type ValueRule,
  type Violation,
  violation,
} from '#domain/api/rules'
import { checkValue } from '#domain/clarification/check'
import { fieldError, type FieldError } from '#domain/api/errors'
import type { FormMode } from '#domain/form/settings'
import type { FormParameter } from '#domain/form/parameters/parameter'
import type { JsonObject } from '#lib/json/node'
import { textPlaces } from '#lib/json/locate'
import { ownMember } from '#lib/own-member'
import { LIMITS } from '#lib/limits/limit-table'
import { findParameter, isUnsigned } from '#domain/form/parameters/parameters'
import { blockErrors, contextBeside, type ParameterValue, type ParameterValues } from './values'
import { blockOf, switchIn } from './settings-of'

interface ParameterContext extends CheckContext {
  readonly mode: FormMode
}

/** What is wrong with the value of a given parameter (contract 7.3); null if nothing is. */
export function checkParameter(
  parameter: FormParameter,
  value: ParameterValue,
  context: ParameterContext,
): Omit<FieldError, 'field'> | null {
  const found =
    value.kind === 'structure'
      ? structureViolation(parameter.rule, value)
      : textViolation(parameter, value.text, context)
  if (found === null) return null
  const hint = value.kind === 'text' ? (ownMember(HINTS, value.text) ?? '') : ''
  return { code: parameter.code, ...found, message: found.message + hint }
}

const MISSING = ' The word replaces a missing value: leave the parameter out.'

/** By texts that stand for no value or for an object. */
const HINTS = {
  '[object Object]':
    ' The library writes objects this way when it opens by GET: send each object through JSON.stringify, or open by POST.',
  undefined: ' The page gave the library no value (undefined): leave the key out.',
  null: MISSING,
  None: MISSING,
}

function structureViolation(
  { kind }: ValueRule,
  { node }: Extract<ParameterValue, { readonly kind: 'structure' }>,
): Violation | null {
  if (kind === 'any' || (kind === 'json' && node.type === 'object')) return null
  return violation(
    'type',
    kind === 'json'
      ? 'Must be a JSON object or its text.'
      : 'Must be a string or a number, not an object or an array.',
  )
}

function textViolation(
  { rule, field }: FormParameter,
  text: string,
  context: ParameterContext,
): Violation | null {
  if (rule.kind === 'amount') return amountViolation(text, context.mode)
  return field === undefined
    ? rule.check(text, context)
    : checkValue({ ...field, value: rule }, text, context)
}

/** Minor units: exactly 0 if a card is only checked, possibly 0 if it is saved, otherwise positive (contract 3.1). */
function amountViolation(text: string, mode: FormMode): Violation | null {
  if (mode === 'card_verify') {
    return text === '0'
      ? null
      : violation('maximum', 'Must be 0 if a card is only checked (mode card_verify).')
  }
  if (/^\d[\d\s.,'_]*[.,\s'_]\d+$/.test(text)) {
    return violation(
      'type',
      'Must be an integer in minor units without a point, comma or space: 46.50 EUR is 4650.',
    )
  }
  const found = (mode === 'card_tokenize' ? amountOrNothing : amount).check(text, { today: '' })
  return found === null
    ? null
    : { ...found, message: `${found.message} Amounts are in minor units: 46.50 EUR is 4650.` }
}

/** Errors in this order: semicolons, values, members of blocks, members of `recurring` (contract 7.2, step formats). */
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
      const found = checkParameter(parameter, value, { mode, ...contextBeside(values, name, today) })
      return found === null ? [] : [{ ...found, field: name }]
    }),
    ...blockErrors(values, today),
    ...recurringErrors(values),
  ]
}

/** `;` joins the lines to sign, so no name and no signed value may contain it (contract 2.6). */
export function semicolonErrors(root: JsonObject): readonly FieldError[] {
  const { paths } = textPlaces(root, (text) => text.includes(';'), {
    most: LIMITS.warnings,
    passesOver: (key, depth) => depth === 0 && isUnsigned(key),
  })
  const escaped = new Set(
    root.members
      .filter(({ value }) => value.type === 'string' && /&(?:[a-z]+|#\d+);/i.test(value.value))
      .map(({ key }) => key),
  )
  return paths.map((path): FieldError =>
    fieldError(
      '502',
      path,
      'pattern',
      `${path} contains a ;, which separates the lines of the string to sign and is not allowed: remove it.${
        escaped.has(path) ? ' The value looks HTML-escaped: send & itself, not &amp;.' : ''
      }`,
    ),
  )
}

/** Checks the few members of `recurring` that matter; the API allows the same values (contract 5.5). */
function recurringErrors(values: ParameterValues): readonly FieldError[] {
  const { register, type } = blockOf(values, 'recurring') ?? {}
  const errors: FieldError[] = []
  if (register !== undefined && switchIn(register) === null) {
    errors.push(fieldError('502', 'recurring.register', 'type', 'Must be true or false.'))
  }
  if (type !== undefined && type !== 'R' && type !== 'C' && type !== 'U') {
    errors.push(fieldError('502', 'recurring.type', 'enum', 'Must be one of R, C, U.'))
  }
  return errors
}
