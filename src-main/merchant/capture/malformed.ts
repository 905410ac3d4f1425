import type { Store } from '../../store/store'
import { exchangeRecord, NO_SUBJECT } from '../../bench/exchange-record'
import { unreadableVerdict } from '../../bench/verdict'
import type { Changes } from '../../bench/changes'
import type { PlatformIds } from '../../bench/ids'
import type { IncomingRequest, OutgoingReply } from '../../bench/ports'
import type { SelfRequests } from '../../bench/self-requests'

/** A message that a listener answered by itself: cut off, too large, unreadable, from a foreign host. */
export interface MalformedMessage {
  readonly door: 'platform' | 'capture'
  readonly request: IncomingRequest
  readonly note: string
  readonly reply: OutgoingReply | null
}

export interface MalformedRecorder {
  record(message: MalformedMessage): Promise<void>
}

/** Keeps what never reached an application: the tester sees it like any other exchange. */
export function createMalformedRecorder(options: {
  readonly store: Store
  readonly ids: PlatformIds
  readonly changes: Changes
  readonly now: () => number
  readonly ownRequests: SelfRequests
}): MalformedRecorder {
  const { store, ids, changes, now, ownRequests } = options
  return {
    async record({ door, request, note, reply }) {
      const id = ids.messageId('ex')
      store.write(() => {
        store.exchanges.insert(
          exchangeRecord({
            id,
            door,
            request,
            receivedAt: now(),
            subject: NO_SUBJECT,
            verdict: unreadableVerdict('the request never became complete.'),
            fault: null,
            reply,
            note,
            durationMs: 0,
            from: ownRequests.claim(request, id),
          }),
        )
      })
      if (door === 'capture') changes.capture(id, true)
      else changes.exchange(id)
      await store.committed()
    },
  }
}
