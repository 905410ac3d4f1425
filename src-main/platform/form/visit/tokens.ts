import type { TokenChange } from '#domain/callback/token-body'
import { brandOf } from '#domain/card/brand'
import { maskCardNumber } from '#domain/card/card-number'
import type { CheckedCard } from './card-entry'
import type { FormVisit, MadeToken } from './visit'
import { tokenChange } from './token-change'
import type { Project } from '#domain/project/project'
import type { SignatureCrypto } from '#domain/signature/crypto'
import type { Store } from '#store/store'
import { callbackPlan } from '#platform/payments/registration'
import type { Changes } from '#core/changes'
import { newTokenCallback } from '#platform/callbacks/enqueue'
import type { PlatformIds } from '#core/ids'
import type { RemovedCard } from './saved-cards'

/** Creates and deletes card tokens of the form, with their callbacks (contract 3.9, 9.1). */
export interface Tokens {
  /** Turns a card into a token, without a payment. */
  make(visit: FormVisit, project: Project, card: CheckedCard): MadeToken
  /** Sends the callback about a saved card that the customer deleted. */
  deleted(visit: FormVisit, project: Project, removed: RemovedCard): void
}

/**
 * Creates the tokens of the form.
 * @param options `now`: virtual, epoch milliseconds; `reference`: turns a callback URL that leads to the bench into a
 *   reference that survives a change of ports
 */
export function createTokens(options: {
  readonly store: Store
  readonly ids: PlatformIds
  readonly crypto: SignatureCrypto
  readonly changes: Changes
  readonly now: () => number
  readonly reference: (url: string) => string
}): Tokens {
  const { store, ids, crypto, changes, now, reference } = options

  const enqueueCallback = ({ settings }: FormVisit, project: Project, change: TokenChange): void => {
    const { paymentUrl } = settings.callbacks
    const callback = newTokenCallback({
      id: ids.callbackId(),
      change,
      plan: callbackPlan(project, { paymentUrl: paymentUrl === null ? null : reference(paymentUrl) }),
      project,
      crypto,
      createdAt: now(),
    })
    if (callback === null) return
    const { id } = store.callbacks.insert(callback)
    changes.callback(id, true)
  }

  return {
    make(visit, project, card) {
      const { projectId, customerId } = visit.settings
      const made: MadeToken = {
        card: {
          id: ids.accountId(),
          number: maskCardNumber(card.number),
          brand: brandOf(card.number),
          month: card.month,
          year: card.year,
          holder: card.holder,
          token: ids.cardToken(),
          expired: false,
        },
        requestId: ids.requestId(projectId),
        at: now(),
      }
      const { expired: _asOfNow, ...kept } = made.card
      store.savedCards.insert({ ...kept, projectId, customerId: customerId ?? '', createdAt: made.at })
      enqueueCallback(visit, project, tokenChange(visit, made))
      return made
    },
    deleted(visit, project, { card, createdAt }) {
      const requestId = ids.requestId(project.projectId)
      enqueueCallback(visit, project, {
        ...tokenChange(visit, { card, requestId, at: createdAt }),
        request: { id: requestId, action: 'delete', status: 'success' },
        tokenStatus: 'revoke',
      })
    },
  }
}
