import type { BenchClient } from '../../../../src-main/protocol/client'
import type { FaultRuleView } from '../../../../src-main/protocol/faults'
import type { CallbackSummary } from '../../../../src-main/protocol/messages'
import { FAULTS } from '../../../../src-main/domain/fault/fault-table'
import type { FaultKind } from '../../../../src-main/domain/fault/fault'
import type { FaultMatch, FaultRule } from '../../../../src-main/domain/fault/rule'
import { chooseFaultRule, showFaults } from '../../navigation/rule-links'
import { announce } from '../../state/announcements'
import { keepSessionDraft, sessionDraftOf } from '../../state/preferences'
import { isRejected } from '../../state/refusal'
import { showFailure, showToast } from '../../state/toasts'
import type { IconName } from '../../lib/icon-paths'
import { wantFocus } from '../../ui/wanted-focus'
import { keepBegun } from './begun-rule'
import { ruleOf } from './rule-draft'

/** Under this name what was typed for a rule and not saved is remembered. */
export const draftName = (id: string): string => `faults.rule.${id}`

/** The shape that a call takes: the same values, its lists not read-only. */
function writable({ match: { kinds, ...match }, ...rule }: FaultRule) {
  return { ...rule, match: { ...match, ...(kinds === undefined ? {} : { kinds: [...kinds] }) } }
}

/** Says what was done and offers to take back this one change; `onUndone` brings back what only the page knew. */
function offerUndo(
  bench: BenchClient,
  undo: string,
  said: { readonly icon: IconName; readonly text: string },
  onUndone: () => void = () => undefined,
): void {
  const goBack = (): void => {
    if (isRejected(bench, 'faults.undo')) return
    bench.call('faults.undo', { undo }).then(onUndone).catch(showFailure)
  }
  showToast({ ...said, action: { label: 'Undo', run: goBack } })
}

/** Puts the rule in the place of the one with its id, or at the end. Rejects with the reason of the bench. */
export async function saveRule(bench: BenchClient, rule: FaultRule): Promise<void> {
  await bench.call('faults.put', { rule: writable(rule) })
}

export async function switchRule(bench: BenchClient, id: string, enabled: boolean): Promise<void> {
  if (isRejected(bench, 'faults.switch')) return
  try {
    await bench.call('faults.switch', { ids: [id], enabled })
  } catch (error) {
    showFailure(error)
  }
}

export function switchAllOff(bench: BenchClient): void {
  if (isRejected(bench, 'faults.switch')) return
  bench
    .call('faults.switch', { enabled: false })
    .then(({ undo }) => {
      offerUndo(bench, undo, {
        icon: 'state-delivered',
        text: 'All fault rules are off: callbacks go as they should',
      })
    })
    .catch(showFailure)
}

/** Moves a rule past its neighbour among those that are shown. */
export function moveRule(bench: BenchClient, shown: readonly FaultRuleView[], id: string, by: 1 | -1): void {
  if (isRejected(bench, 'faults.move')) return
  bench.call('faults.move', { id, by, among: shown.map((rule) => rule.id) }).catch(showFailure)
}

/** A copy right below, switched off: of two rules that decide the same only the upper one acts. */
export async function duplicateRule(bench: BenchClient, rule: FaultRuleView): Promise<void> {
  if (isRejected(bench, 'faults.put')) return
  const id = newRuleId()
  const copy: FaultRule = { ...ruleOf(rule), id, name: `${rule.name.slice(0, 73)}, copy`, enabled: false }
  try {
    const { rules } = await bench.call('faults.list', {})
    const at = rules.findIndex((one) => one.id === rule.id)
    await bench.call('faults.put', { rule: writable(copy), ...(at < 0 ? {} : { at: at + 1 }) })
    chooseFaultRule(id)
    announce('A copy stands below, switched off')
  } catch (error) {
    showFailure(error)
  }
}

/** Removes a rule with what was typed for it; both come back with an undo. */
export function removeRule(bench: BenchClient, rule: Pick<FaultRuleView, 'id' | 'name'>): void {
  if (isRejected(bench, 'faults.remove')) return
  const draft = sessionDraftOf(draftName(rule.id))
  bench
    .call('faults.remove', { id: rule.id })
    .then(({ undo }) => {
      keepSessionDraft(draftName(rule.id), null)
      offerUndo(bench, undo, { icon: 'trash', text: `Removed the rule “${rule.name}”` }, () => {
        if (draft !== undefined) keepSessionDraft(draftName(rule.id), draft)
        chooseFaultRule(rule.id)
      })
    })
    .catch(showFailure)
}

const newRuleId = (): string => `rule_${crypto.randomUUID().slice(0, 12)}`

/** A new rule for a project, or for all of them. */
export function addRule(bench: BenchClient, projectId: number | null, kind: FaultKind): void {
  addRuleFor(bench, projectId === null ? {} : { projectId }, kind)
}

/** A new rule, switched off until it is saved from its form; it is chosen at once. */
export function addRuleFor(bench: BenchClient, match: FaultMatch, kind: FaultKind): void {
  if (isRejected(bench, 'faults.put')) return
  const id = newRuleId()
  const { name, example } = FAULTS[kind]
  saveRule(bench, { id, name, enabled: false, match, when: { kind: 'always' }, fault: example })
    .then(() => {
      keepBegun(null)
      chooseFaultRule(id)
      wantFocus(draftName(id))
      showFaults()
    })
    .catch(showFailure)
}

/** The kinds of faults, to choose one for a rule about these messages alone. */
export function beginRuleFor(match: FaultMatch): void {
  chooseFaultRule(null)
  keepBegun(match)
  showFaults()
}

/** A rule about the payment of a callback; about news of tokens where it belongs to no payment. */
export function beginRuleLike({
  projectId,
  paymentId,
}: Pick<CallbackSummary, 'projectId' | 'paymentId'>): void {
  beginRuleFor(paymentId === '' ? { projectId, kinds: ['token'] } : { projectId, paymentId })
}

export function resetCounts(bench: BenchClient, id?: string): void {
  if (isRejected(bench, 'faults.resetCounts')) return
  bench.call('faults.resetCounts', id === undefined ? {} : { id }).catch(showFailure)
}
