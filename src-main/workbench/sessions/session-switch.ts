import { BenchError } from '#protocol/connection'
import type { EventLog } from '#protocol/event-log'
import type { OpenSession } from '#protocol/sessions'
import type { Store } from '#store/store'
import type { Bench, Listening, OpenBench } from '#workbench/bench'
import { isDoneWithin } from '#workbench/done-within'
import type { HttpResponse, ReceivedRequest } from '#lib/http-message/message'

/** A session with its bench. */
export interface RunningSession {
  readonly bench: OpenBench
  readonly store: Store
  readonly session: OpenSession
  /** If true, the bench must no longer write to its store. */
  isOver: boolean
}

/** Knows the open session, and opens another. */
export type SessionSwitch = ReturnType<typeof createSessionSwitch>

/** `first` is open initially. The caller starts it with {@link SessionSwitch.start}. */
export function createSessionSwitch(options: {
  readonly first: RunningSession
  /** Creates a new bench for the tester's own store. */
  readonly makeOwn: () => RunningSession
  /** Creates a new bench for the store of a session. */
  readonly remake: (session: RunningSession) => RunningSession
  /** Resolves when the requests in flight have their responses, or after a grace period. */
  readonly drained: () => Promise<unknown>
  /** Throws a {@link BenchError} if the open session cannot end now. */
  readonly checkCanEnd: () => void
  readonly events: EventLog
  readonly onFailure: (message: string, error: unknown) => void
}) {
  const { makeOwn, remake, drained, checkCanEnd, events, onFailure } = options
  let current = options.first
  let listening: Listening | null = null
  let changing: Promise<unknown> | null = null

  const leave = async (): Promise<void> => {
    const left = current
    await drained()
    try {
      await left.bench.stop()
    } finally {
      await closeImported(left)
    }
  }

  const enter = (next: RunningSession): OpenSession => {
    current = next
    if (listening !== null) next.bench.start(listening)
    return next.session
  }

  /** Returns to the tester's own session with a new bench, after a session could not be left or opened. */
  const recover = async (): Promise<void> => {
    try {
      if (current.session.kind === 'imported' && !current.isOver) await leave()
    } catch (error) {
      onFailure('A session that could not begin could not be ended either', error)
    }
    enter(makeOwn())
  }

  const runExclusively = async (work: () => Promise<OpenSession>): Promise<OpenSession> => {
    if (changing !== null) {
      throw new BenchError('conflict', 'Another session is being opened. Try again in a moment.')
    }
    checkCanEnd()
    const running = work().catch(async (error: unknown) => {
      await recover()
      throw error
    })
    changing = running.catch(() => undefined)
    try {
      return await running
    } finally {
      changing = null
      events.publish({ type: 'session.changed', session: current.session })
    }
  }

  return {
    get current(): RunningSession {
      return current
    },
    get isChanging(): boolean {
      return changing !== null
    },
    /** Resolves when no change is in progress. */
    async settled(): Promise<void> {
      await changing
    },
    /**
     * Ends the open session, then opens the one that `next` creates; falls back to the tester's own if that fails.
     * Throws a {@link BenchError} while another change runs, or if the open session cannot end now.
     */
    change: (next: () => RunningSession | Promise<RunningSession>) =>
      runExclusively(async () => {
        await leave()
        return enter(await next())
      }),
    /** Starts the session again after `work` has replaced its rows. Throws as `change` does. */
    restart: (work: (store: Store) => void) =>
      runExclusively(async () => {
        const left = current
        await drained()
        await left.bench.stop()
        work(left.store)
        return enter(remake(left))
      }),
    start(started: Listening): void {
      listening = started
      current.bench.start(started)
    },
    leave,
  }
}

async function closeImported(left: RunningSession): Promise<void> {
  if (left.session.kind === 'own' || left.isOver) return
  left.isOver = true
  await left.store.close()
}

/** Wall-clock milliseconds for requests in flight to finish before the session changes. */
const GRACE_MS = 2_000

/**
 * Passes requests from the listeners to the open session, and refuses them while no session takes requests.
 * @param sessions called for each request, because the switch is created after the gate
 */
export function createRequestGate(sessions: () => Pick<SessionSwitch, 'current' | 'isChanging'>) {
  const inFlight = new Set<Promise<unknown>>()
  const receivedBy = new WeakMap<ReceivedRequest, RunningSession>()

  /** Null if the open session takes requests. */
  const refusalNow = (): HttpResponse | null => {
    const { current, isChanging } = sessions()
    return isChanging ? CHANGING : unavailableBy(current.session)
  }

  /** The request counts as in flight until its response exists. */
  const respond = async <Value>(
    work: (running: RunningSession) => Promise<Value>,
    ifRefused: (response: HttpResponse) => Value,
  ): Promise<Value> => {
    const refusal = refusalNow()
    if (refusal !== null) return ifRefused(refusal)
    const running = sessions().current
    const promise = work(running)
    inFlight.add(promise)
    try {
      return await promise
    } catch (error) {
      const { current, isChanging } = sessions()
      if (running === current && !isChanging) throw error
      return ifRefused(CHANGING)
    } finally {
      inFlight.delete(promise)
    }
  }

  const intake: Pick<Bench, 'platform' | 'capture' | 'malformed'> = {
    platform: {
      handle: (request) =>
        respond(
          async (running) => {
            const { response, afterResponse } = await running.bench.platform.handle(request)
            return {
              response,
              afterResponse: (written) => {
                if (!running.isOver) afterResponse(written)
              },
            }
          },
          (response) => ({ response, afterResponse: () => undefined }),
        ),
    },
    capture: {
      handle: (request) =>
        respond(
          (running) => {
            receivedBy.set(request, running)
            return running.bench.capture.handle(request)
          },
          (response) => ({ kind: 'response', response, delayMs: 0 }),
        ),
      responded(request, written) {
        const running = receivedBy.get(request)
        if (running !== undefined && !running.isOver) running.bench.capture.responded(request, written)
      },
    },
    malformed: {
      record: (malformed) =>
        respond(
          (running) => running.bench.malformed.record(malformed),
          () => undefined,
        ),
    },
  }
  return {
    intake,
    /** Resolves when the requests in flight have their responses, or after {@link GRACE_MS}. */
    drained: () => isDoneWithin(GRACE_MS, Promise.allSettled(inFlight)),
  }
}

/** Refuses a request without recording it. */
const unavailableResponse = (retryAfter: string, message: string): HttpResponse => ({
  status: 503,
  headers: [
    ['Content-Type', 'application/json; charset=utf-8'],
    ['Retry-After', retryAfter],
  ],
  body: new TextEncoder().encode(`${JSON.stringify({ error: { code: 'unavailable', message } })}\n`),
})

const CHANGING = unavailableResponse(
  '1',
  'Paybench is changing to another session; nothing was recorded. Send the request again in a moment.',
)

const unavailableBy = (session: OpenSession): HttpResponse | null =>
  session.kind === 'imported' && session.mode === 'readOnly'
    ? unavailableResponse(
        '60',
        `Paybench shows the session "${session.name}" read-only; nothing was recorded. ` +
          'Go back to your own session in the workbench, or open this one live, and send the request again.',
      )
    : null
