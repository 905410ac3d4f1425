import { methodRefusal } from '#domain/method/availability'
import { methodsWith } from '#domain/method/method'
import type { Method } from '#domain/project/method-shape'
import type { ProjectSwitches } from '#domain/project/project'
import { ownMember } from '#lib/own-member'
import type { FormSettings } from './settings'

/** The code of cards among the ways to pay, in the form's parameters and messages (contract 7.3). */
export const CARD = 'card'

/** The value of `force_payment_group` for the methods of banks (contract 16.11). */
export const BANK_GROUP = 'openbanking'

/** The drawn mark of a method (contract 16.1). The form groups methods by it: cash is among the vouchers. */
export type MethodMark = 'bank' | 'wallet' | 'voucher' | 'cash'

/** Marks by the first part of the path; every other method is a wallet. */
const MARKS: Readonly<Partial<Record<string, MethodMark>>> = {
  'bank-transfer': 'bank',
  banks: 'bank',
  bancontact: 'bank',
  directdebit: 'bank',
  'online-banking': 'bank',
  atm: 'cash',
  cash: 'cash',
  voucher: 'voucher',
}

export function markOf({ path }: Pick<Method, 'path'>): MethodMark {
  return ownMember(MARKS, path.split('/')[0] ?? '') ?? 'wallet'
}

/** The method's code on the form; if none is known, its path with hyphens (contract 16.1). */
export function formCodeOf({ path, form }: Pick<Method, 'path' | 'form'>): string {
  return form ?? path.replaceAll('/', '-')
}

/** What a form offers. `unknown`: the method that the shop named, if the project has no such method. */
export interface WaysToPay {
  readonly card: boolean
  readonly methods: readonly Method[]
  readonly unknown: string | null
}

const ONLY_CARD: WaysToPay = { card: true, methods: [], unknown: null }

/**
 * The ways to pay that fit an opening (contract 16.11). A project without a list has every method, but its form offers
 * only cards and what the shop names: nobody can choose among 169 methods (docs/decisions/046-ways-to-pay.md).
 *
 * @param now virtual, epoch milliseconds
 */
export function waysToPay(settings: FormSettings, switches: ProjectSwitches, now: number): WaysToPay {
  const { mode, operation, methods, supplied, accountToken, registersRecurring } = settings
  const { forced, forcedGroup, hidden } = methods
  const needsCard = operation === 'auth' || accountToken !== null || registersRecurring || forced === CARD
  if (mode !== 'purchase' || needsCard) return ONLY_CARD
  if (forced === null && forcedGroup !== BANK_GROUP && switches.methods.length === 0) return ONLY_CARD
  const fitting = methodsWith(switches.ownMethods).filter(
    (method) =>
      method.operations.sale !== undefined && methodRefusal(method, settings, switches, now) === null,
  )
  const named = fitting.filter((method) =>
    forced === null ? forcedGroup === BANK_GROUP && markOf(method) === 'bank' : formCodeOf(method) === forced,
  )
  if (named.length > 0) return { card: false, methods: named, unknown: null }
  const country = supplied['customer.country']
  const offered = fitting.filter(
    (method) =>
      switches.methods.length > 0 &&
      !hidden.includes(formCodeOf(method)) &&
      (country === undefined || isIn(method, String(country))),
  )
  return { card: offered.length === 0 || !hidden.includes(CARD), methods: offered, unknown: forced }
}

function isIn({ countries }: Method, country: string): boolean {
  return countries.length === 0 || countries.includes('any') || countries.includes(country.toUpperCase())
}
