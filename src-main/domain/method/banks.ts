import { type FieldError, fieldError } from '#domain/api/errors'
import { valueAt } from '#domain/api/rules'
import { isBlank } from '#domain/clarification/check'
import type { Method, MethodOperation, MethodParameter } from '#domain/project/method-shape'

type Body = Readonly<Record<string, unknown>>

/** A bank or a mobile operator, as merchants get it (contract 16.9). */
interface Institution {
  /** Text if the method's `account.bank_id` is text. */
  readonly id: number | string
  readonly name: string
  readonly abbreviation: string
  readonly currencies: readonly string[]
}

/** The parameter that names a bank, as a path from the body's root. */
export const BANK_ID = 'account.bank_id'

const COUNTRY = 'customer.country'

/** Made-up words, whose first four letters differ. */
const WORDS: readonly string[] = [
  ...['Larkfield', 'Quillhaven', 'Fernmoor', 'Thistlewick', 'Oxbarrow', 'Pebblemere', 'Sorrelby', 'Wrenholt'],
  ...['Gorsedale', 'Marlstead', 'Hazelcombe', 'Tamsward', 'Bramblefen', 'Yarrowgate', 'Copperlea', 'Dunmarl'],
]

const BANKS = ['Savings', 'Trust', 'Mutual', 'Bank'] as const
const OPERATORS = ['Mobile', 'Cell', 'Wave', 'Link'] as const

const PER_COUNTRY = 8
/** Odd, so that the words of a country differ: their number is a power of two. */
const STRIDE = 5

const A = 'A'.charCodeAt(0)

/** Always the same for a country, given by the two capital letters of its code. */
function institutions(
  country: string,
  kinds: readonly string[],
  currencies: readonly string[],
): readonly Institution[] {
  const seed = (country.charCodeAt(0) - A) * 26 + country.charCodeAt(1) - A
  return Array.from({ length: PER_COUNTRY }, (_, n) => {
    const word = WORDS[(seed + n * STRIDE) % WORDS.length] ?? ''
    const kind = kinds[(seed + n) % kinds.length] ?? ''
    return {
      id: 1000 + seed * 10 + n,
      name: `${word} ${kind}`,
      abbreviation: word.slice(0, 4).toUpperCase(),
      currencies,
    }
  })
}

function textAt(body: Body, path: string): string {
  const value = valueAt(body, path.split('.'))
  return typeof value === 'string' ? value.trim() : ''
}

/** Currencies are named after countries: the first two letters of `EUR` and `KRW` serve as one. */
const countryOfCurrency = (currency: string): string => currency.slice(0, 2)

function parameterOf(method: Method, operation: MethodOperation, name: string): MethodParameter | undefined {
  return method.operations[operation]?.parameters.find((parameter) => parameter.name === name)
}

/** Whether the list of a method's banks depends on the customer's country (contract 16.9). */
export function needsCountry(method: Method, operation: MethodOperation): boolean {
  return parameterOf(method, operation, COUNTRY) !== undefined
}

/** The banks that a sale or payout with this method may name (contract 16.9). `body`: of either request. */
export function banksFor(method: Method, operation: MethodOperation, body: Body): readonly Institution[] {
  const currency = textAt(body, 'payment.currency')
  const country = needsCountry(method, operation) ? textAt(body, COUNTRY) : ''
  const currencies = method.currencies.filter((each) => each !== 'any')
  const banks = institutions(
    country === '' ? countryOfCurrency(currency) : country,
    BANKS,
    currencies.length === 0 ? [currency] : currencies,
  )
  const isText = parameterOf(method, operation, BANK_ID)?.type === 'string'
  return isText ? banks.map((bank) => ({ ...bank, id: String(bank.id) })) : banks
}

/** Mobile operators of the customer's country or, if it is not given, of the currency (contract 16.9). */
export function operatorsFor(body: Body): readonly Institution[] {
  const currency = textAt(body, 'payment.currency')
  const country = textAt(body, COUNTRY)
  return institutions(country === '' ? countryOfCurrency(currency) : country, OPERATORS, [currency])
}

/** Whether `account.bank_id` of a request is in the list of the method's banks (contract 16.9). */
export function isListedBank(method: Method, operation: MethodOperation, body: Body): boolean {
  const given = String(valueAt(body, BANK_ID.split('.')))
  return banksFor(method, operation, body).some(({ id }) => String(id) === given)
}

/** Why a request's bank is refused, or null. A wrong value of a required parameter is requested again (contract 16.3). */
export function bankError(method: Method, operation: MethodOperation, body: Body): FieldError | null {
  const parameter = parameterOf(method, operation, BANK_ID)
  if (parameter === undefined || parameter.need === 'required') return null
  if (isBlank(valueAt(body, BANK_ID.split('.'))) || isListedBank(method, operation, body)) return null
  const list = `/v2/info/banks/${method.path}/${operation}/list`
  return fieldError('2004', BANK_ID, 'enum', `No bank of this method has this id. Use one from ${list}.`)
}
