import type { FormSettings } from '#domain/form/settings'
import type { SavedCard } from '#domain/form/view'

/**
 * The saved cards that a customer may choose from: of the brand that alone is accepted (contract 7.3), and where a card
 * is verified only the one that the opening names. `preselected` is that one, and rules out all others (contract 7.5).
 */
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
