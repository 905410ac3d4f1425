import type { Endpoint, ListOperation } from '#domain/api/endpoints'
import { FIELD_RULES, type FieldRule, METHOD_RULES } from '#domain/api/requests'
import * as rules from '#domain/api/rules'
import { isBlank } from '#domain/clarification/check'
import { findField } from '#domain/clarification/catalogue'
import type { ClarificationFields } from '#domain/clarification/fields'
import type { Method, MethodOperation, MethodParameter } from '#domain/project/method-shape'
import { BANK_ID, isListedBank, needsCountry } from './banks'
import { findMethod } from './method'

const OPERATIONS = {
  methodSale: 'sale',
  methodAuth: 'auth',
  methodPayout: 'payout',
  recurring: 'recurring',
  capture: 'capture',
  cancel: 'cancel',
  refund: 'refund',
} as const satisfies Partial<Record<Endpoint['kind'], MethodOperation>>

const isOfMethod = (kind: Endpoint['kind']): kind is keyof typeof OPERATIONS =>
  Object.hasOwn(OPERATIONS, kind)

/** Rules by type, for parameters that have no rule by name in card payments or in the field catalogue. */
const TYPES = {
  string: rules.text(255),
  integer: rules.integer(0),
  boolean: rules.boolean,
  object: rules.object,
} as const

const byPath = (rows: readonly FieldRule[]): ReadonlyMap<string, FieldRule> =>
  new Map(rows.map((row) => [row.path.join('.'), row]))

const OF_CARDS = byPath([...FIELD_RULES.sale, ...METHOD_RULES])

/** The rule of a parameter's value: by its name or else, for parameters that are known nowhere else, by its type. */
export function parameterRule({ name, type }: Pick<MethodParameter, 'name' | 'type'>): rules.ValueRule {
  return findField(name)?.value ?? OF_CARDS.get(name)?.rule ?? TYPES[type]
}

/** The field catalogue checks the value later, because its checks may depend on the day and the country. */
const CHECKED_LATER: rules.ValueRule = { kind: 'any', check: () => null }

/**
 * The rules for the fields of a request. The parameters of a method add and change rules (contract 16.2, 16.8). For a
 * new payment, a parameter whose `need` is `required` has no rule: if it is missing or wrong, it is requested later
 * (contract 16.3).
 *
 * @param ownMethods those that the project adds to the catalogue
 */
export function fieldRulesOf(
  { kind, method: path, operation }: Endpoint,
  ownMethods: readonly Method[],
): readonly FieldRule[] {
  const method = path === undefined ? null : findMethod(path, ownMethods)
  if (kind === 'bankInfo') return bankInfoRules(method, operation)
  const isNew = kind === 'methodSale' || kind === 'methodAuth' || kind === 'methodPayout'
  const base = isNew ? METHOD_RULES : kind === 'recurring' ? debitRules(method) : FIELD_RULES[kind]
  if (method === null || !isOfMethod(kind)) return base
  const rows = byPath(base)
  const found = new Map(rows)
  for (const { name, type, need } of method.operations[OPERATIONS[kind]]?.parameters ?? []) {
    const names = name.split('.')
    const row = rows.get(name)
    // An own method must not make the payment's id or amount optional. `recurring_id` may replace `recurring.id`.
    if (row?.required === true || name === 'recurring.id') continue
    if (need === 'required') {
      if (isNew) found.delete(name)
      continue
    }
    for (const depth of need === 'strict' ? names.keys() : []) {
      if (depth === 0) continue
      const object = names.slice(0, depth)
      found.set(object.join('.'), { path: object, required: true, rule: rules.object, code: '502' })
    }
    const rule = findField(name) === null ? TYPES[type] : CHECKED_LATER
    const known = row ?? OF_CARDS.get(name) ?? { rule, code: '502' }
    found.set(name, { ...known, path: names, required: need === 'strict' })
  }
  return [...found.values()]
}

/** A debit names its customer, unless the method does not have this parameter (contract 13.1, 16.8). */
function debitRules(method: Method | null): readonly FieldRule[] {
  const rows = FIELD_RULES.recurring
  const parameters = method?.operations.recurring?.parameters
  if (parameters === undefined || parameters.some(({ name }) => name === 'customer.id')) return rows
  return rows.map((row) => (row.path.join('.') === 'customer.id' ? { ...row, required: false } : row))
}

/** Banks are listed by country for methods that have the customer's country as a parameter (contract 16.9). */
function bankInfoRules(method: Method | null, operation: ListOperation = 'sale'): readonly FieldRule[] {
  const rows = FIELD_RULES.bankInfo
  if (method === null || !needsCountry(method, operation)) return rows
  return rows.map((row) => (row.path[0] === 'customer' ? { ...row, required: true } : row))
}

/** The required parameters that are missing from a request or have no valid value (contract 16.3). */
export function missingParameters(
  method: Method,
  operation: MethodOperation,
  body: Readonly<Record<string, unknown>>,
  today: string,
): ClarificationFields {
  const fields = new Map<string, readonly string[]>()
  for (const parameter of method.operations[operation]?.parameters ?? []) {
    const { name, need } = parameter
    const [key = '', ...rest] = name.split('.')
    // A clarification supplies members of objects, but never a complete object (contract 3.5, 16.3).
    if (need !== 'required' || rest.length === 0) continue
    const isUnlisted = name === BANK_ID && !isListedBank(method, operation, body)
    if (!isUnlisted && isGiven(parameter, body, today)) continue
    fields.set(key, [...(fields.get(key) ?? []), rest.join('.')])
  }
  return Object.fromEntries(fields)
}

function isGiven(
  parameter: MethodParameter,
  body: Readonly<Record<string, unknown>>,
  today: string,
): boolean {
  const value = rules.valueAt(body, parameter.name.split('.'))
  return !isBlank(value) && parameterRule(parameter).check(value, { today }) === null
}
