import type { Params } from '#protocol/methods'
import type { PaymentDetail } from '#protocol/payments'
import { isCardNumber, maskCardNumber } from '#domain/card/card-number'
import { CARD } from '#domain/form/ways-to-pay'
import { findMethod, takesCurrency, WAY_WORDS, wayOf } from '#domain/method/method'
import type { Method } from '#domain/project/method-shape'
import { amountText, exponentOf, formatMinorUnits } from '#lib/money/minor-units'
import { findTestCard, findTestCardByMask, searchTestCards, type TestCard } from '#domain/provider/test-cards'
import { z } from 'zod'
import { draftOf, keepDraft } from '#window/state/preferences'
import { readStored } from '#window/state/preferences-shape'
import {
  dataOf,
  matchingMethods,
  type Operation,
  operationOf,
  OPERATIONS,
  operationsOf,
} from './method-fields'

export const MAX_CHARS = 255

export const HOLD_NOTE = 'stays in processing until you act'

/** Older drafts are stored under another name and ignored, because they always contain `hold`. */
const DRAFT = 'payment'
const DEFAULT_CARD = maskCardNumber('4000000000000077')

const draft = z.object({
  amount: z.string().catch('10.00'),
  currency: z.string().catch('EUR'),
  customerId: z.string().catch(''),
  /** The path of a method, or what was typed to find one. */
  method: z.string().catch(CARD),
  /** Masked in the draft: the browser's storage holds no card number, not even that of a test card. */
  card: z.string().catch(DEFAULT_CARD),
  description: z.string().catch(''),
  operation: z.enum(OPERATIONS).catch('sale'),
  /** `follow`: the test card decides; without a test card, the tester does. */
  outcome: z.enum(['hold', 'card', 'follow']).catch('follow'),
  /** The type of the series that the payment registers; empty if it registers none. */
  series: z.enum(['', 'C', 'U', 'R']).catch(''),
})

export type NewPayment = Readonly<z.infer<typeof draft>> & {
  readonly projectId: string
  readonly paymentId: string
  /** Typed values of the method's parameters, by path. Not in the draft, because they may be secret. */
  readonly data: Readonly<Record<string, string>>
}

const bareDigits = (text: string): string => text.replaceAll(/[\s-]/g, '')

const onlyOf = <Found>(typed: string, search: (words: string) => readonly Found[]): Found | null => {
  const [only, ...others] = typed.trim() === '' ? [] : search(typed)
  return only === undefined || others.length > 0 ? null : only
}

/** The only test card that the typed words match; null if none or several match, or if its number is typed in full. */
export function onlyMatch(typed: string): TestCard | null {
  const only = onlyOf(typed, searchTestCards)
  return only?.number === bareDigits(typed) ? null : only
}

/** Like {@link onlyMatch}, for the path of a method. */
export function onlyMethod(typed: string, ownMethods: readonly Method[]): string | null {
  const only = onlyOf(typed, (words) => matchingMethods(words, ownMethods))?.value ?? null
  return only === typed.trim() ? null : only
}

/** The chosen method; null for a card, or while no method has the typed path. */
export function methodOf(
  { method }: Pick<NewPayment, 'method'>,
  ownMethods: readonly Method[],
): Method | null {
  const found = findMethod(method.trim(), ownMethods)
  return found === null || operationsOf(found).length === 0 ? null : found
}

/** What changes with the chosen method: also the currency, if the method does not accept it. */
export function withMethod(
  { currency }: Pick<NewPayment, 'currency'>,
  method: string,
  ownMethods: readonly Method[],
): Partial<NewPayment> {
  const chosen = methodOf({ method }, ownMethods)
  const [accepted] = chosen === null || takesCurrency(chosen, currency) ? [] : chosen.currencies
  return accepted === undefined ? { method } : { method, currency: accepted }
}

/** Who decides the outcome: the test card, unless the tester has chosen otherwise. */
export function outcomeOf({ outcome, card }: Pick<NewPayment, 'outcome' | 'card'>): 'hold' | 'card' {
  if (outcome !== 'follow') return outcome
  return findTestCard(bareDigits(card)) === null ? 'hold' : 'card'
}

const OPERATION_WORDS: Readonly<Record<Operation, string>> = {
  sale: 'a sale',
  auth: 'an authorisation',
  payout: 'a payout',
}

/** Says who decides the outcome, because a card kept from an earlier payment is easily overlooked. */
export function whatHappens(
  form: Pick<NewPayment, 'method' | 'operation' | 'outcome' | 'card'>,
  ownMethods: readonly Method[],
  methodWays: Parameters<typeof wayOf>[1] = [],
): string {
  const method = methodOf(form, ownMethods)
  if (method !== null) {
    const operation = operationOf(form, method)
    const way = operation === 'sale' ? wayOf(method, methodWays) : 'none'
    return `Like ${OPERATION_WORDS[operation]} over the API: the customer ${WAY_WORDS[way]}.`
  }
  if (form.method.trim() !== CARD) {
    const only = onlyMethod(form.method, ownMethods)
    return only === null ? 'Select a method.' : `Enter takes the only match: ${only}.`
  }
  const digits = bareDigits(form.card)
  const card = findTestCard(digits)
  const only = onlyMatch(form.card)
  if (only !== null) return `Enter takes the only match: ${only.note}.`
  const isUsable = digits === '' || card !== null || isCardNumber(digits)
  if (form.outcome !== 'hold' && !isUsable) return 'Select a card or enter a complete card number.'
  if (outcomeOf(form) === 'hold') return 'You decide what happens to the payment next.'
  return card === null ? 'The card number decides the outcome.' : `The test card decides: ${card.note}.`
}

/** Paybench checks the values and generates ids left empty. `amount`: in minor units. */
export function paramsOf(
  form: NewPayment,
  amount: number,
  ownMethods: readonly Method[],
): Params<'payments.create'> {
  const { projectId, currency, description, series } = form
  const chosen = methodOf(form, ownMethods)
  const [paymentId, customerId, card] = [form.paymentId.trim(), form.customerId.trim(), bareDigits(form.card)]
  const shared = {
    amount,
    currency,
    operation: operationOf(form, chosen),
    ...(projectId === '' ? {} : { projectId: Number(projectId) }),
    ...(paymentId === '' ? {} : { paymentId }),
    ...(customerId === '' ? {} : { customerId }),
    ...(description === '' ? {} : { description }),
  }
  const method = form.method.trim()
  if (method !== CARD) return { ...shared, method, data: chosen === null ? {} : dataOf(form, chosen) }
  return {
    ...shared,
    outcome: outcomeOf(form),
    ...(card === '' ? {} : { card }),
    ...(series === '' ? {} : { series }),
  }
}

type Duplicated = 'projectId' | 'paymentId' | 'amount' | 'currency' | 'customerId' | 'description'
type Examined = 'methodPath' | 'account' | 'operations' | 'origin'

export function likePayment(payment: Pick<PaymentDetail, Duplicated | Examined>): NewPayment {
  const { account, operations, methodPath = CARD } = payment
  return {
    projectId: payment.projectId.toString(),
    paymentId: nextPaymentId(payment.paymentId),
    amount: formatMinorUnits(payment.amount, payment.currency).text,
    currency: payment.currency,
    customerId: payment.customerId,
    method: methodPath,
    data: {},
    card: findTestCardByMask(account?.number ?? '')?.number ?? '',
    description: payment.description,
    operation: OPERATIONS.find((operation) => operation === operations[0]?.type) ?? 'sale',
    outcome: payment.origin === 'workbench' ? 'hold' : 'card',
    series: '',
  }
}

const LARGEST = 10_000_000_000_000

type ReadAmount = { readonly amount: number } | { readonly error: string }

/** Reads an amount in major units as people write it (`46.50`, `1 200`, `1200,5`); returns it in minor units. */
export function readAmount(text: string, currency: string, most: number = LARGEST): ReadAmount {
  const exponent = exponentOf(currency)
  const written = text.replaceAll(/[\s\u00a0']/g, '').replace(',', '.')
  const [, whole = '', fraction = ''] = /^(\d{1,15})(?:\.(\d*))?$/.exec(written) ?? []
  if (whole === '') return { error: 'Enter an amount: digits and at most one decimal point, such as 46.50.' }
  if (fraction.length > exponent) {
    return { error: `${currency} has at most ${exponent.toString()} decimal places. Remove the others.` }
  }
  const amount = Number(whole + fraction.padEnd(exponent, '0'))
  if (amount < 1) return { error: 'Enter an amount greater than zero.' }
  if (amount > most) return { error: `The amount is too high. Enter at most ${amountText(most, currency)}.` }
  return { amount }
}

/** The next id after a used one: `Shop-2031` becomes `Shop-2031-2`, then `Shop-2031-3`. */
export function nextPaymentId(paymentId: string): string {
  const found = /^(.*)-(\d{1,3})$/.exec(paymentId)
  const [, stem = '', count = ''] = found ?? []
  return found === null || Number(count) < 2 ? `${paymentId}-2` : `${stem}-${(Number(count) + 1).toString()}`
}

/** The last draft with a new payment id, because the old id may be in use by now. */
export function paymentDraft(projectId: string, paymentId: string): NewPayment {
  const { card, ...rest } = readStored(draft, draftOf(DRAFT)) ?? draft.parse({})
  return { ...rest, card: findTestCardByMask(card)?.number ?? '', data: {}, projectId, paymentId }
}

/** Keeps the data of a created payment for the next one, except its description and decisions: easily overlooked. */
export function keepForNextPayment(form: NewPayment): void {
  keepPaymentDraft({ ...form, description: '', operation: 'sale', outcome: 'follow', series: '' })
}

export function keepPaymentDraft(form: NewPayment): void {
  const { projectId: _project, paymentId: _id, data: _data, card, ...rest } = form
  const number = bareDigits(card)
  const masked = maskCardNumber(number)
  const isKnown = findTestCardByMask(masked)?.number === number
  keepDraft(DRAFT, JSON.stringify({ ...rest, card: isKnown ? masked : '' }))
}
