import { BenchError } from '#protocol/connection'
import { isRunning, type ScenarioRun as RunView } from '#protocol/scenarios'
import type { ScenarioResult } from '#scenarios/running/result'
import { createActiveRun, type ActiveRun, type Planned, type RunPorts } from './active-run'
import { createKeptRun, type KeptRun } from './kept-run'

type FoundText = Pick<Planned, 'file' | 'version'>

/**
 * Runs one scenario at a time, because scenarios in the tester's bench share its clock; the others wait in order.
 * @param kept the last run of each file, including runs of an earlier bench of the session
 */
export function createScenarioRuns(kept: Map<string, KeptRun>, ports: RunPorts) {
  const { wallNow, onChange } = ports
  const queue: (Planned & { readonly kept: KeptRun; readonly before: KeptRun | undefined })[] = []
  let active: ActiveRun | null = null
  let closed = false

  const keepFor = ({ file, version, scenario, here }: Planned): KeptRun => {
    const refusedHosts = kept.get(file)?.refusedHosts ?? []
    const run = createKeptRun(scenario, wallNow, { version, here, refusedHosts })
    kept.set(file, run)
    return run
  }

  /** The last run of a file; once it has ended, only if the text of the file is still the same. */
  const runOfText = ({ file, version }: FoundText): KeptRun | null => {
    const run = kept.get(file)
    return run === undefined || (run.version !== version && !isRunning(run.view)) ? null : run
  }

  const begin = (planned: Planned, keeping: KeptRun): ActiveRun => {
    const started = createActiveRun(planned, keeping, ports, () => void stopActive())
    active = started
    return started
  }

  const finish = async (ending: ActiveRun): Promise<void> => {
    await ending.finish()
    if (active === ending) active = null
    onChange(ending.file)
  }

  const runWhole = async (running: ActiveRun): Promise<void> => {
    while (await running.step()) onChange(running.file)
    await finish(running)
  }

  const runQueue = (): void => {
    if (active !== null || closed) return
    const next = queue.shift()
    if (next === undefined) return
    const running = begin(next, next.kept)
    running.work = runWhole(running).then(runQueue)
  }

  const stopActive = async (): Promise<void> => {
    const ending = active
    if (ending === null) return
    ending.stop()
    ending.work ??= finish(ending)
    await ending.work
  }

  const stop = async (): Promise<void> => {
    for (const { file, before } of queue.splice(0)) {
      if (before === undefined) kept.delete(file)
      else kept.set(file, before)
      onChange(file)
    }
    await stopActive()
  }

  return {
    /** Queues scenarios after those already waiting. Ends a paused run. */
    add(planned: readonly Planned[]): void {
      for (const each of planned) {
        if (queue.some(({ file }) => file === each.file)) continue
        const before = kept.get(each.file)
        queue.push({ ...each, before, kept: keepFor(each) })
        onChange(each.file)
      }
      if (active?.work === null) void stopActive().then(runQueue)
      else runQueue()
    },
    /** Runs the next step of a scenario, or its first; throws a {@link BenchError} while a scenario is running. */
    step(planned: Planned): void {
      if (active?.work !== null && active !== null)
        throw new BenchError('conflict', `${active.file} is running. Wait for it, or stop it first.`)
      const doStep = async (stepped: ActiveRun): Promise<void> => {
        const isLeft = (await stepped.step()) && !closed && (await stepped.pause())
        // Scenarios that were added meanwhile end this run, as they would end a paused one.
        if (!isLeft || queue.length > 0) return finish(stepped)
        stepped.work = null
        onChange(stepped.file)
      }
      const startStep = (stepped: ActiveRun): Promise<void> => {
        stepped.work = doStep(stepped).then(runQueue)
        return stepped.work
      }
      if (active?.file === planned.file) {
        void startStep(active)
        return
      }
      const keeping = keepFor(planned)
      if (active === null) {
        void startStep(begin(planned, keeping))
        return
      }
      active.stop()
      active.work = finish(active).then(() => startStep(begin(planned, keeping)))
    },
    /** Runs all remaining steps of a scenario; throws a {@link BenchError} if it is not paused. */
    resume(file: string): void {
      if (active?.file !== file || active.work !== null)
        throw new BenchError('wrong_state', `${file} is not waiting for its next step. Run a step first.`)
      active.work = runWhole(active).then(runQueue)
    },
    /** Stops the running scenario and drops the waiting ones. Resolves when the run's changes are undone. */
    stop,
    resultOf: (found: FoundText): ScenarioResult | null => runOfText(found)?.result ?? null,
    refusedHosts: (file: string): ReadonlySet<string> => kept.get(file)?.refusedHosts ?? new Set(),
    runOf: (found: FoundText): RunView | null => runOfText(found)?.view ?? null,
    async forget(): Promise<void> {
      await stop()
      const files = [...kept.keys()]
      kept.clear()
      for (const file of files) onChange(file)
    },
    async close(): Promise<void> {
      closed = true
      await stop()
    },
  }
}
