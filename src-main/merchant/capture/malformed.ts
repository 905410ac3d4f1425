import type { Store } from '#store/store'
import { exchangeRecord, NO_SUBJECT } from '#core/exchange-record'
import { unreadableVerdict } from '#core/verdict'
import type { Changes } from '#core/changes'
import type { PlatformIds } from '#core/ids'
import type { ReceivedRequest, HttpResponse } from '#lib/http-message/message'
import type { SelfRequests } from '#core/self-address'

/** A message that a listener refused itself: cut off, too large, unreadable, or for a host that is not ours. */
export interface MalformedMessage {
  readonly source: 'api' | 'capture'
  readonly request: ReceivedRequest
  readonly note: string
  readonly response: HttpResponse | null
}

/** Records messages that no application handled. */
export interface MalformedRecorder {
  record(message: MalformedMessage): Promise<void>
}

/** Creates the recorder. The tester sees these messages like any other exchange. */
export function createMalformedRecorder(options: {
  readonly store: Store
  readonly ids: PlatformIds
  readonly changes: Changes
  readonly now: () => number
  readonly selfRequests: SelfRequests
}): MalformedRecorder {
  const { store, ids, changes, now, selfRequests } = options
  return {
    async record({ source, request, note, response }) {
      const id = ids.exchangeId()
      store.write(() => {
        store.exchanges.insert(
          exchangeRecord({
            id,
            source,
            request,
            receivedAt: now(),
            subject: NO_SUBJECT,
            verdict: unreadableVerdict('the request never became complete.'),
            error: null,
            response,
            note,
            durationMs: 0,
            from: selfRequests.claim(request, id),
          }),
        )
      })
      if (source === 'capture') changes.capture(id, true)
      else changes.exchange(id)
      await store.committed()
    },
  }
}
