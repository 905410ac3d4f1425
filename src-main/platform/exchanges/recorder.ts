import type { SignatureVerdict, ExchangeSource } from '#protocol/messages'
import type { ApiError } from '#domain/api/errors'
import type { Store } from '#store/store'
import type { Changes } from '#core/changes'
import type { PlatformIds } from '#core/ids'
import type { HttpResponse, IntakeRequest, WrittenResponse } from '#lib/http-message/message'
import type { Scheduler } from '#platform/scheduler/scheduler'
import type { SelfRequests } from '#core/self-requests'
import { exchangeRecord, keepableResponse, type Subject } from '#core/exchange-record'
import type { FinishingSearches, UnfinishedSearch } from './finishing-searches'
import type { ExchangeId } from '#domain/ids'

export interface PlatformResponse {
  readonly response: HttpResponse
  /** Call it once, when the response was sent or can no longer be sent. */
  readonly afterResponse: (written: WrittenResponse) => void
}

/** A handled request: its response and what is recorded about it. */
export interface Handled {
  readonly response: HttpResponse
  readonly error: ApiError | null
  readonly verdict: SignatureVerdict
  readonly subject: Subject
  readonly note: string | null
  /** The search for the mistake in the signature, if it is to continue after the response. */
  readonly unfinished?: UnfinishedSearch | null
}

/** Carries out requests to the platform and records them, in one transaction. */
export interface Recorder {
  /**
   * Runs `handle` with the id of the exchange, in the transaction that also stores it, with the response as it is to
   * leave. The response waits for the commit; callbacks of the payment wait for the response (contract 9.1).
   */
  record(
    source: ExchangeSource,
    request: IntakeRequest,
    handle: (exchangeId: ExchangeId) => Handled,
  ): Promise<PlatformResponse>
}

export function createRecorder(options: {
  readonly store: Store
  readonly ids: PlatformIds
  readonly scheduler: Scheduler
  readonly changes: Changes
  readonly now: () => number
  readonly selfRequests: SelfRequests
  readonly searches: FinishingSearches
}): Recorder {
  const { store, ids, scheduler, changes, now, selfRequests, searches } = options
  return {
    async record(source, request, handle) {
      const startedAt = performance.now()
      const receivedAt = now()
      const id = ids.exchangeId()
      const from = selfRequests.claim(request, id)
      let release: (() => void) | null = null
      try {
        const handled = store.write(() => {
          const result = handle(id)
          const durationMs = performance.now() - startedAt
          const { unfinished: _, ...known } = result
          const expected = request.completed(result.response)
          store.exchanges.insert(
            exchangeRecord({
              id,
              source,
              request,
              receivedAt,
              ...known,
              response: expected,
              durationMs,
              from,
            }),
          )
          return { ...result, expected }
        })
        const { paymentKey } = handled.subject
        if (paymentKey !== null) release = scheduler.lock(paymentKey)
        changes.exchange(id)
        await store.committed()
        const releasePayment = release
        return {
          response: handled.response,
          afterResponse: (written) => {
            releasePayment?.()
            scheduler.wakeIfDue()
            if (written.response !== handled.expected) {
              store.exchanges.setResponse(id, {
                status: written.response.status,
                headers: written.response.headers,
                body:
                  written.response.body === handled.expected.body
                    ? null
                    : keepableResponse(source, written.response.body),
                durationMs: performance.now() - startedAt,
              })
            }
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
