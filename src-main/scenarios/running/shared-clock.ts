import { BenchError } from '#protocol/connection'
import type { MethodName, Params, Result } from '#protocol/methods'
import type { ScenarioBench } from './scenario-bench'

/** How long a run waits for others to end an advance of the clock, milliseconds of real time. */
const MAX_WAIT_MS = 60_000

/** Calls that the bench refuses while it moves its clock for another caller. */
const MOVES_CLOCK: ReadonlySet<MethodName> = new Set(['clock.set', 'clock.advance', 'clock.advanceToNext'])

/**
 * The bench with a clock that the tester and other clients advance as well: calls that move the clock wait until an
 * advance of somebody else has ended. After a minute, or once `signal` is aborted, they are refused as before.
 */
export function withSharedClock(bench: ScenarioBench, signal?: AbortSignal): ScenarioBench {
  return {
    onEvent: bench.onEvent,
    onRestart: bench.onRestart,
    async call<Name extends MethodName>(name: Name, params: Params<Name>): Promise<Result<Name>> {
      if (!MOVES_CLOCK.has(name)) return bench.call(name, params)
      const end = performance.now() + MAX_WAIT_MS
      for (;;) {
        // Listen before the call: the advance of the other may end while the refusal is on its way.
        const change = nextClockChange(bench, signal)
        try {
          return await bench.call(name, params)
        } catch (error) {
          const isBusy = error instanceof BenchError && error.code === 'conflict'
          if (!isBusy || !(await change.within(end - performance.now()))) throw error
        } finally {
          change.stop()
        }
      }
    },
  }
}

interface ClockChange {
  /** Whether the clock has changed since, or changes within `realMs` of real time. */
  within(realMs: number): Promise<boolean>
  stop(): void
}

function nextClockChange(bench: ScenarioBench, signal: AbortSignal | undefined): ClockChange {
  let settle: (changed: boolean) => void = () => undefined
  const changed = new Promise<boolean>((resolve) => {
    settle = resolve
  })
  const onAbort = (): void => {
    settle(false)
  }
  const onChange = (): void => {
    settle(true)
  }
  const stopEvents = bench.onEvent(({ type }) => {
    if (type === 'clock.changed') onChange()
  })
  const stopRestarts = bench.onRestart(onChange)
  signal?.addEventListener('abort', onAbort)
  if (signal?.aborted === true) onAbort()
  let timer: NodeJS.Timeout | undefined
  return {
    within(realMs) {
      timer = setTimeout(onAbort, realMs)
      return changed
    },
    stop() {
      clearTimeout(timer)
      stopEvents()
      stopRestarts()
      signal?.removeEventListener('abort', onAbort)
    },
  }
}
