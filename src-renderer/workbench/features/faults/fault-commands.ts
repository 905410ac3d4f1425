import { FAULT_KINDS, type FaultKind, FAULTS } from '#domain/fault/fault-table'
import type { FaultMatch } from '#domain/fault/rule'
import type { CallbackSummary } from '#protocol/messages'
import type { Command } from '#window/commands/command'
import { openView } from '#window/navigation/views'
import { preferencesStore } from '#window/state/preferences'
import { FAULT_RULES, newDraftOf } from './fault-family'

export function beginRule(kind: FaultKind, match: FaultMatch): void {
  FAULT_RULES.commands.begin(newDraftOf(kind, match))
}

/** Begins a rule for the payment of a callback, or for token callbacks if it has no payment. */
export function beginRuleLike({
  projectId,
  paymentId,
}: Pick<CallbackSummary, 'projectId' | 'paymentId'>): void {
  beginRule('drop', paymentId === '' ? { projectId, kinds: ['token'] } : { projectId, paymentId })
}

export const FAULT_COMMANDS: readonly Command[] = [
  { id: 'faults', group: 'Go to', icon: 'warn', label: 'Fault rules', run: () => openView('faults') },
  ...FAULT_KINDS.map((kind): Command => ({
    id: `fault ${kind}`,
    icon: 'plus',
    label: `New fault rule: ${FAULTS[kind].name}`,
    does: 'faults.put',
    run: () => {
      const { projectId } = preferencesStore.getState()
      beginRule(kind, projectId === null ? {} : { projectId })
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
