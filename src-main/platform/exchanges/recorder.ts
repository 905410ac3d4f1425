import type { SignatureVerdict } from '../../protocol/messages'
import type { ApiError } from '../../domain/api/errors'
import type { ExchangeSource } from '../../store/records'
import type { Store } from '../../store/store'
import type { Changes } from '../../bench/changes'
import type { PlatformIds } from '../../bench/ids'
import type { IncomingRequest, OutgoingReply, WrittenReply } from '../../bench/ports'
import type { Scheduler } from '../scheduler/scheduler'
import type { SelfRequests } from '../../bench/self-requests'
import { exchangeRecord, keepableReply } from '../../bench/exchange-record'
import type { Subject } from '../../bench/exchange-record'
import type { FinishingSearches, UnfinishedSearch } from './finishing-searches'

export interface PlatformAnswer {
  readonly reply: OutgoingReply
  /** To be called once, when the answer has left or can no longer leave. */
  readonly afterReply: (written: WrittenReply) => void
}

/** How far a request got, and what it is answered. */
export interface Handled {
  readonly reply: OutgoingReply
  readonly fault: ApiError | null
  readonly verdict: SignatureVerdict
  readonly subject: Subject
  readonly note: string | null
  /** What is still to be found out about the signature, after the answer. */
  readonly unfinished?: UnfinishedSearch | null
}

/** Carries out requests to the platform and keeps them, as one. */
export interface Recorder {
  /**
   * Runs `handle` with the id of the exchange, in the transaction that also stores it. The answer waits for the commit; callbacks of the
   * payment wait for the answer (contract 9.1).
   */
  record(
    door: ExchangeSource,
    request: IncomingRequest,
    handle: (exchangeId: string) => Handled,
  ): Promise<PlatformAnswer>
}

export function createRecorder(options: {
  readonly store: Store
  readonly ids: PlatformIds
  readonly scheduler: Scheduler
  readonly changes: Changes
  readonly now: () => number
  readonly ownRequests: SelfRequests
  readonly searches: FinishingSearches
}): Recorder {
  const { store, ids, scheduler, changes, now, ownRequests, searches } = options
  return {
    async record(door, request, handle) {
      const startedAt = performance.now()
      const receivedAt = now()
      const id = ids.messageId('ex')
      const from = ownRequests.claim(request, id)
      let release: (() => void) | null = null
      try {
        const handled = store.write(() => {
          const result = handle(id)
          const durationMs = performance.now() - startedAt
          const { unfinished: _, ...known } = result
          store.exchanges.insert(
            exchangeRecord({ id, door, request, receivedAt, ...known, durationMs, from }),
          )
          return result
        })
        const { paymentKey } = handled.subject
        if (paymentKey !== null) release = scheduler.hold(paymentKey)
        changes.exchange(id)
        await store.committed()
        const letGo = release
        return {
          reply: handled.reply,
          afterReply: (written) => {
            letGo?.()
            scheduler.wake()
            store.exchanges.setReply(id, {
              status: written.reply.status,
              headers: written.reply.headers,
              body:
                written.reply.body === handled.reply.body ? null : keepableReply(door, written.reply.body),
              durationMs: performance.now() - startedAt,
            })
            const { unfinished = null } = handled
            if (unfinished !== null) searches.finish(id, unfinished)
          },
        }
      } catch (error) {
        release?.()
        throw error
      }
    },
  }
}
