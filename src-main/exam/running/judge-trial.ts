import { differenceLine } from '#lib/match/nearest'
import { remarksOnResponse } from '#scenarios/running/remarks'
import { differencesOf, type Evidence, type ScenarioResult, type StepResult } from '#scenarios/running/result'
import type { Merchant } from '#exam/setup/exam-setup'
import type { Trial, TrialStep } from '#exam/trials/trial'
import type { TrialResult } from './result'

/** Judges a trial by its run. `unseenOrder`: why the failed step read no value of the order; otherwise null. */
export function judge(
  trial: Trial,
  steps: readonly TrialStep[],
  run: ScenarioResult,
  merchant: Merchant,
  unseenOrder: string | null = null,
): Omit<TrialResult, 'scenario'> {
  const evidence = evidenceInOrder(run.steps)
  const base = { name: trial.name, expected: '', differences: [], question: null, evidence }
  const failed = run.steps.find(({ state }) => state === 'failed')
  if (run.state === 'passed') {
    const unseen = trial.unseen?.(merchant) ?? null
    return unseen === null
      ? { ...base, verdict: 'passed', reason: 'The merchant behaved as required.' }
      : { ...base, verdict: 'not observed', reason: unseen, question: questionOf(trial, run) }
  }
  if (run.state === 'stopped' || failed === undefined) {
    const why = run.failure?.message ?? 'The exam ended before this trial.'
    return { ...base, verdict: 'not observed', reason: why }
  }
  if (unseenOrder !== null) return { ...base, verdict: 'not observed', reason: unseenOrder }
  const step = steps[failed.index]
  if (step?.fails !== undefined && isSeen(failed, step)) {
    const missing = missingMembers(failed)
    if (step.missing !== undefined && missing !== null) {
      return { ...base, verdict: 'not observed', reason: `${step.missing} ${missing.join(', ')}.` }
    }
    return {
      ...base,
      verdict: 'failed',
      reason: `${step.fails}${responseWords(failed)}`,
      expected: failed.failure?.expected ?? '',
      differences: differencesOf(failed.failure),
    }
  }
  return { ...base, verdict: 'not observed', reason: withDetail(step?.needs, failed) }
}

/** Says which response other than 200 the callback got, and where to look first; empty for any other failure. */
function responseWords({ failure, evidence }: StepResult): string {
  const was = failure?.members?.find(({ path }) => path.join() === 'answer')?.actual
  // A step that expects a refusal fails on a 200.
  if (was === undefined || was === '200') return ''
  if (!/^\d+$/.test(was)) {
    const [, why] = /^No response: (.*)/s.exec(evidence[0]?.response ?? '') ?? []
    return ` ${why ?? 'It got no response: check the callback address, and that the back end is running.'}`
  }
  return was === '404' || was === '405'
    ? ` It was answered with ${was}: check the callback address.`
    : [` It was answered with ${was}.`, ...remarksIn(evidence[0]?.response ?? '', Number(was))].join(' ')
}

const remarksIn = (response: string, status: number): readonly string[] =>
  remarksOnResponse({ status, text: response.slice(response.indexOf('\n\n') + 2) })

function questionOf({ look }: Trial, { payments }: ScenarioResult): string | null {
  if (look === undefined || payments.length === 0) return null
  const orders = payments.map(({ id }) => id)
  return orders.length === 1
    ? `Look at the order ${orders[0] ?? ''}: it ${look}.`
    : `Look at the orders ${orders.join(', ')}: each ${look}.`
}

/** Says what is missing, then what came instead: the first difference, or why there was no response. */
function withDetail(needs: string | undefined, { failure }: StepResult): string {
  const message = failure?.message ?? ''
  if (needs === undefined) return message
  const [first] = differencesOf(failure)
  const detail = failure?.expected === null ? message : first === undefined ? '' : differenceLine(first)
  return detail === '' ? needs : `${needs} (${detail})`
}

/** Whether the step compared something. A failure without an expected value means that there was no response at all. */
function isSeen({ failure }: StepResult, { onlyIfSeen }: TrialStep): boolean {
  if (failure === null || failure.expected === null) return false
  if (onlyIfSeen !== true) return true
  const { members } = failure
  return members !== undefined && members.every(({ path }) => path[0] !== 'path')
}

/** Paths (without `body`) of the members that the nearest message lacks; null if anything else is wrong. */
function missingMembers({ failure }: StepResult): readonly string[] | null {
  const members = failure?.members ?? []
  if (members.length === 0 || !members.every(({ actual }) => actual === 'nothing')) return null
  return members.map(({ path }) => path.filter((key, at) => at > 0 || key !== 'body').join('.'))
}

/** Lists each message once: where a step first saw it, in its last state. */
function evidenceInOrder(steps: readonly StepResult[]): readonly Evidence[] {
  const shown = new Map<string, Evidence>()
  for (const [at, evidence] of steps.flatMap(({ evidence: each }) => each).entries()) {
    const key =
      evidence.reference === null ? `step ${at}` : `${evidence.reference.type} ${evidence.reference.id}`
    shown.set(key, evidence)
  }
  return [...shown.values()]
}
