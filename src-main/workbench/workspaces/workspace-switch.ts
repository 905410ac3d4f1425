import { BenchError } from '#protocol/bench-error'
import type { EventLog } from '#protocol/event-log'
import type { OpenWorkspace } from '#protocol/workspaces'
import type { Store } from '#store/store'
import type { Listening, OpenBench } from '#workbench/bench'
import type { WorkspaceLibrary } from './workspace-library'

/** A workspace with the bench over it. */
export interface RunningWorkspace {
  readonly bench: OpenBench
  readonly store: Store
  readonly workspace: OpenWorkspace
  /** True once the bench must not write to its store any more. */
  isOver: boolean
}

/** Keeps the open workspace and changes it. */
export interface WorkspaceSwitch {
  readonly current: RunningWorkspace
  readonly isChanging: boolean
  /** Resolves when no change is in progress. */
  settled(): Promise<void>
  /**
   * Ends the open workspace, then opens the one that `next` makes; falls back to the tester's own where that fails.
   * Throws a {@link BenchError} while another change runs, or while the open one cannot end.
   */
  change(next: () => RunningWorkspace | Promise<RunningWorkspace>): Promise<OpenWorkspace>
  start(listening: Listening): void
  /** Ends the open workspace. The tester's own store stays open. */
  leave(): Promise<void>
}

/** Creates the switch with `first` as the open workspace. The caller starts it with {@link WorkspaceSwitch.start}. */
export function createWorkspaceSwitch(options: {
  readonly first: RunningWorkspace
  /** Makes a new bench over the tester's own store. */
  readonly makeOwn: () => RunningWorkspace
  readonly library: Pick<WorkspaceLibrary, 'release'>
  /** Resolves when the requests in flight have their responses, or after a grace period. */
  readonly drained: () => Promise<void>
  /** Throws a {@link BenchError} where the open workspace cannot end now. */
  readonly checkCanEnd: () => void
  readonly events: EventLog
  readonly onFailure: (message: string, error: unknown) => void
}): WorkspaceSwitch {
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

  const enter = (next: RunningWorkspace): OpenWorkspace => {
    current = next
    if (listening !== null) next.bench.start(listening)
    return next.workspace
  }

  /** Returns to the tester's own workspace with a new bench, after another could not be left or opened. */
  const recover = async (): Promise<void> => {
    try {
      if (current.workspace.kind === 'imported' && !current.isOver) await leave()
    } catch (error) {
      onFailure('A session that could not begin could not be ended either', error)
    }
    enter(makeOwn())
  }

  const changeTo = async (
    next: () => RunningWorkspace | Promise<RunningWorkspace>,
  ): Promise<OpenWorkspace> => {
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
        events.publish({ type: 'session.changed', session: current.workspace })
      }
    },
    start(started) {
      listening = started
      current.bench.start(started)
    },
    leave,
  }
}

async function giveBack(left: RunningWorkspace, library: Pick<WorkspaceLibrary, 'release'>): Promise<void> {
  if (left.workspace.kind === 'own' || left.isOver) return
  left.isOver = true
  await library.release(left.workspace.id, left.store)
}
