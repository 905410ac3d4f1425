import { BenchError } from '#protocol/bench-error'
import { METHODS, isMethodName, type Handlers, type WorkspaceMethodName } from '#protocol/methods'
import type { OpenWorkspace, WorkspaceMode } from '#protocol/workspaces'
import { withReason } from '#core/unreadable'
import type { Store } from '#store/store'
import type { OpenHandlers } from '#workbench/bench'
import type { Exports } from './exports'
import type { Imports } from './imports'
import type { WorkspaceLibrary } from './workspace-library'
import type { RunningWorkspace, WorkspaceSwitch } from './workspace-switch'

/** The methods about workspaces, which work whichever is open. */
export function createWorkspaceHandlers(options: {
  readonly workspaces: WorkspaceSwitch
  readonly library: WorkspaceLibrary
  readonly exports: Exports
  readonly imports: Imports
  /** Makes a bench over the store of a workspace from a file. */
  readonly make: (store: Store, workspace: OpenWorkspace) => RunningWorkspace
  readonly makeOwn: () => RunningWorkspace
  readonly onListed: () => void
}): Pick<Handlers, WorkspaceMethodName> {
  const { workspaces, library, exports, imports, make, makeOwn, onListed } = options

  const open = async (id: string, mode: WorkspaceMode): Promise<OpenWorkspace> => {
    const view = library.find(id)
    if (view === null) throw noSuchWorkspace(id)
    const { name, hasSecrets } = view
    if (mode === 'live' && !hasSecrets) {
      throw new BenchError(
        'wrong_state',
        `The session "${name}" came without the secrets of its projects, so nothing in it can be signed. Open it read-only, or export it with secrets.`,
      )
    }
    const { workspace } = workspaces.current
    if (workspace.kind === 'imported' && workspace.id === id && workspace.mode === mode) return workspace
    return workspaces.change(async () => {
      const store = library.open(id)
      try {
        const running = make(store, { kind: 'imported', id, name, mode, hasSecrets })
        if (mode === 'live') library.markLive(id)
        return running
      } catch (error) {
        await library.release(id, store)
        throw error
      }
    })
  }

  return {
    ...exports.handlers,
    ...imports.handlers,
    'sessions.list': () => ({ open: workspaces.current.workspace, items: [...library.list()] }),
    'sessions.cancel': async () => {
      imports.cancel()
      await exports.cancel()
      return {}
    },
    'sessions.open': ({ id, mode }) => open(id, mode),
    'sessions.close': () => {
      const { workspace } = workspaces.current
      return workspace.kind === 'own' ? workspace : workspaces.change(makeOwn)
    },
    'sessions.remove': ({ id }) => {
      const { workspace } = workspaces.current
      if (workspace.kind === 'imported' && workspace.id === id) {
        throw new BenchError('conflict', 'This session is open. Go back to your own session first.')
      }
      if (library.find(id) === null) throw noSuchWorkspace(id)
      library.remove(id)
      onListed()
      return {}
    },
  }
}

/** All other methods, each run on the workspace that is open when it begins. */
export function createOpenHandlers(workspaces: WorkspaceSwitch): OpenHandlers {
  const run = async (name: keyof OpenHandlers, params: never): Promise<unknown> => {
    if (workspaces.isChanging) await workspaces.settled()
    const running = workspaces.current
    const { workspace } = running
    if (
      workspace.kind === 'imported' &&
      workspace.mode === 'readOnly' &&
      METHODS[name].effect === 'changes'
    ) {
      throw new BenchError(
        'read_only',
        `The session "${workspace.name}" is open read-only, so ${name} is refused. Go back to your own session with sessions.close, or open this one live.`,
      )
    }
    const handler: (params: never) => unknown = running.bench.handlers[name]
    try {
      return await handler(params)
    } catch (thrown) {
      const error = withReason(thrown)
      if (running === workspaces.current || error instanceof BenchError) throw error
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

const noSuchWorkspace = (id: string): BenchError =>
  new BenchError('not_found', `There is no session "${id}". List them with sessions.list.`)
