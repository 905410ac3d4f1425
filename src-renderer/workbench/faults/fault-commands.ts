import type { BenchClient } from '../../../src-main/contract/client'
import type { FaultRuleView } from '../../../src-main/contract/faults'
import { FAULTS } from '../../../src-main/core/fault/fault-table'
import type { FaultKind } from '../../../src-main/core/fault/fault'
import type { FaultRule } from '../../../src-main/core/fault/rule'
import { openView } from '../callbacks/callback-view'
import { keepDraft } from '../state/preferences'
import { showFailure, showToast } from '../state/toasts'
import { ruleOf } from './rule-draft'

/** Under this name the chosen rule is remembered, and under it with an id what was typed and not saved. */
export const CHOSEN_RULE = 'faults.chosen'
export const draftName = (id: string): string => `faults.rule.${id}`

export function chooseRule(id: string | null): void {
  keepDraft(CHOSEN_RULE, id)
}

/** Changes the list as it is on the bench now. */
async function changeRules(
  bench: BenchClient,
  change: (rules: readonly FaultRule[]) => readonly FaultRule[],
): Promise<void> {
  const { rules } = await bench.call('faults.list', {})
  const next = change(rules.map(ruleOf))
  await bench.call('faults.save', {
    rules: next.map(({ match: { kinds, ...match }, ...rule }) => ({
      ...rule,
      match: { ...match, ...(kinds === undefined ? {} : { kinds: [...kinds] }) },
    })),
  })
}

/** Puts the rule in the place of the one with its id, or at the end. Rejects with the reason of the bench. */
export function saveRule(bench: BenchClient, rule: FaultRule): Promise<void> {
  return changeRules(bench, (rules) =>
    rules.some(({ id }) => id === rule.id)
      ? rules.map((other) => (other.id === rule.id ? rule : other))
      : [...rules, rule],
  )
}

export function switchRule(bench: BenchClient, id: string, enabled: boolean): void {
  changeRules(bench, (rules) => rules.map((rule) => (rule.id === id ? { ...rule, enabled } : rule))).catch(
    showFailure,
  )
}

export function switchAllOff(bench: BenchClient): void {
  changeRules(bench, (rules) => rules.map((rule) => ({ ...rule, enabled: false })))
    .then(() => {
      showToast({ icon: 'state-delivered', text: 'All fault rules are off: callbacks go as they should' })
    })
    .catch(showFailure)
}

/** Moves a rule past its neighbour among those that are shown. */
export function moveRule(bench: BenchClient, shown: readonly FaultRuleView[], id: string, by: 1 | -1): void {
  const at = shown.findIndex((rule) => rule.id === id)
  const neighbour = shown[at + by]
  if (at < 0 || neighbour === undefined) return
  changeRules(bench, (rules) => moved(rules, id, neighbour.id, by)).catch(showFailure)
}

/** The rule stands before (`by` -1) or behind its neighbour; all others keep their order. */
export function moved(
  rules: readonly FaultRule[],
  id: string,
  neighbour: string,
  by: 1 | -1,
): readonly FaultRule[] {
  const rule = rules.find((one) => one.id === id)
  if (rule === undefined) return rules
  const others = rules.filter((one) => one.id !== id)
  const at = others.findIndex((one) => one.id === neighbour)
  return others.toSpliced(by === 1 ? at + 1 : at, 0, rule)
}

export function removeRule(bench: BenchClient, rule: FaultRuleView): void {
  let at = 0
  changeRules(bench, (rules) => {
    at = rules.findIndex(({ id }) => id === rule.id)
    return rules.filter(({ id }) => id !== rule.id)
  })
    .then(() => {
      keepDraft(draftName(rule.id), null)
      showToast({
        icon: 'trash',
        text: `Removed the rule “${rule.name}”`,
        action: {
          label: 'Undo',
          run: () => {
            changeRules(bench, (rules) => rules.toSpliced(at, 0, ruleOf(rule)))
              .then(() => {
                chooseRule(rule.id)
              })
              .catch(showFailure)
          },
        },
      })
    })
    .catch(showFailure)
}

/** A new rule, switched off until it is saved from its form; it is chosen at once. */
export function addRule(bench: BenchClient, projectId: number | null, kind: FaultKind): void {
  const id = `rule_${crypto.randomUUID().slice(0, 12)}`
  const { name, example } = FAULTS[kind]
  saveRule(bench, {
    ...{ id, name, enabled: false, when: { kind: 'always' }, fault: example },
    match: projectId === null ? {} : { projectId },
  })
    .then(() => {
      chooseRule(id)
      showFaults()
    })
    .catch(showFailure)
}

export function resetCounts(bench: BenchClient, id?: string): void {
  bench.call('faults.resetCounts', id === undefined ? {} : { id }).catch(showFailure)
}

export function showFaults(): void {
  openView('faults')
}

/** Opens the rule that left a mark. */
export function showRule(id: string): void {
  chooseRule(id)
  showFaults()
}
