import { utcDay } from '#lib/time/time'
import { isExpired } from './card-entry'
import type { FormSettings } from '#domain/form/settings'
import type { SavedCard } from '#domain/form/view'
import type { Project } from '#domain/project/project'
import type { SavedCardRecord } from '#store/records'
import type { Store } from '#store/store'

/** A saved card that was removed. `createdAt`: when it was saved, virtual, epoch milliseconds. */
export interface RemovedCard {
  readonly card: SavedCard
  readonly createdAt: number
}

/** The cards that a customer saved in a project (contract 7.1, 8.8). Numbers are masked. */
export interface SavedCards {
  /**
   * Returns the cards of the customer, and the one that the token names if it is the customer's. The last used card is
   * first.
   */
  of(settings: FormSettings, project: Project): readonly SavedCard[]
  maySave(settings: FormSettings, project: Project): boolean
  /** Records that the customer pays with this card. */
  used(settings: FormSettings, id: number): void
  /** Removes a card of this customer and returns it. Null: the customer has no such card. */
  remove(settings: FormSettings, id: number): RemovedCard | null
}

/**
 * Creates the saved cards.
 * @param now virtual, epoch milliseconds; decides which cards have expired
 */
export function createSavedCards(store: Store, now: () => number): SavedCards {
  const view = ({ id, number, brand, month, year, holder, token }: SavedCardRecord): SavedCard => {
    const expired = isExpired(month, year, utcDay(now()))
    return { id, number, brand, month, year, holder, token, expired }
  }
  const listed = ({ projectId, customerId }: FormSettings): readonly SavedCardRecord[] =>
    customerId === null ? [] : store.savedCards.list(projectId, customerId).toReversed()
  /**
   * Finds the card that the token names. A token on the wrong customer's page must not show or charge another
   * customer's card.
   */
  const namedBy = ({ projectId, customerId, accountToken }: FormSettings): SavedCardRecord | null => {
    const card = accountToken === null ? null : store.savedCards.byToken(projectId, accountToken)
    return card !== null && (customerId === null || card.customerId === customerId) ? card : null
  }

  return {
    of(settings, project) {
      const own = project.switches.saveCards ? listed(settings) : []
      const named = namedBy(settings)
      const all = named === null || own.some(({ id }) => id === named.id) ? own : [...own, named]
      return all.map(view)
    },
    maySave: (settings, project) => project.switches.saveCards && settings.customerId !== null,
    used: ({ projectId }, id) => store.savedCards.markUsed(projectId, id),
    remove(settings, id) {
      const card = listed(settings).find((candidate) => candidate.id === id)
      if (card === undefined) return null
      store.savedCards.remove(settings.projectId, id)
      return { card: view(card), createdAt: card.createdAt }
    },
  }
}
