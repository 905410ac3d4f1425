import { FIELD_CATALOGUE, findField } from '#domain/clarification/catalogue'
import { formCodeOf } from '#domain/form/ways-to-pay'
import { METHODS, WAY_WORDS } from '#domain/method/method'
import {
  type Method,
  METHOD_WAYS,
  method as methodShape,
  type MethodParameter,
  type MethodWay,
  SAMPLE_METHOD,
} from '#domain/project/method-shape'
import { capitalized } from '#lib/words'
import { partsOf } from '#window/lib/text'
import { fieldsOf } from '#window/features/payments/dialogs/method-fields'

/** How a part of a method is typed. */
interface MethodField {
  readonly label: string
  readonly help?: string
  readonly mono?: boolean
  /** Absent for a field of one line. */
  readonly lines?: number
  readonly placeholder: (method: Method) => string
  readonly write: (method: Method) => string
  /** The method with the typed part; it is not valid if the text cannot be read. */
  readonly read: (text: string, method: Method) => unknown
  /** What to enter. */
  readonly remedy: string
}

type Sale = NonNullable<Method['operations']['sale']>

const saleOf = ({ operations }: Method): Sale => operations.sale ?? { parameters: [] }

const withSale = (method: Method, sale: object): object => ({
  ...method,
  operations: { ...method.operations, sale },
})

/** Each line that is not empty, as words. */
const linesOf = (text: string): readonly (readonly string[])[] =>
  partsOf(text, '\n').map((line) => line.split(/\s+/))

/** The type is left out if it is the default, a string. */
const parameterLine = ({ name, need, type }: MethodParameter): string =>
  [name, need, ...(type === 'string' ? [] : [type])].join(' ')

/** Null, which is not valid, if there are words after the type. */
function readParameter([name, need = 'required', type = 'string', ...more]: readonly string[]) {
  return more.length === 0 ? { name, need, type } : null
}

/** Null, which is not valid, without a title. */
function readItem([type, ...title]: readonly string[]) {
  return title.length === 0 ? null : { type, title: title.join(' ') }
}

/** The text fields of an own method (contract 16.1). */
export const METHOD_FIELDS: Readonly<
  Record<'path' | 'name' | 'form' | 'currencies' | 'parameters' | 'display', MethodField>
> = {
  path: {
    label: 'Path',
    mono: true,
    placeholder: () => SAMPLE_METHOD.path,
    write: ({ path }) => path,
    read: (text, method) => ({ ...method, path: text.trim() }),
    remedy:
      'Enter a path such as wallet/my-wallet: lower-case letters, digits, hyphens and at most two slashes. It must not begin with card.',
  },
  name: {
    label: 'Name (optional)',
    help: 'What customers see, and payment.method in callbacks.',
    placeholder: () => 'My wallet',
    write: ({ name = '' }) => name,
    read(text, { name: _, ...method }) {
      return text.trim() === '' ? method : { ...method, name: text.trim() }
    },
    remedy: 'Enter a name other than card, of at most 50 characters.',
  },
  form: {
    label: 'Code on the form (optional)',
    help: 'Shops send it as force_payment_method.',
    mono: true,
    placeholder: ({ path }) => formCodeOf({ path, form: null }),
    write: ({ form }) => form ?? '',
    read: (text, method) => ({ ...method, form: text.trim() === '' ? null : text.trim() }),
    remedy: 'Enter a code other than card, of at most 100 characters.',
  },
  currencies: {
    label: 'Currencies',
    help: 'Such as EUR, USD; a sale in any other is refused.',
    mono: true,
    placeholder: () => 'any currency',
    write: ({ currencies }) => currencies.join(', '),
    read(text, method) {
      const codes = partsOf(text.toUpperCase(), /[\s,;]+/)
      return { ...method, currencies: codes.filter((code) => code !== 'ANY') }
    },
    remedy: 'Enter currencies by their three letters, such as EUR, USD, or nothing for any currency.',
  },
  parameters: {
    label: 'Parameters of a sale',
    help: 'One per line. strict: 400 without it. required: requested later if it is missing.',
    mono: true,
    lines: 4,
    placeholder: () => 'account.number required\ncustomer.email strict',
    write: (method) => saleOf(method).parameters.map(parameterLine).join('\n'),
    read(text, method) {
      return withSale(method, { ...saleOf(method), parameters: linesOf(text).map(readParameter) })
    },
    remedy:
      'Enter a name such as account.number, a space, and strict, required or optional on each line; name each parameter once. The platform requests only members of objects: a name without a dot must be optional.',
  },
  display: {
    label: 'What the customer is shown',
    help: 'Items of display_data, one per line: type and title.',
    mono: true,
    lines: 4,
    placeholder: () => 'add_info amount',
    write: (method) => (saleOf(method).display ?? []).map(({ type, title }) => `${type} ${title}`).join('\n'),
    read(text, method) {
      return withSale(method, { ...saleOf(method), display: linesOf(text).map(readItem) })
    },
    remedy: 'Enter qr_data, qr_url, qr_img or add_info, a space, and a title such as amount on each line.',
  },
}

export type MethodFieldName = keyof typeof METHOD_FIELDS

/** What methods of the catalogue need, and what else the platform can request. */
const KNOWN_PARAMETERS = [
  ...new Set([
    ...METHODS.flatMap((method) => fieldsOf(method).map(({ name }) => name)),
    ...FIELD_CATALOGUE.map(({ path }) => path),
  ]),
].map((value) => ({ value, label: findField(value)?.hint ?? value }))

/** The known parameters with these letters in their names that a sale by the method does not have yet. */
export const freeParameters = (method: Method, letters: string) =>
  KNOWN_PARAMETERS.filter(
    ({ value }) =>
      value.includes(letters.trim()) && !saleOf(method).parameters.some(({ name }) => name === value),
  )

/** The method with a further parameter, which is required. */
export function withParameter(method: Method, name: string): unknown {
  const { write, read } = METHOD_FIELDS.parameters
  return read(`${write(method)}\n${name}`, method)
}

const isMethod = (value: unknown): boolean => methodShape.safeParse(value).success

/** Why a typed text cannot be used, and what to enter instead; null if it can. */
export function fieldProblem(name: MethodFieldName, text: string, method: Method): string | null {
  const { read, remedy } = METHOD_FIELDS[name]
  if (isMethod(read(text, method))) return null
  const wrong = text.split('\n').find((line) => !isMethod(read(line, method)))
  return wrong === undefined || wrong === text ? remedy : `“${wrong.trim()}” cannot be read. ${remedy}`
}

export const WAY_OPTIONS = METHOD_WAYS.map((value) => ({ value, label: capitalized(WAY_WORDS[value]) }))

/** Items to begin with, for kinds that show some (contract 16.4). */
const DISPLAY: Readonly<Partial<Record<MethodWay, Sale['display']>>> = {
  qr: [
    { type: 'qr_data', title: 'qr_code' },
    { type: 'add_info', title: 'amount' },
  ],
  instructions: [
    { type: 'add_info', title: 'receiver_name' },
    { type: 'add_info', title: 'receiver_account' },
    { type: 'add_info', title: 'amount' },
  ],
}

/** Whether methods of this kind have items to show. */
export const showsItems = (way: MethodWay): boolean => DISPLAY[way] !== undefined

/** The method with another kind, and the items of that kind. */
export function withWay(method: Method, way: MethodWay): unknown {
  const { display: _, ...sale } = saleOf(method)
  return withSale(method, { ...sale, customer: [way], ...(showsItems(way) ? { display: DISPLAY[way] } : {}) })
}

/** Operations that a method may have besides sales. */
export const OTHER_OPERATIONS = [
  { name: 'refund', label: 'Has refunds' },
  { name: 'payout', label: 'Has payouts' },
] as const

/** The method with this operation, without parameters at first, or without it. */
export function withOperation(method: Method, operation: 'refund' | 'payout', has: boolean): unknown {
  const others = Object.entries(method.operations).filter(([name]) => name !== operation)
  return {
    ...method,
    operations: Object.fromEntries(has ? [...others, [operation, { parameters: [] }]] : others),
  }
}

/** A method that works as it is, with a path that none of the others has. */
export function newMethod(others: readonly Method[]): Method {
  const taken = others.map(({ path }) => path)
  let path = SAMPLE_METHOD.path
  for (let n = 2; taken.includes(path); n += 1) path = `${SAMPLE_METHOD.path}-${n.toString()}`
  return { ...SAMPLE_METHOD, path }
}
