import { findField } from '#domain/clarification/catalogue'
import { CARD } from '#domain/form/ways-to-pay'
import { BANK_ID, banksFor } from '#domain/method/banks'
import { methodName, methodsWith, wayOf } from '#domain/method/method'
import type { Method, MethodParameter, MethodWay } from '#domain/project/method-shape'

/** What happens to the customer after a sale, by the kind of its method (contract 16.4). */
export const WAYS: Readonly<Record<MethodWay, string>> = {
  redirect: 'is sent to the provider’s page',
  qr: 'gets a QR code',
  instructions: 'gets instructions for a transfer',
  otp: 'gets a one-time code, which the merchant must send',
  none: 'does nothing: the provider decides at once',
}

const COUNTRIES = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' })

const labelOf = (method: Method): string =>
  [
    methodName(method),
    wayOf(method),
    ...method.currencies,
    ...method.countries.filter((code) => code !== 'any').map((code) => COUNTRIES.of(code) ?? code),
  ].join(', ')

interface MethodChoice {
  readonly value: string
  readonly label: string
}

/** The ways to pay, each with the words that find it: name, kind, currencies, countries. */
export const methodChoices = (ownMethods: readonly Method[]): readonly MethodChoice[] => [
  { value: CARD, label: 'Card' },
  ...methodsWith(ownMethods)
    .filter(({ operations }) => operations.sale !== undefined)
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
  readonly currency: string
  readonly data: Readonly<Record<string, string>>
}

/** Parameters that have separate fields in the dialog, or that Paybench fills in. */
const SET_ELSEWHERE = /^(?:general|payment)\.|^customer\.(?:id|ip_address)$/

/** The parameters that a sale by the method needs. */
export function fieldsOf({ operations }: Pick<Method, 'operations'>): readonly MethodParameter[] {
  const parameters = operations.sale?.parameters ?? []
  return parameters.filter(
    ({ name, need, type }) => need !== 'optional' && type !== 'object' && !SET_ELSEWHERE.test(name),
  )
}

const SAMPLES = { string: '5501234', integer: '41', boolean: 'true', object: '' } as const

/** The banks that the payment may name (contract 16.9). */
export function banksOf({ currency, data }: TypedValues, method: Method) {
  const country = data['customer.country'] ?? findField('customer.country')?.sample
  return banksFor(method, 'sale', { payment: { currency }, customer: { country } })
}

/** The value of a parameter: the typed one; at first a sample for a strict parameter, and none for a required one. */
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
    fieldsOf(method).flatMap((parameter) => {
      const value = valueOf(form, method, parameter).trim()
      if (value === '') return []
      const isSwitch = parameter.type === 'boolean' && /^(?:true|false)$/.test(value)
      return [[parameter.name, isSwitch ? value === 'true' : value] as const]
    }),
  )
}
