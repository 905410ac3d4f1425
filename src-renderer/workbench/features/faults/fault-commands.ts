import { create } from 'zustand'
import { exampleOf, FAULT_KINDS, type FaultKind, FAULTS } from '#domain/fault/fault-table'
import type { FaultMatch } from '#domain/fault/rule'
import type { BenchClient } from '#protocol/client'
import type { CallbackSummary } from '#protocol/messages'
import type { Command } from '#window/commands/command'
import { showFaultRule, showFaults } from '#window/navigation/links'
import { preferencesStore } from '#window/state/preferences'
import { isRejected } from '#window/state/refusal'
import { showFailure } from '#window/state/toasts'
import { wantFocus } from '#window/ui/focus'
import { FAULT_RULES, newFaultRuleId } from './fault-family'

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

/** A new rule, switched off until it is saved from its form; it is chosen at once. */
export function addRuleFor(bench: BenchClient, match: FaultMatch, kind: FaultKind): void {
  if (isRejected(bench, 'faults.put')) return
  const id = newFaultRuleId()
  const { name } = FAULTS[kind]
  FAULT_RULES.commands
    .save(bench, { id, name, enabled: false, match, when: { kind: 'always' }, fault: exampleOf(kind) })
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

/** Fault rules of every kind, for the project that the window shows. */
export const FAULT_COMMANDS: readonly Command[] = [
  { id: 'faults', group: 'Go to', icon: 'warn', label: 'Fault rules', run: showFaults },
  ...FAULT_KINDS.map((kind): Command => ({
    id: `fault ${kind}`,
    icon: 'plus',
    label: `New fault rule: ${FAULTS[kind].name}`,
    does: 'faults.put',
    run: (bench) => {
      const { projectId } = preferencesStore.getState()
      addRuleFor(bench, projectId === null ? {} : { projectId }, kind)
    },
  })),
  {
    id: 'faults off',
    icon: 'state-dropped',
    label: 'Turn off all fault rules',
    does: 'faults.switch',
    run: FAULT_RULES.commands.allOff,
  },
  {
    id: 'faults reset',
    icon: 'undo',
    label: 'Reset the counts of all fault rules',
    does: 'faults.resetCounts',
    run: (bench) => FAULT_RULES.commands.resetCounts(bench),
  },
]
