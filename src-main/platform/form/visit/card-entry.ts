import { brandOf, type CardBrand } from '#domain/card/brand'
import { isCardNumber } from '#domain/card/card-number'
import type { SavedCard, FormSettings } from '#domain/form/settings'
import type { FieldProblem, ProblemReason } from '#domain/form/view'
import type { ConfirmBody } from '#domain/form/request-bodies'
import { holdsCardNumber } from '#domain/card/mask-text'
import type { Checked } from './collect'

/** A card as typed: spaces and dashes between digits, a month like `7` or `07`, a year like `33` or `2033`. */
export type TypedCard = NonNullable<ConfirmBody['card']>

/** A card that may be charged. Its full number is not stored. */
export interface CheckedCard {
  readonly number: string
  readonly month: number
  readonly year: number
  readonly holder: string
}

export interface CardRules {
  /** On the virtual clock, `YYYY-MM-DD` in UTC. */
  readonly today: string
  /** False for mail and telephone orders and for payouts. */
  readonly needsCode: boolean
  readonly onlyBrand: CardBrand | null
}

/** Checks number, expiry, code and holder (contract 7.4). Returns all problems together. */
export function checkCardEntry(typed: TypedCard, rules: CardRules): Checked<{ readonly card: CheckedCard }> {
  const number = typed.pan.replace(/[\s-]/g, '')
  const month = Number(typed.month)
  const year = fullYear(typed.year)
  const holder = typed.card_holder.trim()
  const problems: FieldProblem[] = []
  const add = (name: string, reason: ProblemReason | null): void => {
    if (reason !== null) problems.push({ name, reason })
  }
  add('pan', numberProblem(number, rules.onlyBrand))
  add('expiry', expiryProblem(typed.month, month, year, rules.today))
  if (rules.needsCode) add('cvv', codeProblem(typed.cvv, number))
  add('card_holder', holderProblem(holder))
  return problems.length > 0 ? { ok: false, problems } : { ok: true, card: { number, month, year, holder } }
}

/** Four digits for amex, three for other brands. */
export function codeProblem(cvv: string, cardNumber: string): ProblemReason | null {
  if (cvv.trim() === '') return 'required'
  const digits = brandOf(cardNumber) === 'amex' ? 4 : 3
  return /^\d+$/.test(cvv.trim()) && cvv.trim().length === digits ? null : 'card_code'
}

/** @param today `YYYY-MM-DD` in UTC */
export function isExpired(month: number, year: number, today: string): boolean {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}` < today.slice(0, 7)
}

function numberProblem(number: string, onlyBrand: CardBrand | null): ProblemReason | null {
  if (number === '') return 'required'
  if (!isCardNumber(number)) return 'card_number'
  return onlyBrand === null || brandOf(number) === onlyBrand ? null : 'card_brand'
}

function expiryProblem(typedMonth: string, month: number, year: number, today: string): ProblemReason | null {
  if (typedMonth.trim() === '') return 'required'
  if (!/^\d{1,2}$/.test(typedMonth.trim()) || month < 1 || month > 12 || Number.isNaN(year))
    return 'card_expiry'
  return isExpired(month, year, today) ? 'card_expired' : null
}

/** At least two names, each with a Latin letter, and only characters that the API accepts (contract 5.5, 7.4). */
function holderProblem(holder: string): ProblemReason | null {
  if (holder === '') return 'required'
  if (holder.length > 255 || !/^[a-zA-Z0-9\s\-.']+$/.test(holder)) return 'card_holder'
  if (holdsCardNumber(holder)) return 'card_holder'
  const names = holder.split(/\s+/).filter((name) => /[a-zA-Z]/.test(name))
  return names.length >= 2 ? null : 'card_holder'
}

/** `33` means 2033. NaN if it is not a year. */
function fullYear(text: string): number {
  const digits = text.trim()
  if (/^\d{2}$/.test(digits)) return 2000 + Number(digits)
  return /^\d{4}$/.test(digits) ? Number(digits) : NaN
}

/** The saved cards of the forced brand (contract 7.3), or the one that the opening names (contract 7.5). */
export function offeredCards(
  saved: readonly SavedCard[],
  { mode, methods, accountToken }: Pick<FormSettings, 'mode' | 'methods' | 'accountToken'>,
): { readonly cards: readonly SavedCard[]; readonly preselected: SavedCard | null } {
  const accepted = saved.filter(({ brand }) => methods.forcedBrand === null || brand === methods.forcedBrand)
  const preselected =
    mode === 'card_tokenize' ? null : (accepted.find(({ token }) => token === accountToken) ?? null)
  if (preselected !== null) return { cards: [preselected], preselected }
  return { cards: mode === 'purchase' || mode === 'payout' ? accepted : [], preselected }
}
