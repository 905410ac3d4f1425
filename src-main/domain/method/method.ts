import type { Method, MethodOperation, MethodParameter, MethodWay } from '#domain/project/method-shape'
import type { MethodWayRule } from '#domain/project/switches'
import { ownMember } from '#lib/own-member'
import rows from './methods.json' with { type: 'json' }

/** The catalogue. A test checks every row, so that no program has to do it at its start. */
export const METHODS = rows as readonly Method[]

const BY_PATH: ReadonlyMap<string, Method> = new Map(METHODS.map((row) => [row.path, row]))

/** The catalogue, then the methods that a project adds (contract 16.1). */
export function methodsWith(ownMethods: readonly Method[]): readonly Method[] {
  return ownMethods.length === 0 ? METHODS : [...METHODS, ...ownMethods]
}

/** A method of the catalogue, or else one that the project adds; null if neither has this path. */
export function findMethod(path: string, ownMethods: readonly Method[]): Method | null {
  return BY_PATH.get(path) ?? ownMethods.find((each) => each.path === path) ?? null
}

export function takesCurrency({ currencies }: Method, currency: unknown): boolean {
  return currencies.length === 0 || currencies.some((each) => each === 'any' || each === currency)
}

/** The method's kind: the project's choice or the first in the row; also `none` if the method has no sale. */
export function wayOf(
  { path, operations }: Pick<Method, 'path' | 'operations'>,
  methodWays: readonly MethodWayRule[] = [],
): MethodWay {
  const chosen = methodWays.find((row) => row.path === path && row.way !== undefined)?.way
  return chosen ?? operations.sale?.customer?.[0] ?? 'none'
}

/** What happens to the customer after a sale, by the kind of its method (contract 16.4). */
export const WAY_WORDS: Readonly<Record<MethodWay, string>> = {
  redirect: 'is sent to the provider’s page',
  qr: 'gets a QR code',
  instructions: 'gets instructions',
  otp: 'gets a one-time code, which the merchant must send',
  none: 'does nothing: the provider decides at once',
}

/** A name as a path has it: `MB WAY` as `mbway`. */
const inPath = (name: string): string => name.toLowerCase().replaceAll(/^the |[^a-z0-9]/g, '')
const byPath = (names: readonly string[]): ReadonlyMap<string, string> =>
  new Map(names.map((name) => [inPath(name), name]))

/** As their owners write them. Other names follow from the paths. */
const BRANDS = byPath([
  ...['Apple Pay', 'Google Pay', 'BLIK', 'Bre-B', 'EPS', 'IMPS', 'InstaPay', 'PESONet', 'PSE', 'SEPA'],
  ...['SPEI', 'UPI', 'MyBank', 'PromptPay', 'iDEAL', 'OXXO', 'PagoEfectivo', 'BANCOMAT Pay', 'bKash'],
  ...['CellPay', 'Coins.ph', 'DANA', 'DuitNow', 'eSewa', 'GCash', 'GlobePay', 'GoTyme', 'GrabPay'],
  ...['IME Pay', 'JazzCash', 'KakaoPay', 'KBZPay', 'KuCoin', 'LinkAja', 'MB WAY', 'MomoPay', 'OVO'],
  ...['PalawanPay', 'PayMaya', 'PayPal', 'PhonePe', 'Tigo Money', 'Touch ’n Go', 'TrueMoney', 'UPaisa'],
  ...['ViettelPay', 'VNPT Pay', 'Wave Money', 'ZaloPay'],
])

/** Places whose banks or counters a path means. */
const PLACES = byPath([
  ...['Africa', 'Argentina', 'Australia', 'Bolivia', 'Brazil', 'Brunei', 'Cambodia', 'Chile', 'Colombia'],
  ...['Costa Rica', 'Ecuador', 'Estonia', 'France', 'HK', 'India', 'Indonesia', 'Japan', 'Korea', 'Laos'],
  ...['Malaysia', 'Mexico', 'Mongolia', 'Morocco', 'Myanmar', 'Pakistan', 'Paraguay', 'Peru'],
  ...['the Philippines', 'Sri Lanka', 'Taiwan', 'Thailand', 'Turkey', 'Venezuela', 'Vietnam'],
])

/** What is meant, by the part of the path before the place. */
const IN_PLACES: Readonly<Record<string, string>> = {
  atm: 'ATMs',
  'bank-transfer': 'Bank transfer',
  banks: 'Banks',
  cash: 'Cash',
}

/** The name that customers see (contract 16.1): `banks/estonia`, which has none, is "Banks in Estonia". */
export function methodName({ path, name }: Pick<Method, 'path' | 'name'>): string {
  if (name !== undefined) return name
  const [last = path, group = ''] = path.split('/').toReversed()
  const place = PLACES.get(inPath(last))
  const inPlaces = ownMember(IN_PLACES, group)
  if (place !== undefined && inPlaces !== undefined) return `${inPlaces} in ${place}`
  const words = BRANDS.get(inPath(last)) ?? last.split('-').map(capital).join(' ')
  return group === 'directdebit' ? `${words} Direct Debit` : words
}

const capital = (word: string): string =>
  /^(?:cpi|hk|ph|qr|va)$/.test(word) ? word.toUpperCase() : word.slice(0, 1).toUpperCase() + word.slice(1)

/** Also for a method that the project no longer has. */
export const nameOfPath = (path: string, ownMethods: readonly Method[]): string =>
  methodName(findMethod(path, ownMethods) ?? { path })

/** `payment.method` by path, for the methods whose name at the platform is known (contract 16.2). */
const WIRE_NAMES: Readonly<Record<string, string>> = {
  applepay: 'etoken',
  googlepay: 'etoken-google',
  'directdebit/bacs': 'Direct Debit BACS',
  'directdebit/sepa': 'Direct Debit SEPA',
}

/** The method's name in `payment.method`: its name at the platform, else its code on the form, else its path. */
export function wireNameOf({ path, name, form }: Pick<Method, 'path' | 'name' | 'form'>): string {
  return name ?? ownMember(WIRE_NAMES, path) ?? form ?? path
}

/** The name in `payment.method` of a project, which may replace it (contract 16.2). */
export function sentNameOf(
  method: Parameters<typeof wireNameOf>[0],
  methodWays: readonly MethodWayRule[],
): string {
  const row = methodWays.find(({ path, name }) => path === method.path && name !== undefined)
  return row?.name ?? wireNameOf(method)
}

/** Fields that every payment has, or that the platform needs at once. */
const OF_EVERY_SALE = /^(?:general|payment)\.|^customer\.(?:id|ip_address)$/

/** The parameters of an operation that can be requested from the merchant later, with any need (contract 16.3). */
export function requestableParameters(
  { operations }: Pick<Method, 'operations'>,
  operation: MethodOperation,
): readonly MethodParameter[] {
  const parameters = operations[operation]?.parameters ?? []
  return parameters.filter(
    ({ name, type }) => name.includes('.') && type !== 'object' && !OF_EVERY_SALE.test(name),
  )
}
