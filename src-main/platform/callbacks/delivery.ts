import { setTimeout as pause } from 'node:timers/promises'
import type { SignatureCrypto } from '#domain/signature/crypto'
import type { Store } from '#store/store'
import { UnreadableValue } from '#store/unreadable-value'
import type { CallbackId } from '#domain/ids'
import type { Changes } from '#core/changes'
import type { SelfAddresses } from '#core/ports'
import type { Send, SendOutcome } from '#core/sending'
import type { Projects } from '#core/projects'
import { selfPorts } from '#core/self-address'
import type { UnreadableRows } from '#core/unreadable'
import type { SelfRequests, InFlight } from '#core/self-requests'
import { createAttemptLog, type OpenAttempt } from './attempt-log'
import type { FaultRules } from './fault-rules'
import type { Holds } from './holds'

/** Pause before an outcome that could not be recorded is recorded again, real milliseconds. */
const RECORD_AGAIN_MS = 1000

/** Delivers callbacks. */
export interface Deliveries {
  /**
   * Makes one attempt to deliver the callback and records the outcome. Never rejects. Resolves to false where the
   * attempt could not be recorded: another attempt at once would fail too.
   */
  attempt(id: string, signal: AbortSignal): Promise<boolean>
  /** Stops the schedule of a callback that cannot be read, with the reason as its note. */
  setAside(id: CallbackId, reason: UnreadableValue): void
}

/** Creates the deliveries. Every attempt sends the same bytes (contract 9.4), except for changes by fault rules. */
export function createDeliveries(options: {
  readonly store: Store
  readonly projects: Projects
  readonly send: Send
  readonly faultRules: FaultRules
  readonly holds: Holds
  readonly crypto: SignatureCrypto
  readonly addresses: () => SelfAddresses | null
  /** Lets our own listeners recognise the attempt that sent a request. */
  readonly selfRequests: SelfRequests
  readonly now: () => number
  readonly wallNow: () => number
  readonly changes: Changes
  readonly unreadableRows: UnreadableRows
  readonly onFailure: (message: string, error: unknown) => void
}): Deliveries {
  const { store, projects, send, addresses, selfRequests, unreadableRows, onFailure } = options
  const attemptLog = createAttemptLog(options)

  const transmit = async (attempt: OpenAttempt, signal: AbortSignal): Promise<SendOutcome> => {
    const { seq, callback, url, plan } = attempt
    let inFlight: InFlight | null = null
    const outcome = await send({
      url,
      method: callback.method,
      headers: plan.headers,
      body: plan.body,
      wireFaults: plan.wireFaults,
      verifyCertificate: projects.byId(callback.projectId)?.switches.verifyCallbackCertificate ?? false,
      signal,
      onConnected(localPort, remotePort) {
        if (!selfPorts(addresses()).has(remotePort)) return
        const { id: callbackId, kind: callbackKind } = callback
        inFlight = selfRequests.expect(localPort, { kind: 'attempt', callbackId, callbackKind, attempt: seq })
      },
    })
    // After a cut, our own listener may read the bytes a moment later.
    ended(inFlight, outcome.response === null)
    return outcome
  }

  /**
   * Records the outcome of an attempt, and retries until it is recorded: the merchant has received the callback, so it
   * must not be sent again. Resolves to false where the program ends first; the next run then repeats the attempt.
   */
  const record = async (
    attempt: OpenAttempt,
    outcome: SendOutcome,
    signal: AbortSignal,
  ): Promise<boolean> => {
    for (;;) {
      try {
        attemptLog.finish(attempt, outcome)
        await store.committed()
        return true
      } catch (error) {
        onFailure(`The outcome of an attempt to deliver ${attempt.callback.id} could not be recorded`, error)
      }
      await pause(RECORD_AGAIN_MS, undefined, { ref: false, signal }).catch(() => undefined)
      if (signal.aborted) return false
    }
  }

  const setAside = (id: CallbackId, reason: UnreadableValue): void => {
    attemptLog.setAside(id, `Not sent: its content cannot be read. ${reason.message}.`)
    unreadableRows.report(`The callback ${id}`, reason)
  }

  return {
    async attempt(id, signal) {
      try {
        const attempt = attemptLog.start(id)
        if (attempt === null) return true
        await store.committed()
        const outcome = await transmit(attempt, signal)
        // The end of the program aborted the attempt: the next run repeats it (contract 9.3).
        return signal.aborted || (await record(attempt, outcome, signal))
      } catch (error) {
        if (error instanceof UnreadableValue) {
          setAside(id, error)
          return true
        }
        onFailure(`An attempt to deliver ${id} could not be recorded`, error)
        return false
      }
    },
    setAside,
  }
}

/** Ends the request. This is a separate function, because the compiler does not see that a callback sets the variable. */
function ended(inFlight: InFlight | null, late: boolean): void {
  inFlight?.end(late)
}
