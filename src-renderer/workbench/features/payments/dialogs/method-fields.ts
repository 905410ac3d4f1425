import { findField } from '#domain/clarification/catalogue'
import { CARD } from '#domain/form/ways-to-pay'
import { BANK_ID, banksFor } from '#domain/method/banks'
import { methodName, methodsWith, requestableParameters, wayOf } from '#domain/method/method'
import type { Method, MethodParameter } from '#domain/project/method-shape'

/** The operations with which a payment may begin. */
export const OPERATIONS = ['sale', 'auth', 'payout'] as const
export type Operation = (typeof OPERATIONS)[number]

/** Those that a payment by this method, or by card, may have. */
export const operationsOf = (method: Pick<Method, 'operations'> | null): readonly Operation[] =>
  OPERATIONS.filter((operation) =>
    method === null ? operation !== 'payout' : method.operations[operation] !== undefined,
  )

/** The chosen operation or, for a method that does not have it, its first. */
export function operationOf(
  { operation }: Pick<TypedValues, 'operation'>,
  method: Pick<Method, 'operations'> | null,
): Operation {
  const offered = operationsOf(method)
  return offered.includes(operation) ? operation : (offered[0] ?? 'sale')
}

const COUNTRIES = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' })

const labelOf = (method: Method): string =>
  [
    methodName(method),
    ...(method.operations.sale === undefined ? [] : [wayOf(method)]),
    ...(method.operations.payout === undefined ? [] : ['payout']),
    ...method.currencies,
    ...method.countries.filter((code) => code !== 'any').map((code) => COUNTRIES.of(code) ?? code),
  ].join(', ')

interface MethodChoice {
  readonly value: string
  readonly label: string
}

/** The ways to pay, each with the words that find it: name, kind, payout, currencies, countries. */
export const methodChoices = (ownMethods: readonly Method[]): readonly MethodChoice[] => [
  { value: CARD, label: 'Card' },
  ...methodsWith(ownMethods)
    .filter((method) => operationsOf(method).length > 0)
    .map((method) => ({ value: method.path, label: labelOf(method) })),
]

/** The ways to pay with every given word in their path or their label. */
export function matchingMethods(text: string, ownMethods: readonly Method[]): readonly MethodChoice[] {
  const words = text.trim().toLowerCase().split(/\s+/)
  return methodChoices(ownMethods).filter(({ value, label }) => {
    const known = `${value} ${label}`.toLowerCase()
    return words.every((word) => known.includes(word))
  })
}

/** What the dialog knows about the payment. `data`: typed values by path. */
interface TypedValues {
  readonly operation: Operation
  readonly currency: string
  readonly data: Readonly<Record<string, string>>
}

/**
 * The parameters that an operation of the method needs, and the optional ones that the tester has added to `data`. Those
 * of every operation have separate fields in the dialog.
 */
export function fieldsOf(
  method: Pick<Method, 'operations'>,
  operation: Operation = 'sale',
  data: TypedValues['data'] = {},
): readonly MethodParameter[] {
  return requestableParameters(method, operation).filter(
    ({ name, need }) => need !== 'optional' || Object.hasOwn(data, name),
  )
}

/** The names of the optional parameters that the tester has not added. */
export function furtherNames(form: TypedValues, method: Method): readonly string[] {
  return requestableParameters(method, operationOf(form, method))
    .filter(({ name, need }) => need === 'optional' && !Object.hasOwn(form.data, name))
    .map(({ name }) => name)
}

const SAMPLES = { string: '5501234', integer: '41', boolean: 'true', object: '' } as const

/** The banks that the payment may name (contract 16.9). */
export function banksOf(form: TypedValues, method: Method) {
  const { currency, data } = form
  const country = data['customer.country'] ?? findField('customer.country')?.sample
  return banksFor(method, operationOf(form, method), { payment: { currency }, customer: { country } })
}

/** The value of a parameter: the typed one; at first a sample for a strict parameter, and none for any other. */
export function valueOf(form: TypedValues, method: Method, parameter: MethodParameter): string {
  const { name, need, type } = parameter
  const typed = form.data[name]
  if (typed !== undefined || need !== 'strict') return typed ?? ''
  const sample = name === BANK_ID ? banksOf(form, method)[0]?.id : findField(name)?.sample
  return String(sample ?? SAMPLES[type])
}

/** The values that are sent, by path: all that are not empty. Numbers may be sent as digits (contract 5.1). */
export function dataOf(form: TypedValues, method: Method): Readonly<Record<string, string | boolean>> {
  return Object.fromEntries(
    fieldsOf(method, operationOf(form, method), form.data).flatMap((parameter) => {
      const value = valueOf(form, method, parameter).trim()
      if (value === '') return []
      const isSwitch = parameter.type === 'boolean' && /^(?:true|false)$/.test(value)
      return [[parameter.name, isSwitch ? value === 'true' : value] as const]
    }),
  )
}
