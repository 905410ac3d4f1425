import { join } from 'node:path'
import { createEventLog } from '../../protocol/event-log'
import { effectOf } from '../../protocol/effects'
import { BenchError } from '../../protocol/bench-error'
import { METHODS, type Handlers, type SessionMethodName } from '../../protocol/methods'
import type { OpenSession, SessionMode, SessionProgress } from '../../protocol/sessions'
import type { Store } from '../../store/store'
import type { Bench, BenchOptions, Listening, OpenBench, OpenHandlers } from '../bench'
import { createBench } from '../create-bench'
import type { IncomingRequest } from '../../bench/ports'
import { withReason } from '../../bench/unreadable'
import { createFolderStore, createMemoryStore } from './export-store'
import { createExports } from './exports'
import { createImports } from './imports'
import { createFolderLibrary, createMemoryLibrary } from './session-library'
import { shutBy, shutReaction, shutReply, type ShutReason } from './shut-doors'

/** A session with the bench over it. */
interface Held {
  readonly bench: OpenBench
  readonly store: Store
  readonly session: OpenSession
  /** True once its store is no longer ours to write to. */
  isOver: boolean
}

/** Requests that are being answered may take so long before the session is changed; real milliseconds. */
const CALLERS_GRACE_MS = 2_000
/** Progress is told at most this often, in real time. */
const TOLD_EVERY_MS = 200

/**
 * The bench as the hosts hold it: over the tester's own session, or over one from a file. When another session is
 * opened, listeners, connections and their event numbers stay as they are; the own session rests meanwhile as if
 * Paybench were closed, and comes back as it was. A start always begins with the own session.
 */
export function createBenchService(options: Omit<BenchOptions, 'events' | 'session'>): Bench {
  const { store: ownStore, ports } = options
  const { directory } = ownStore
  const log = (level: 'info' | 'warning' | 'error', message: string): void => {
    ports.log(level, message)
  }
  const events = createEventLog()
  const library =
    directory === null ? createMemoryLibrary() : createFolderLibrary(join(directory, 'sessions'), log)
  let listening: Listening | null = null
  let changing: Promise<unknown> | null = null
  const answering = new Set<Promise<unknown>>()
  const receivedBy = new WeakMap<IncomingRequest, Held>()

  const hold = (store: Store, session: OpenSession, project: BenchOptions['project']): Held => ({
    bench: createBench({ ...options, store, project, events, session }),
    ...{ store, session, isOver: false },
  })
  let current = hold(ownStore, { kind: 'own' }, options.project)
  /** The default project stays; its secret is set by the launch options once, not again at every return. */
  const ownProject = { projectId: current.bench.defaultProject.projectId }

  const shut = (): ShutReason | null => (changing === null ? shutBy(current.session) : { kind: 'changing' })

  /** Ends the bench of the open session; the own store stays open. */
  const leave = async (held: Held): Promise<void> => {
    await withinGrace(Promise.allSettled(answering))
    try {
      await held.bench.stop()
    } finally {
      giveBack(held)
    }
  }

  const giveBack = (held: Held): void => {
    if (held.session.kind === 'own' || held.isOver) return
    held.isOver = true
    library.letGo(held.session.id, held.store)
  }

  /** Back to the own session with a bench that works, after one could not be left or begun. */
  const recover = async (): Promise<void> => {
    try {
      if (current.session.kind === 'imported' && !current.isOver) await leave(current)
    } catch (error) {
      ports.log('error', 'A session that could not begin could not be ended either', error)
    }
    enter(hold(ownStore, { kind: 'own' }, ownProject))
  }

  const enter = (held: Held): OpenSession => {
    current = held
    if (listening !== null) held.bench.start(listening)
    return held.session
  }

  /** Changes the session; `next` is made when the one before has ended. Falls back to the own one. */
  const change = async (next: () => Held): Promise<OpenSession> => {
    if (changing !== null) {
      throw new BenchError('conflict', 'Another session is being opened. Try again in a moment.')
    }
    if (exports.isRunning) {
      throw new BenchError('conflict', 'This session is being exported. Wait for it, or cancel it first.')
    }
    if (current.bench.isReplaying) {
      throw new BenchError(
        'conflict',
        'A bulk replay is under way in this session and would end with it. Wait for it, or stop it first (replay.cancel).',
      )
    }
    const work = (async () => {
      try {
        await leave(current)
        return enter(next())
      } catch (error) {
        await recover()
        throw error
      }
    })()
    changing = work.catch(() => undefined)
    try {
      return await work
    } finally {
      changing = null
      events.publish({ type: 'session.changed', session: current.session })
    }
  }

  const open = async (id: string, mode: SessionMode): Promise<OpenSession> => {
    const view = library.find(id)
    if (view === null) {
      throw new BenchError('not_found', `There is no session "${id}". List them with sessions.list.`)
    }
    const { name, hasSecrets } = view
    if (mode === 'live' && !hasSecrets) {
      throw new BenchError(
        'wrong_state',
        `The session "${name}" came without the secrets of its projects, so nothing in it can be signed. Open it read-only, or export it with secrets.`,
      )
    }
    const { session } = current
    if (session.kind === 'imported' && session.id === id && session.mode === mode) return session
    return change(() => {
      const store = library.open(id)
      try {
        const held = hold(store, { kind: 'imported', id, name, mode, hasSecrets }, null)
        if (mode === 'live') library.markLive(id)
        return held
      } catch (error) {
        library.letGo(id, store)
        throw error
      }
    })
  }

  let toldAt = Number.NEGATIVE_INFINITY
  const tell = (progress: SessionProgress): void => {
    const now = performance.now()
    if (now - toldAt < TOLD_EVERY_MS) return
    toldAt = now
    events.publish({ type: 'sessions.progress', progress })
  }
  const exports = createExports({
    shelf: directory === null ? createMemoryStore() : createFolderStore(join(directory, 'exports')),
    source: () => {
      const { bench, store, session } = current
      return {
        store,
        session,
        saveClock: () => {
          bench.saveClock()
        },
        clock: () => bench.clock,
      }
    },
    product: options.version,
    wallNow: ports.wallNow,
    tell,
  })
  const onListed = (): void => {
    events.publish({ type: 'sessions.listed' })
  }
  const imports = createImports({ library, wallNow: ports.wallNow, tell, onListed, log })

  const sessionHandlers: Pick<Handlers, SessionMethodName> = {
    ...exports.handlers,
    ...imports.handlers,
    'sessions.list': () => ({ open: current.session, items: [...library.list()] }),
    'sessions.cancel': async () => {
      imports.cancel()
      await exports.cancel()
      return {}
    },
    'sessions.open': ({ id, mode }) => open(id, mode),
    'sessions.close': () =>
      current.session.kind === 'own'
        ? current.session
        : change(() => hold(ownStore, { kind: 'own' }, ownProject)),
    'sessions.remove': ({ id }) => {
      if (current.session.kind === 'imported' && current.session.id === id) {
        throw new BenchError('conflict', 'This session is open. Go back to your own session first.')
      }
      if (library.find(id) === null) {
        throw new BenchError('not_found', `There is no session "${id}". List them with sessions.list.`)
      }
      library.remove(id)
      onListed()
      return {}
    },
  }

  /** Runs a method on the session that is open when it begins. */
  const run = async (name: keyof OpenHandlers, params: never): Promise<unknown> => {
    if (changing !== null) await changing
    const held = current
    const { session } = held
    if (session.kind === 'imported' && session.mode === 'readOnly' && effectOf(name) === 'changes') {
      throw new BenchError(
        'read_only',
        `You look at the session "${session.name}" read-only, so ${name} is refused. Go back to your own session with sessions.close, or open this one live.`,
      )
    }
    const handler: (params: never) => unknown = held.bench.handlers[name]
    try {
      return await handler(params)
    } catch (thrown) {
      const error = withReason(thrown)
      if (held === current || error instanceof BenchError) throw error
      throw new BenchError('unavailable', 'Another session was opened meanwhile. Call again.')
    }
  }
  const isOpenMethod = (name: string): name is keyof OpenHandlers => !name.startsWith('sessions.')
  const openHandlers = Object.fromEntries(
    Object.keys(METHODS)
      .filter(isOpenMethod)
      .map((name) => [name, (params: never) => run(name, params)]),
  ) as unknown as OpenHandlers

  /** Lets the open session answer, and remembers that it does. */
  const answer = async <Answer>(
    work: (held: Held) => Promise<Answer>,
    instead: (reason: ShutReason) => Answer,
  ): Promise<Answer> => {
    const reason = shut()
    if (reason !== null) return instead(reason)
    const held = current
    const promise = work(held)
    answering.add(promise)
    try {
      return await promise
    } catch (error) {
      if (held === current && changing === null) throw error
      return instead({ kind: 'changing' })
    } finally {
      answering.delete(promise)
    }
  }

  return {
    handlers: { ...openHandlers, ...sessionHandlers },
    events,
    onBug: (error, what) => {
      current.bench.onBug(error, what)
    },
    platform: {
      handle: (request) =>
        answer(
          async (held) => {
            const { reply, afterReply } = await held.bench.platform.handle(request)
            return {
              reply,
              afterReply: (written) => {
                if (!held.isOver) afterReply(written)
              },
            }
          },
          (reason) => ({ reply: shutReply(reason), afterReply: () => undefined }),
        ),
    },
    capture: {
      handle: (request) =>
        answer((held) => {
          receivedBy.set(request, held)
          return held.bench.capture.handle(request)
        }, shutReaction),
      replied(request, written) {
        const held = receivedBy.get(request)
        if (held !== undefined && !held.isOver) held.bench.capture.replied(request, written)
      },
    },
    malformed: {
      record: (malformed) =>
        answer(
          (held) => held.bench.malformed.record(malformed),
          () => undefined,
        ),
    },
    get clock() {
      return current.bench.clock
    },
    notify(notice) {
      current.bench.notify(notice)
    },
    saveClock() {
      current.bench.saveClock()
    },
    get defaultProject() {
      return current.bench.defaultProject
    },
    start(started) {
      listening = started
      current.bench.start(started)
    },
    async close() {
      imports.cancel()
      await exports.cancel()
      if (changing !== null) await changing
      try {
        await leave(current)
      } finally {
        ownStore.close()
        library.close()
      }
    },
  }
}

async function withinGrace(work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, CALLERS_GRACE_MS)
  })
  await Promise.race([work, limit])
  clearTimeout(timer)
}
