import { expiresAt, lastExpired } from '../../domain/card/expiry'
import type { Project } from '../../domain/project/project'
import type { SignatureCrypto } from '../../domain/signature/crypto'
import type { SavedCardRecord } from '../../store/records'
import type { Store } from '../../store/store'
import { callbackPlan } from '../payments/registration'
import type { Changes } from '../../bench/changes'
import { readStoredJson } from '../../bench/stored-json'
import { newTokenCallback } from '../callbacks/enqueue'
import type { PlatformIds } from '../../bench/ids'
import type { Projects } from '../../bench/projects'

/** Tokens whose card has reached the end of its month, with the callbacks that say so (contract 9.1). */
export interface TokenExpiry {
  /** Begins to watch: what expired before a bench first did so is told no more. */
  open(): void
  /** When the next token expires. Epoch milliseconds, virtual. */
  nextDueAt(): number | null
  /** Tokens that are still to expire. */
  waiting(): number
  /** Tells of every token that expired up to `now`, each at its own time and once. Returns how many there were. */
  fireDue(now: number): number
}

/** Up to when tokens were told of: it lies with the settings, so that a session file takes it along. */
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

  /** A clock that was set back, which it can be while there are no payments, comes to the end of the month again. */
  const toldUpTo = (): number => Math.min(stored() ?? now(), now())

  const next = (): SavedCardRecord | null => store.savedCards.nextToExpire(lastExpired(toldUpTo()))

  /**
   * No form is open any more that would name an address of its own, so the project says where it goes. The token keeps
   * its data: the form goes on showing the card as expired.
   */
  const tell = (card: SavedCardRecord, project: Project, at: number): void => {
    const { projectId, customerId, token, createdAt, number, month, year, holder } = card
    const callback = newTokenCallback({
      id: ids.messageId('cb'),
      news: {
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
    waiting: () => store.savedCards.countToExpire(lastExpired(toldUpTo())),
    fireDue(until) {
      let fired = 0
      for (let card = next(); card !== null && expiresAt(card) <= until; card = next()) {
        const at = expiresAt(card)
        const together = store.savedCards.expiring(card)
        store.write(() => {
          for (const one of together) {
            const project = projects.byId(one.projectId)
            if (project !== null) tell(one, project, at)
          }
          store.settings.set(KEY, JSON.stringify(at))
        })
        fired += together.length
      }
      return fired
    },
  }
}
