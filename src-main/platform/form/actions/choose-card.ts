import type { FieldProblem, SavedCard } from '#domain/form/view'
import type { FormSettings } from '#domain/form/settings'
import type { Account } from '#domain/payment/payment'
import type { PlatformIds } from '#core/ids'
import { accountOf } from '#platform/payments/registration'
import { checkCardEntry, codeProblem, type CheckedCard } from '#platform/form/visit/card-entry'
import { offeredCards } from '#platform/form/visit/offered-cards'
import { needsCode } from '#platform/form/visit/present'
import type { Confirmation } from './request-bodies'

/** The card that is charged: typed now, or saved before. */
export type ChosenCard =
  | { readonly kind: 'typed'; readonly card: CheckedCard }
  | { readonly kind: 'saved'; readonly card: SavedCard }

export type CardChoice =
  | { readonly ok: true; readonly card: ChosenCard }
  | { readonly ok: false; readonly problems: readonly FieldProblem[] }

/**
 * Checks the card with which the customer confirms.
 * @param savedCards every saved card of the customer
 * @param today the day on the virtual clock, `YYYY-MM-DD` in UTC
 */
export function chooseCard(
  { card, saved_card: saved }: Confirmation,
  settings: FormSettings,
  savedCards: () => readonly SavedCard[],
  today: string,
): CardChoice {
  if (saved !== undefined) return chooseSavedCard(saved, settings, savedCards())
  const entry = checkCardEntry(card ?? NO_CARD, {
    today,
    needsCode: needsCode(settings),
    onlyBrand: settings.methods.forcedBrand,
  })
  return entry.ok ? { ok: true, card: { kind: 'typed', card: entry.card } } : entry
}

const NO_CARD = { pan: '', month: '', year: '', cvv: '', card_holder: '' }

function chooseSavedCard(
  saved: NonNullable<Confirmation['saved_card']>,
  settings: FormSettings,
  savedCards: readonly SavedCard[],
): CardChoice {
  const card = offeredCards(savedCards, settings).cards.find(({ id }) => id === saved.id)
  if (card === undefined) {
    const { forcedBrand } = settings.methods
    const known = savedCards.find(({ id }) => id === saved.id)
    const isOtherBrand = known !== undefined && forcedBrand !== null && known.brand !== forcedBrand
    return { ok: false, problems: [{ name: 'saved_card', reason: isOtherBrand ? 'card_brand' : 'value' }] }
  }
  if (card.expired) return { ok: false, problems: [{ name: 'saved_card', reason: 'card_expired' }] }
  const reason = needsCode(settings) ? codeProblem(saved.cvv, card.number) : null
  return reason === null
    ? { ok: true, card: { kind: 'saved', card } }
    : { ok: false, problems: [{ name: 'cvv', reason }] }
}

/** The account of a payment with the card. A saved card keeps its id and token. */
export function accountOfChosen(chosen: ChosenCard, ids: PlatformIds): Account {
  if (chosen.kind === 'typed') return accountOf(chosen.card, ids)
  const { card } = chosen
  return {
    number: card.number,
    type: card.brand ?? '',
    cardHolder: card.holder,
    expiryMonth: String(card.month).padStart(2, '0'),
    expiryYear: String(card.year),
    id: card.id,
    token: card.token,
  }
}
