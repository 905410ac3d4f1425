import { create } from 'zustand'
import type { FaultKind } from '#domain/fault/fault'
import { FAULTS } from '#domain/fault/fault-table'
import type { FaultMatch } from '#domain/fault/rule'
import type { BenchClient } from '#protocol/client'
import type { CallbackSummary } from '#protocol/messages'
import { showFaultRule, showFaults } from '#window/navigation/rule-links'
import { isRejected } from '#window/state/refusal'
import { showFailure } from '#window/state/toasts'
import { wantFocus } from '#window/ui/wanted-focus'
import { FAULT_RULES, newFaultRuleId } from './fault-family'
import type { ProjectId } from '#domain/ids'

interface NextRule {
  /** Which messages the next new rule applies to; null: those of the project that the workbench shows. */
  readonly match: FaultMatch | null
}

const useNextRule = create<NextRule>(() => ({ match: null }))

/** What the next new rule applies to, until it is created or the tester changes it. */
export function useNextRuleMatch(): FaultMatch | null {
  return useNextRule(({ match }) => match)
}

export function setNextRuleMatch(match: FaultMatch | null): void {
  useNextRule.setState({ match })
}

/** A new rule for a project, or for all of them. */
export function addRule(bench: BenchClient, projectId: ProjectId | null, kind: FaultKind): void {
  addRuleFor(bench, projectId === null ? {} : { projectId }, kind)
}

/** A new rule, switched off until it is saved from its form; it is chosen at once. */
export function addRuleFor(bench: BenchClient, match: FaultMatch, kind: FaultKind): void {
  if (isRejected(bench, 'faults.put')) return
  const id = newFaultRuleId()
  const { name, example } = FAULTS[kind]
  FAULT_RULES.commands
    .save(bench, { id, name, enabled: false, match, when: { kind: 'always' }, fault: example })
    .then(() => {
      setNextRuleMatch(null)
      wantFocus(FAULT_RULES.drafts.nameOf(id))
      showFaultRule(id)
    })
    .catch(showFailure)
}

/** The kinds of faults, to choose one for a rule about these messages alone. */
function beginRuleFor(match: FaultMatch): void {
  setNextRuleMatch(match)
  showFaults()
}

/** A rule about the payment of a callback; about callbacks of tokens where it belongs to no payment. */
export function beginRuleLike({
  projectId,
  paymentId,
}: Pick<CallbackSummary, 'projectId' | 'paymentId'>): void {
  beginRuleFor(paymentId === '' ? { projectId, kinds: ['token'] } : { projectId, paymentId })
}
