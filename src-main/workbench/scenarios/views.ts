import type { ScenarioDetail, ScenarioRun, ScenarioSummary } from '#protocol/scenarios'
import { nameInText } from '#scenarios/reading/name-in-text'
import type { ScenarioFile } from './files/library'

const briefly = (run: ScenarioRun | null): ScenarioSummary['run'] => {
  if (run === null) return null
  const { state, done, steps, failedAt, startedAt, durationMs } = run
  return { state, done, steps, failedAt, startedAt, durationMs }
}

/** What both views say of a file. One with mistakes has only its name, as far as it can be found. */
function headOf({ file, isShipped, text, reading }: ScenarioFile) {
  if (!reading.ok) {
    return {
      file,
      isShipped,
      name: nameInText(text) ?? file,
      about: null,
      tags: [],
      steps: 0,
    }
  }
  const { name, about = null, tags = [], steps } = reading.scenario
  return { file, isShipped, name, about, tags: [...tags], steps: steps.length }
}

export function scenarioSummary(found: ScenarioFile, run: ScenarioRun | null): ScenarioSummary {
  const { reading } = found
  return { ...headOf(found), problems: reading.ok ? 0 : reading.problems.length, run: briefly(run) }
}

export function scenarioDetail(found: ScenarioFile, run: ScenarioRun | null): ScenarioDetail {
  const { text, version, reading } = found
  return {
    ...headOf(found),
    text,
    version,
    run,
    problems: reading.ok ? [] : [...reading.problems],
    plan: reading.ok
      ? reading.scenario.steps.map(({ line, verb, source, note }) => ({ line, verb, source, note }))
      : [],
  }
}
