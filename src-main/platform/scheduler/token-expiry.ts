import { expiresAt, lastExpired } from '#domain/card/card-number'
import type { Project } from '#domain/project/project'
import type { SignatureCrypto } from '#domain/signature/crypto'
import type { SavedCardRecord } from '#store/records'
import type { Store } from '#store/store'
import { callbackPlan } from '#platform/payments/registration'
import type { Changes } from '#core/changes'
import { readStoredJson } from '#core/stored-json'
import { newTokenCallback } from '#platform/callbacks/enqueue'
import type { PlatformIds } from '#core/ids'
import type { Projects } from '#core/projects'

/** Sends a callback for every token whose card reaches the end of its month (contract 9.1). */
export interface TokenExpiry {
  /** Starts to watch. Tokens that expired before the first start get no callback. */
  open(): void
  /** When the next token expires. Epoch milliseconds, virtual. */
  nextDueAt(): number | null
  /** The number of tokens that are still to expire. */
  waiting(): number
  /**
   * Creates the callbacks of the tokens that expired up to `now`, each at its own time and once. Returns their number.
   */
  fireDue(now: number): number
}

/** The time up to which tokens were handled. It is a setting, so that a session file includes it. */
const KEY = 'tokens.expiredUpTo'

export function createTokenExpiry(options: {
  readonly store: Store
  readonly projects: Projects
  readonly ids: PlatformIds
  readonly crypto: SignatureCrypto
  readonly changes: Changes
  readonly now: () => number
}): TokenExpiry {
  const { store, projects, ids, crypto, changes, now } = options

  const stored = (): number | null => {
    const text = store.settings.get(KEY)
    const value = text === null ? null : readStoredJson(text)
    return typeof value === 'number' && Number.isSafeInteger(value) ? value : null
  }

  /** A clock that was set back, which is possible while there are no payments, reaches the end of the month again. */
  const handledUpTo = (): number => Math.min(stored() ?? now(), now())

  const next = (): SavedCardRecord | null => store.savedCards.nextToExpire(lastExpired(handledUpTo()))

  /**
   * Creates the callback of an expired token. No open form names a callback address, so the project's rules choose the
   * target. The token keeps its data: the form continues to show the card as expired.
   */
  const enqueue = (card: SavedCardRecord, project: Project, at: number): void => {
    const { projectId, customerId, token, createdAt, number, month, year, holder } = card
    const callback = newTokenCallback({
      id: ids.callbackId(),
      change: {
        projectId,
        customerId,
        request: { id: ids.requestId(projectId), action: 'expire', status: 'success' },
        token,
        tokenStatus: 'expiry',
        tokenCreatedAt: createdAt,
        card: { number, month, year, holder, country: '' },
      },
      plan: callbackPlan(project),
      project,
      crypto,
      createdAt: at,
    })
    if (callback === null) return
    const { id } = store.callbacks.insert(callback)
    changes.callback(id, true)
  }

  return {
    open() {
      if (stored() === null) store.settings.set(KEY, JSON.stringify(now()))
    },
    nextDueAt() {
      const card = next()
      return card === null ? null : expiresAt(card)
    },
    waiting: () => store.savedCards.countToExpire(lastExpired(handledUpTo())),
    fireDue(until) {
      let fired = 0
      for (let card = next(); card !== null && expiresAt(card) <= until; card = next()) {
        const at = expiresAt(card)
        const together = store.savedCards.expiring(card)
        store.write(() => {
          for (const one of together) {
            const project = projects.byId(one.projectId)
            if (project !== null) enqueue(one, project, at)
          }
          store.settings.set(KEY, JSON.stringify(at))
        })
        fired += together.length
      }
      return fired
    },
  }
}
