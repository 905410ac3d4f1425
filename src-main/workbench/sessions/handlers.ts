import { BenchError } from '#protocol/connection'
import { METHODS, isMethodName, type Handlers, type SessionMethodName } from '#protocol/methods'
import type { OpenSession, SessionMode } from '#protocol/sessions'
import { changedState } from '#core/clock/virtual-clock'
import { LIMITS } from '#lib/limits/limit-table'
import { withReason } from '#core/errors'
import type { Store } from '#store/store'
import type { OpenHandlers } from '#workbench/bench'
import type { Exports } from './exports'
import type { Imports } from './imports'
import type { SessionLibrary } from './session-library'
import type { RunningSession, SessionSwitch } from './session-switch'

/** Methods that work with any open session: they replace it, or are about all sessions. */
export function createSessionHandlers(options: {
  readonly sessions: SessionSwitch
  readonly library: SessionLibrary
  readonly exports: Exports
  readonly imports: Imports
  /** Creates a bench for the store of an imported session. */
  readonly make: (store: Store, session: OpenSession) => RunningSession
  readonly makeOwn: () => RunningSession
  readonly onListed: () => void
  readonly wallNow: () => number
}): Pick<Handlers, SessionMethodName> {
  const { sessions, library, exports, imports, make, makeOwn, onListed, wallNow } = options

  const open = async (id: string, mode: SessionMode): Promise<OpenSession> => {
    const { name, hasSecrets } = library.find(id)
    if (mode === 'live' && !hasSecrets) {
      throw new BenchError(
        'wrong_state',
        `The session "${name}" came without the secrets of its projects, so nothing in it can be signed. Open it read-only, or export it with secrets.`,
      )
    }
    const { session } = sessions.current
    if (session.kind === 'imported' && session.id === id && session.mode === mode) return session
    return sessions.change(async () => {
      const store = library.open(id)
      try {
        const running = make(store, { kind: 'imported', id, name, mode, hasSecrets })
        if (mode === 'live') library.markLive(id)
        return running
      } catch (error) {
        await store.close()
        throw error
      }
    })
  }

  return {
    ...exports.handlers,
    ...imports.handlers,
    'clock.takeBack': async () => {
      if (sessions.current.store.kept.state === null) {
        throw new BenchError(
          'wrong_state',
          `There is no copy to return to: the clock was not advanced with "keep", or the session was larger than ${String(LIMITS.keptBytes / 1024 ** 2)} MiB.`,
        )
      }
      await sessions.restart(({ kept, clock }) => {
        kept.bringBack()
        // A live clock also continues from the time of the copy: what was due since then is due again.
        const state = clock.read()
        if (state !== null) clock.write(changedState(state, { wall: wallNow() }))
      })
      return sessions.current.bench.handlers['clock.get']({})
    },
    'sessions.list': () => ({ open: sessions.current.session, items: [...library.list()] }),
    'sessions.cancel': async () => {
      await imports.cancel()
      await exports.cancel()
      return {}
    },
    'sessions.open': ({ id, mode }) => open(id, mode),
    'sessions.close': () => {
      const { session } = sessions.current
      return session.kind === 'own' ? session : sessions.change(makeOwn)
    },
    'sessions.remove': ({ id }) => {
      const { session } = sessions.current
      if (session.kind === 'imported' && session.id === id) {
        throw new BenchError('conflict', 'This session is open. Go back to your own session first.')
      }
      library.remove(id)
      onListed()
      return {}
    },
  }
}

/** All other methods, each run on the session that is open when it begins. */
export function createOpenHandlers(sessions: SessionSwitch): OpenHandlers {
  const run = async (name: keyof OpenHandlers, params: never): Promise<unknown> => {
    if (sessions.isChanging) await sessions.settled()
    const running = sessions.current
    const { session } = running
    if (session.kind === 'imported' && session.mode === 'readOnly' && METHODS[name].effect === 'changes') {
      throw new BenchError(
        'read_only',
        `The session "${session.name}" is open read-only, so ${name} is refused. Go back to your own session with sessions.close, or open this one live.`,
      )
    }
    const handler: (params: never) => unknown = running.bench.handlers[name]
    try {
      return await handler(params)
    } catch (thrown) {
      const error = withReason(thrown)
      if (running === sessions.current || error instanceof BenchError) throw error
      throw new BenchError('unavailable', 'Another session was opened meanwhile. Call again.')
    }
  }
  return Object.fromEntries(
    Object.keys(METHODS)
      .filter(isOpenMethod)
      .map((name) => [name, (params: never) => run(name, params)]),
  ) as unknown as OpenHandlers
}

const isOpenMethod = (name: string): name is keyof OpenHandlers =>
  isMethodName(name) && METHODS[name].effect !== 'session'
