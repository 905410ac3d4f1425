import type { MerchantStyle } from './exam-merchant'

/** What a merchant does wrong, the rule of contract 10 that it breaks, and the style in which it shows. */
export interface Mutation {
  readonly rule: number
  readonly style: MerchantStyle
  /** Other rules that the merchant then breaks too, because their messages have the same values. */
  readonly also?: readonly number[]
  /** Whether the merchant only keeps the rule from being observed, because the omission itself is not wrong. */
  readonly isSilent?: boolean
  /** Whether the merchant claims to request the status by itself, as every merchant of the style `status` does. */
  readonly claimsStatus?: boolean
}

export const MUTATIONS = {
  'signs before the last parameter': { rule: 1, style: 'early' },
  'accepts every signature': { rule: 2, style: 'store' },
  'accepts a missing signature': { rule: 2, style: 'early' },
  'looks only at the length of a signature': { rule: 2, style: 'store' },
  'answers a forged callback with 200': { rule: 2, style: 'early' },
  'reads null as a word': { rule: 3, style: 'store', also: [11] },
  'reads booleans as words': { rule: 3, style: 'early', also: [11] },
  'sorts indexes as text': { rule: 3, style: 'store' },
  'reads bytes as Latin-1': { rule: 3, style: 'early' },
  'keeps inner signatures': { rule: 3, style: 'store' },
  'answers 202': { rule: 4, style: 'early' },
  'answers 200 and stores nothing': { rule: 4, style: 'early' },
  'counts a duplicate twice': { rule: 5, style: 'store' },
  'refuses a duplicate': { rule: 5, style: 'store' },
  'answers 500 to unreadable callbacks': { rule: 6, style: 'early' },
  'answers 200 to unreadable callbacks': { rule: 6, style: 'store' },
  'blocks an order after an unreadable body': { rule: 6, style: 'store' },
  'refuses old callbacks': { rule: 7, style: 'early' },
  'loses old callbacks': { rule: 7, style: 'store' },
  'loses callbacks that arrive together': { rule: 7, style: 'early' },
  'undoes a final state': { rule: 8, style: 'store' },
  'refuses late callbacks': { rule: 8, style: 'early' },
  'answers 500 to unknown fields': { rule: 9, style: 'store' },
  'refuses unknown statuses': { rule: 9, style: 'early' },
  'treats an unknown status as paid': { rule: 9, style: 'store' },
  'trusts the return address': { rule: 10, style: 'early' },
  'never answers a clarification': { rule: 11, style: 'store' },
  'leaves additional_data out': { rule: 12, style: 'early' },
  'ignores the remaining fields': { rule: 13, style: 'store' },
  'sends a wrong answer again and again': { rule: 13, style: 'store' },
  'sends nothing about the customer': { rule: 15, style: 'store', isSilent: true },
  'writes dates in another order': { rule: 15, style: 'early' },
  'keeps dotted names': { rule: 15, style: 'store' },
  'sends paths as names': { rule: 15, style: 'store' },
  'writes countries with three letters': { rule: 15, style: 'early' },
  'treats 3061 as a decline': { rule: 16, style: 'status' },
  'puts the secret into the page': { rule: 22, style: 'early' },
  'hosts a copy of the library': { rule: 23, style: 'status' },
  'leaves a parameter out': { rule: 24, style: 'early' },
  'leaves + unencoded': { rule: 25, style: 'early' },
  'makes ids that differ in case': { rule: 26, style: 'early' },
  'uses two decimals for every currency': { rule: 27, style: 'store' },
  'shows the requested amount': { rule: 29, style: 'store' },
  'refuses another amount': { rule: 29, style: 'early' },
  'treats a first attempt as final': { rule: 30, style: 'store' },
  'answers 200 about unknown orders': { rule: 31, style: 'early' },
  'delivers on a declined card': { rule: 4, style: 'store' },
  'treats a decline as paid': { rule: 4, style: 'early' },
  'answers a decline with 500': { rule: 4, style: 'page' },
  'takes eleven seconds to answer': { rule: 4, style: 'early' },
  'takes eleven seconds to answer a decline': { rule: 4, style: 'store' },
  'compares only as many characters as arrive': { rule: 2, style: 'store' },
  'compares the first 16 characters': { rule: 2, style: 'early' },
  'ignores the case of a signature': { rule: 2, style: 'page' },
  'looks for the signature inside': { rule: 2, style: 'store' },
  'compares only the beginning of what arrives': { rule: 2, style: 'early' },
  'accepts a signature in a list': { rule: 2, style: 'page' },
  'accepts true as a signature': { rule: 2, style: 'store' },
  'accepts 0 as a signature': { rule: 2, style: 'early' },
  'accepts a status response with a wrong signature': { rule: 2, style: 'status' },
  'accepts a status response without a signature': { rule: 2, style: 'status' },
  'counts a simultaneous duplicate': { rule: 5, style: 'store' },
  'recognises a duplicate by its bytes': { rule: 5, style: 'early' },
  'remembers payments by their id alone': { rule: 5, style: 'store' },
  'loses a second operation': { rule: 5, style: 'early' },
  'answers a clarification with 400': { rule: 11, style: 'store' },
  'never requests the status': { rule: 16, style: 'status' },
  'only claims to request the status': { rule: 16, style: 'early', claimsStatus: true },
  'ignores the currency': { rule: 29, style: 'store' },
  'closes an order at its first decline': { rule: 30, style: 'store' },
  'refuses an attempt after a decline': { rule: 30, style: 'early' },
  'delivers again for a refund': { rule: 33, style: 'store' },
  'delivers again for a partial refund': { rule: 33, style: 'early' },
  'delivers again for a reversal': { rule: 33, style: 'page' },
  'treats a hold as paid': { rule: 33, style: 'store' },
  'delivers on a hold': { rule: 33, style: 'page' },
  'treats a customer who has yet to pay as paid': { rule: 34, style: 'method' },
  'delivers whatever was paid': { rule: 35, style: 'method' },
  'refuses the result of an old payment': { rule: 36, style: 'method' },
  'answers only clarifications of cards': { rule: 38, style: 'method' },
  'sends the customer to a part of the address': { rule: 39, style: 'method' },
  'trusts the return from the provider': { rule: 40, style: 'method' },
  'shows an error until the result is there': { rule: 40, style: 'method' },
  'delivers again when the customer comes back': { rule: 40, style: 'method' },
  'delivers for each charge of an order': { rule: 41, style: 'method' },
} as const satisfies Readonly<Record<string, Mutation>>

export type MutationName = keyof typeof MUTATIONS
export const MUTATION_NAMES = Object.keys(MUTATIONS) as readonly MutationName[]

/** Those that every `npm test` examines, from several styles; the others take minutes and are examined with `--all`. */
export const EXAMINED_ALWAYS: readonly MutationName[] = [
  'accepts every signature',
  'loses old callbacks',
  'sends a wrong answer again and again',
  'sends nothing about the customer',
  'delivers again for a reversal',
  'accepts a status response without a signature',
  'trusts the return from the provider',
]
