import type { FieldError } from '#domain/api/errors'
import type { JsonNode, JsonObject } from '#lib/json/node'
import { textPlaces } from '#lib/json/text-places'
import { LIMITS } from '#lib/limits/limit-table'
import type { FormMode } from '#domain/form/settings'
import { checkParameter } from './check-parameter'
import { findParameter, isUnsigned } from '#domain/form/parameters/parameters'
import { blockOf } from './settings-of'
import { blockErrors, countryBeside } from './supplied'
import { type ParameterValues, readSwitch } from './values'

/** Every value that breaks its rule, in the order in which the parameters came (contract 7.2, step formats). */
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
 * `;` joins the lines of the string to sign, so no name and no value may hold it (contract 2.6). What is not signed may:
 * the library sends addresses of pages in `_referrer`.
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

/** The few members of `recurring` that decide something; the API has the same words (contract 5.5). */
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
