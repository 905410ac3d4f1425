import type { BenchClient } from '#protocol/client'
import { showAnswerRule, showFaultRule } from './rule-links'
import { showFailure, showToast } from '#window/state/toasts'

/** Opens the rule that left a mark, for faults or for answers; shows a toast where it no longer exists. */
export async function openRule(bench: BenchClient, ruleId: string): Promise<void> {
  try {
    const [faults, answers] = await Promise.all([
      bench.call('faults.list', {}),
      bench.call('answers.list', {}),
    ])
    if (faults.rules.some(({ id }) => id === ruleId)) showFaultRule(ruleId)
    else if (answers.rules.some(({ id }) => id === ruleId)) showAnswerRule(ruleId)
    else
      showToast({ icon: 'info', text: 'The rule that did this was removed. Its effects are still recorded.' })
  } catch (error) {
    showFailure(error)
  }
}
