import { z } from 'zod'
import { BenchError } from '#protocol/connection'
import type { MethodName, Params, Result } from '#protocol/methods'
import { isOfScenario } from '#protocol/scenarios'
import type { ScenarioBench } from './http'

/** Calls that undo what a run has set, in the order in which it was set. */
export const undoCalls = z.array(
  z.object({
    method: z.enum(['projects.update', 'faults.remove', 'answers.remove', 'clock.set']),
    params: z.record(z.string(), z.unknown()),
  }),
)
export type UndoCalls = z.infer<typeof undoCalls>
type UndoCall = UndoCalls[number]

/** For each method that may change more than the run's own objects: the call that undoes it; null if none is needed. */
const UNDO: {
  readonly [Name in MethodName]?: (bench: ScenarioBench, params: Params<Name>) => Promise<UndoCall | null>
} = {
  async 'projects.update'(bench, { projectId }) {
    const { items } = await bench.call('projects.list', {})
    const project = items.find((item) => item.projectId === projectId)
    // Changes to a project that belongs to a scenario are not undone.
    if (project === undefined || isOfScenario(project)) return null
    return { method: 'projects.update', params: project }
  },
  'faults.put': (_bench, { rule }) => Promise.resolve({ method: 'faults.remove', params: { id: rule.id } }),
  'answers.put': (_bench, { rule }) => Promise.resolve({ method: 'answers.remove', params: { id: rule.id } }),
  async 'clock.set'(bench) {
    const { mode, rate } = await bench.call('clock.get', {})
    return { method: 'clock.set', params: mode === 'scaled' ? { mode, rate } : { mode } }
  },
}

/** A connection to Paybench that records how to undo the changes that are made through it. */
export interface TracedBench extends ScenarioBench {
  readonly undo: () => UndoCalls
}

/** @param onChange called before a change is made, so that it can be undone even if the program dies meanwhile */
export function withTraces(bench: ScenarioBench, onChange: (undo: UndoCalls) => void): TracedBench {
  const undo: UndoCall[] = []
  const keyOf = ({ method, params }: UndoCall): string =>
    `${method} ${JSON.stringify(params['id'] ?? params['projectId'])}`
  return {
    onEvent: bench.onEvent,
    onRestart: bench.onRestart,
    undo: () => undo,
    async call<Name extends MethodName>(name: Name, params: Params<Name>): Promise<Result<Name>> {
      const call = (await UNDO[name]?.(bench, params)) ?? null
      // Only the first change of an object is noted: its undo call restores the state before the run.
      if (call !== null && undo.every((known) => keyOf(known) !== keyOf(call))) {
        undo.push(call)
        onChange(undo)
      }
      return bench.call(name, params)
    },
  }
}

/** Undoes changes, the latest first. Skips objects that no longer exist. */
export async function takeBack(bench: ScenarioBench, undo: UndoCalls): Promise<void> {
  for (const { method, params } of undo.toReversed()) {
    try {
      await bench.call(method, params)
    } catch (error) {
      if (!(error instanceof BenchError && error.code === 'not_found')) throw error
    }
  }
}
