import { BenchError } from '#protocol/connection'
import type { EventLog } from '#protocol/event-log'
import type { OpenSession } from '#protocol/sessions'
import type { Store } from '#store/store'
import type { Listening, OpenBench } from '#workbench/bench'
import type { SessionLibrary } from './session-library'

/** A session with the bench over it. */
export interface RunningSession {
  readonly bench: OpenBench
  readonly store: Store
  readonly session: OpenSession
  /** True once the bench must not write to its store any more. */
  isOver: boolean
}

/** Keeps the open session and changes it. */
export interface SessionSwitch {
  readonly current: RunningSession
  readonly isChanging: boolean
  /** Resolves when no change is in progress. */
  settled(): Promise<void>
  /**
   * Ends the open session, then opens the one that `next` makes; falls back to the tester's own where that fails.
   * Throws a {@link BenchError} while another change runs, or while the open one cannot end.
   */
  change(next: () => RunningSession | Promise<RunningSession>): Promise<OpenSession>
  start(listening: Listening): void
  /** Ends the open session. The tester's own store stays open. */
  leave(): Promise<void>
}

/** Creates the switch with `first` as the open session. The caller starts it with {@link SessionSwitch.start}. */
export function createSessionSwitch(options: {
  readonly first: RunningSession
  /** Makes a new bench over the tester's own store. */
  readonly makeOwn: () => RunningSession
  readonly library: Pick<SessionLibrary, 'release'>
  /** Resolves when the requests in flight have their responses, or after a grace period. */
  readonly drained: () => Promise<void>
  /** Throws a {@link BenchError} where the open session cannot end now. */
  readonly checkCanEnd: () => void
  readonly events: EventLog
  readonly onFailure: (message: string, error: unknown) => void
}): SessionSwitch {
  const { makeOwn, library, drained, checkCanEnd, events, onFailure } = options
  let current = options.first
  let listening: Listening | null = null
  let changing: Promise<unknown> | null = null

  const leave = async (): Promise<void> => {
    const left = current
    await drained()
    try {
      await left.bench.stop()
    } finally {
      await giveBack(left, library)
    }
  }

  const enter = (next: RunningSession): OpenSession => {
    current = next
    if (listening !== null) next.bench.start(listening)
    return next.session
  }

  /** Returns to the tester's own session with a new bench, after another could not be left or opened. */
  const recover = async (): Promise<void> => {
    try {
      if (current.session.kind === 'imported' && !current.isOver) await leave()
    } catch (error) {
      onFailure('A session that could not begin could not be ended either', error)
    }
    enter(makeOwn())
  }

  const changeTo = async (next: () => RunningSession | Promise<RunningSession>): Promise<OpenSession> => {
    try {
      await leave()
      return enter(await next())
    } catch (error) {
      await recover()
      throw error
    }
  }

  return {
    get current() {
      return current
    },
    get isChanging() {
      return changing !== null
    },
    async settled() {
      await changing
    },
    async change(next) {
      if (changing !== null) {
        throw new BenchError('conflict', 'Another session is being opened. Try again in a moment.')
      }
      checkCanEnd()
      const work = changeTo(next)
      changing = work.catch(() => undefined)
      try {
        return await work
      } finally {
        changing = null
        events.publish({ type: 'session.changed', session: current.session })
      }
    },
    start(started) {
      listening = started
      current.bench.start(started)
    },
    leave,
  }
}

async function giveBack(left: RunningSession, library: Pick<SessionLibrary, 'release'>): Promise<void> {
  if (left.session.kind === 'own' || left.isOver) return
  left.isOver = true
  await library.release(left.session.id, left.store)
}
