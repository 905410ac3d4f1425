import { asCustomerKnows, openProviderPage, type Payment, type ProviderPage } from '#domain/payment/payment'
import { brandOfAccount } from '#domain/payment/saved-card'
import { displayItems, providerPageUrl } from '#domain/method/customer-part'
import { isOffered } from '#domain/method/availability'
import { findMethod, methodName, nameOfPath, wayOf } from '#domain/method/method'
import { CARD, formCodeOf, markOf, waysToPay, type WaysToPay } from '#domain/form/ways-to-pay'
import type { Method, MethodWay } from '#domain/project/method-shape'
import type { ProjectSwitches } from '#domain/project/project'
import { isMergeablePath } from '#platform/form/opening/merge-additional'
import type { FormSettings, SavedCard } from '#domain/form/settings'
import type {
  CardView,
  CollectedField,
  FormView,
  IssuerPlace,
  MethodChoice,
  MethodView,
  ProviderView,
  ResultView,
} from '#domain/form/view'
import { offeredCards } from './card-entry'
import { fieldsToCollect } from './collect'
import { methodFields } from '#platform/form/opening/method-fields'
import { type FormVisit, visitPath } from './visit'

/** Everything that determines what the customer sees. */
export interface Shown {
  readonly visit: FormVisit
  readonly payment: Payment | null
  readonly ways: WaysToPay
  readonly savedCards: readonly SavedCard[]
  readonly switches: ProjectSwitches
  /** Virtual time, epoch milliseconds. */
  readonly now: number
  /** Origin of the platform, for a QR code. */
  readonly platformUrl: string
}

/** The view that the form shows (contract 6, 7.4, 7.5, 7.8). */
export function presentView(shown: Shown): FormView {
  const { visit } = shown
  if (visit.token !== null)
    return {
      kind: 'result',
      outcome: 'success',
      code: '0',
      paymentId: null,
      at: visit.token.at,
      moved: null,
      card: { number: visit.token.card.number, brand: visit.token.card.brand },
      attempts: null,
      returnTo: visit.settings.returns.success ?? visit.settings.returns.back,
    }
  if (shown.payment === null) return beforeConfirmation(shown)
  const payment = asCustomerKnows(shown.payment)
  switch (payment.status) {
    case 'processing':
      return { kind: 'waiting' }
    case 'awaiting clarification': {
      const open = payment.clarification
      if (open === null) return { kind: 'waiting' }
      const { remaining, accepted, refused, expiresAt } = open
      const phoneEnd = endOfPhone(payment.customer.phone)
      const resendAt = open.code === undefined || open.code.resendsLeft === 0 ? null : open.code.newAttemptAt
      const code = resendAt === null ? null : { resendAt, isDue: resendAt <= shown.now }
      const [valid = ''] = Object.values(open.expects)
      const by = nameOfPath(payment.methodPath ?? '', shown.switches.ownMethods)
      return {
        kind: 'clarification',
        ...{ remaining, accepted, refused, expiresAt, phoneEnd, code },
        ...(open.code === undefined ? {} : { sent: { by, code: valid } }),
      }
    }
    case 'awaiting 3ds result': {
      const place = issuerPlace(visit.settings, shown.switches)
      return { kind: 'challenge', place, issuerPath: `${visitPath(visit)}/issuer?place=${place}` }
    }
    case 'awaiting redirect result':
    case 'awaiting customer action': {
      const page = openProviderPage(payment)
      // A customer who left the provider waits for the result like everybody else.
      return page === null || page.outcome !== null
        ? result(shown, payment)
        : providerView(shown, payment, page)
    }
    case 'awaiting customer': {
      const way = visit.tryingAgain ? wayToPay(visit, shown.ways) : null
      if (way === null) return result(shown, payment)
      return way === CARD ? cardView(shown, null) : methodView(shown, way, payment)
    }
    default:
      return result(shown, payment)
  }
}

/** Whether the confirmation deadline has passed (contract 7.5). `now`: virtual, epoch milliseconds. */
export function isTooLate(settings: FormSettings, now: number): boolean {
  return settings.bestBefore !== null && now >= settings.bestBefore
}

/** A single value is collected on the card page, several on a separate page. */
export function collection(visit: FormVisit, switches: ProjectSwitches) {
  const { settings } = visit
  const all = settings.mode === 'card_tokenize' ? [] : fieldsToCollect(settings, switches.collectedFields)
  const shopMayGive = ({ path, value }: CollectedField): boolean =>
    isEmbedded(settings) && value === '' && isMergeablePath(path)
  // Shown on the card page only after the shop agreed to the payment without supplying them (contract 12.23).
  const afterShop = all.filter((field) => field.required && shopMayGive(field))
  const fields = all.filter((field) => !afterShop.includes(field))
  return fields.length > 1
    ? { onCardPage: null, onOwnPage: fields, afterShop }
    : { onCardPage: fields[0] ?? null, onOwnPage: [], afterShop }
}

/** Whether the pay button is on the shop's page, so that the shop must agree to the payment first (contract 8.9). */
function isEmbedded({ frameMode, olderEmbedded }: FormSettings): boolean {
  return frameMode === 'embedded' || olderEmbedded
}

function beforeConfirmation(shown: Shown): FormView {
  const { visit, switches, now } = shown
  const { settings } = visit
  if (settings.bestBefore !== null && isTooLate(settings, now))
    return {
      kind: 'expired',
      at: settings.bestBefore,
      returnTo: settings.returns.back ?? settings.returns.fail,
    }
  const way = wayToPay(visit, shown.ways)
  if (way === null) return methodsView(shown)
  if (way !== CARD) return methodView(shown, way, null)
  const { onCardPage, onOwnPage, afterShop } = collection(visit, switches)
  if (onOwnPage.length > 0 && visit.details === null) {
    return { kind: 'details', fields: onOwnPage, confirmBefore: settings.bestBefore }
  }
  return cardView(shown, onCardPage, afterShop)
}

/** `extra` is null if nothing is to be collected: a further attempt keeps the collected values. */
function cardView(
  shown: Shown,
  extra: CollectedField | null,
  afterShop: readonly CollectedField[] = [],
): CardView {
  const { visit, savedCards, switches } = shown
  const { settings } = visit
  const { cards, preselected } = offeredCards(savedCards, settings)
  // Another attempt is meant for another card, and the choice has offered the saved ones: preselect none.
  const isForNew = visit.tryingAgain || (visit.way === CARD && cardsOfChoice(shown).length > 0)
  const usable = isForNew ? undefined : cards.find(({ expired }) => !expired)
  return {
    kind: 'card',
    savedCards: cards,
    selectedCard: preselected?.id ?? usable?.id ?? null,
    onlySelected: preselected !== null,
    holder: settings.cardHolder ?? '',
    needsCode: needsCode(settings),
    extra,
    afterShop,
    canSave:
      switches.saveCards &&
      settings.customerId !== null &&
      settings.mode !== 'card_tokenize' &&
      preselected === null,
    confirmBefore: visit.paymentKey === null ? settings.bestBefore : null,
    onlyBrand: settings.methods.forcedBrand,
  }
}

type Way = Method | typeof CARD

/** What a visit offers (contract 16.11). A further attempt keeps the way of the payment, while the project offers it. */
export function waysOf(
  { settings }: FormVisit,
  payment: Payment | null,
  { switches, now }: Pick<Shown, 'switches' | 'now'>,
): WaysToPay {
  if (payment === null) return waysToPay(settings, switches, now)
  const { methodPath } = payment
  const method =
    methodPath !== undefined && isOffered(methodPath, switches, now)
      ? findMethod(methodPath, switches.ownMethods)
      : null
  return { card: methodPath === undefined, methods: method === null ? [] : [method], unknown: null }
}

/** How the customer pays; null while they have to choose, or if no way is left. */
export function wayToPay({ settings, way }: FormVisit, { card, methods }: WaysToPay): Way | null {
  const ways: readonly Way[] = card ? [CARD, ...methods] : methods
  if (ways.length < 2) return ways[0] ?? null
  const chosen = way ?? settings.methods.preselected
  if (chosen === CARD && card) return CARD
  return methods.find((method) => method.path === chosen || formCodeOf(method) === chosen) ?? null
}

/** How a visit names a way to pay. */
export const wayName = (way: Way): string => (way === CARD ? CARD : way.path)

function choiceOf(method: Method, { methodWays }: Shown['switches']): MethodChoice {
  const step = stepOf(wayOf(method, methodWays), method.operations.sale?.display ?? [])
  return { path: method.path, name: methodName(method), mark: markOf(method), step }
}

/** What the page and its countdown show anyway. */
const SHOWN_ELSEWHERE = /amount|currency|lifetime|expired|timeout|name_method/i

const isLine = ({ type, title }: ProviderPage['display'][number]): boolean =>
  type === 'add_info' && !SHOWN_ELSEWHERE.test(title)

function stepOf<Way extends MethodWay>(way: Way, display: ProviderPage['display']): Way | 'app' {
  return way === 'instructions' && !display.some(isLine) ? 'app' : way
}

function methodsView(shown: Shown): FormView {
  const { visit, ways, switches } = shown
  return {
    kind: 'methods',
    ...ways,
    savedCards: cardsOfChoice(shown),
    methods: ways.methods.map((method) => choiceOf(method, switches)),
    confirmBefore: visit.settings.bestBefore,
  }
}

/** The saved cards above the other ways to pay: none if a payment by card takes more than the code of the card. */
function cardsOfChoice({ visit, ways, savedCards, switches }: Shown): readonly SavedCard[] {
  const { settings } = visit
  const { onCardPage, onOwnPage, afterShop } = collection(visit, switches)
  const takesMore = onCardPage !== null || onOwnPage.length + afterShop.length > 0 || !needsCode(settings)
  if (!ways.card || takesMore) return []
  return offeredCards(savedCards, settings).cards.filter(({ expired }) => !expired)
}

/** A further attempt keeps the collected values. */
function methodView({ visit, switches }: Shown, method: Method, payment: Payment | null): MethodView {
  return {
    kind: 'method',
    ...choiceOf(method, switches),
    code: formCodeOf(method),
    fields: payment === null ? methodFields(visit.settings, method) : [],
    confirmBefore: payment === null ? visit.settings.bestBefore : null,
  }
}

function providerView(
  { visit, platformUrl, switches }: Shown,
  payment: Payment,
  page: ProviderPage,
): ProviderView {
  const path = payment.methodPath ?? ''
  const url = providerPageUrl(platformUrl, payment, page)
  return {
    kind: 'provider',
    path: `${providerPageUrl('', payment, page)}&language=${visit.settings.language}`,
    url,
    name: nameOfPath(path, switches.ownMethods),
    mark: markOf({ path }),
    step: stepOf(page.way, page.display),
    place: visit.settings.frameMode === 'tab' && page.way === 'redirect' ? 'page' : 'new_tab',
    // Below a QR code there is a link anyway.
    lines: displayItems(payment, page, platformUrl).filter(
      (item) => isLine(item) && (item.data !== url || page.way === 'instructions'),
    ),
    expiresAt: page.expiresAt,
  }
}

/** False for mail and telephone orders and for payouts. */
export function needsCode(settings: FormSettings): boolean {
  return !settings.isMailOrPhoneOrder && settings.mode !== 'payout'
}

/** The last two digits, by which a customer recognises the number; null unless `phone` is four or more digits. */
export function endOfPhone(phone: string): string | null {
  return /^\d{4,}$/.test(phone) ? phone.slice(-2) : null
}

/** Where the issuer's page opens (contract 7.3, `force_acs_new_window`; 12.25). */
export function issuerPlace(settings: FormSettings, { embeddedThreeDSecure }: ProjectSwitches): IssuerPlace {
  if (settings.externalPagesInNewTab) return 'new_tab'
  if (settings.frameMode === 'tab') return 'page'
  return isEmbedded(settings) && embeddedThreeDSecure === 'parent' ? 'parent' : 'frame'
}

function result(shown: Shown, payment: Payment): ResultView {
  const { settings } = shown.visit
  const outcome = outcomeOf(payment)
  const { account, attempts, methodPath } = payment
  const isOpen = payment.status === 'awaiting customer'
  return {
    kind: 'result',
    outcome,
    code: (isOpen ? payment.operations.at(-1)?.code : undefined) ?? payment.resultCode,
    paymentId: payment.paymentId,
    at: payment.updatedAt,
    moved: outcome === 'success' ? payment.real : null,
    card:
      account === null || methodPath !== undefined
        ? null
        : { number: account.number, brand: brandOfAccount(account) },
    ...(methodPath === undefined ? {} : { method: nameOfPath(methodPath, shown.switches.ownMethods) }),
    attempts: wayToPay(shown.visit, shown.ways) === null ? null : attempts,
    // Without an address for the outcome, use the one for leaving at any step.
    returnTo:
      (outcome === 'success' ? settings.returns.success : settings.returns.fail) ?? settings.returns.back,
  }
}

const PAID = [
  'success',
  'awaiting capture',
  'partially refunded',
  'refunded',
  'partially reversed',
  'reversed',
]

function outcomeOf({ status }: Payment): ResultView['outcome'] {
  if (['decline', 'expired', 'error', 'awaiting customer'].includes(status)) return 'decline'
  return status === 'canceled' || PAID.includes(status) ? 'success' : 'pending'
}
