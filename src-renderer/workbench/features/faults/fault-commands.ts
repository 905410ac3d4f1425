import { FAULT_KINDS, type FaultKind, FAULTS } from '#domain/fault/fault-table'
import type { FaultMatch } from '#domain/fault/rule'
import type { CallbackSummary } from '#protocol/messages'
import type { Command } from '#window/commands/command'
import { ruleCommands } from '#window/features/rules/rule-commands'
import { preferencesStore } from '#window/state/preferences'
import { FAULT_RULES, newDraftOf } from './fault-family'

export function beginRule(kind: FaultKind, match: FaultMatch): void {
  FAULT_RULES.commands.begin(newDraftOf(kind, match))
}

/** Begins a rule for the payment of a callback, or for token callbacks if the callback has no payment. */
export function beginRuleLike({
  projectId,
  paymentId,
}: Pick<CallbackSummary, 'projectId' | 'paymentId'>): void {
  beginRule('drop', paymentId === '' ? { projectId, kinds: ['token'] } : { projectId, paymentId })
}

export const FAULT_COMMANDS: readonly Command[] = [
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
  ...ruleCommands(FAULT_RULES, 'warn'),
]
