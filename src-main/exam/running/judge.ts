import type { Evidence, ScenarioResult, StepResult } from '../../scenarios/running/result'
import type { Merchant } from '../setup/exam-setup'
import type { Trial, TrialStep } from '../trials/trial'
import type { TrialResult } from './result'

type Judgement = Omit<TrialResult, 'scenario'>

/**
 * What a run of a trial says about its rule. A rule is failed only by a step that compares, and only where what it compares
 * has come: a bench or a network that fails says nothing about the merchant.
 */
export function judge(
  trial: Trial,
  steps: readonly TrialStep[],
  run: ScenarioResult,
  merchant: Merchant,
): Judgement {
  const evidence = evidenceInOrder(run.steps)
  const base = { name: trial.name, expected: '', differences: [], question: null, evidence }
  const failed = run.steps.find(({ state }) => state === 'failed')
  if (run.state === 'passed') {
    const unseen = trial.unseen?.(merchant) ?? null
    return unseen === null
      ? { ...base, verdict: 'passed', reason: 'Seen to hold.' }
      : { ...base, verdict: 'not observed', reason: unseen, question: questionOf(trial, run) }
  }
  if (run.state === 'stopped' || failed === undefined) {
    const why = run.failure?.message ?? 'The exam ended before this trial.'
    return { ...base, verdict: 'not observed', reason: why }
  }
  const step = steps[failed.index]
  if (step?.fails !== undefined && isSeen(failed, step)) {
    return {
      ...base,
      verdict: 'failed',
      reason: step.fails,
      expected: failed.failure?.expected ?? '',
      differences: failed.failure?.lines ?? [],
    }
  }
  return { ...base, verdict: 'not observed', reason: withDetail(step?.needs, failed) }
}

/** The orders of a trial that held, and how each has to be. */
function questionOf({ look }: Trial, { payments }: ScenarioResult): string | null {
  if (look === undefined || payments.length === 0) return null
  const orders = payments.map(({ id }) => id)
  return orders.length === 1
    ? `Look at the order ${orders[0] ?? ''}: it ${look}.`
    : `Look at the orders ${orders.join(', ')}: each ${look}.`
}

/** What is missing, with what came instead: the first difference, or why there was no answer. */
function withDetail(needs: string | undefined, { failure }: StepResult): string {
  const message = failure?.message ?? ''
  if (needs === undefined) return message
  const detail = failure?.expected === null ? message : (failure?.lines[1]?.trim() ?? '')
  return detail === '' ? needs : `${needs} (${detail})`
}

/** Whether the step has compared something. A failure without an expectation got no answer at all. */
const isSeen = ({ failure }: StepResult, { onlyIfSeen }: TrialStep): boolean =>
  failure !== null && failure.expected !== null && (onlyIfSeen !== true || failure.lines.length > 0)

/** A message that several steps looked at stands where it came first, as the last one saw it. */
function evidenceInOrder(steps: readonly StepResult[]): readonly Evidence[] {
  const shown = new Map<string, Evidence>()
  for (const [at, evidence] of steps.flatMap(({ evidence: each }) => each).entries()) {
    const key =
      evidence.reference === null ? `step ${at}` : `${evidence.reference.type} ${evidence.reference.id}`
    shown.set(key, evidence)
  }
  return [...shown.values()]
}
