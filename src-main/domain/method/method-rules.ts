import type { Endpoint } from '#domain/api/endpoints'
import { FIELD_RULES, type FieldRule, METHOD_RULES } from '#domain/api/requests'
import * as rules from '#domain/api/rules'
import { isBlank } from '#domain/clarification/check'
import { findField } from '#domain/clarification/catalogue'
import type { ClarificationFields } from '#domain/clarification/fields'
import { findMethod, type Method, type MethodOperation, type MethodParameter } from './method'

const OPERATIONS = { methodSale: 'sale', methodPayout: 'payout' } as const

/** Rules by type, for parameters that have no rule by name in card payments or in the field catalogue. */
const TYPES = {
  string: rules.text(255),
  integer: rules.integer(0),
  boolean: rules.boolean,
  object: rules.object,
} as const

const OF_CARDS: ReadonlyMap<string, FieldRule> = new Map(
  [...FIELD_RULES.sale, ...METHOD_RULES].map((row) => [row.path.join('.'), row]),
)

/** The field catalogue checks the value later, because its checks may depend on the day and the country. */
const CHECKED_LATER: rules.ValueRule = { kind: 'any', check: () => null }

/**
 * The rules for the fields of a request. The parameters of a method add and change rules (contract 16.2). A parameter
 * whose `need` is `required` has no rule: if it is missing or wrong, it is requested later (contract 16.3).
 */
export function fieldRulesOf({ kind, method: path = '' }: Endpoint): readonly FieldRule[] {
  if (kind !== 'methodSale' && kind !== 'methodPayout') return FIELD_RULES[kind]
  const parameters = findMethod(path)?.operations[OPERATIONS[kind]]?.parameters ?? []
  const found = new Map(METHOD_RULES.map((row) => [row.path.join('.'), row]))
  for (const { name, type, need } of parameters) {
    const names = name.split('.')
    if (need === 'required') {
      found.delete(name)
      continue
    }
    for (const depth of need === 'strict' ? names.keys() : []) {
      if (depth === 0) continue
      const object = names.slice(0, depth)
      found.set(object.join('.'), { path: object, required: true, rule: rules.object, code: '502' })
    }
    const rule = findField(name) === null ? TYPES[type] : CHECKED_LATER
    const known = OF_CARDS.get(name) ?? { rule, code: '502' }
    found.set(name, { ...known, path: names, required: need === 'strict' })
  }
  return [...found.values()]
}

/** The required parameters that are missing from a request or have no valid value (contract 16.3). */
export function missingParameters(
  method: Method,
  operation: MethodOperation,
  body: Readonly<Record<string, unknown>>,
  today: string,
): ClarificationFields {
  const fields: Record<string, string[]> = {}
  for (const { name, need, type } of method.operations[operation]?.parameters ?? []) {
    const [key = '', ...rest] = name.split('.')
    // A clarification supplies members of objects, but never a complete object (contract 3.5, 16.3).
    if (need !== 'required' || rest.length === 0 || isGiven(name, type, body, today)) continue
    ;(fields[key] ??= []).push(rest.join('.'))
  }
  return fields
}

function isGiven(
  name: string,
  type: MethodParameter['type'],
  body: Readonly<Record<string, unknown>>,
  today: string,
): boolean {
  const value = rules.valueAt(body, name.split('.'))
  if (isBlank(value)) return false
  const rule = findField(name)?.value ?? OF_CARDS.get(name)?.rule ?? TYPES[type]
  return rule.check(value, { today }) === null
}
