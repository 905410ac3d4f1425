import type { BenchClient } from '../../../src-main/contract/client'
import type { AnswerRule, AnswerStep } from '../../../src-main/core/answer/answer-rule'
import { answerSentence } from '../../../src-main/core/answer/sentence'
import { openView } from '../callbacks/callback-view'
import { announce } from '../state/announcements'
import { setPlace } from '../state/preferences'
import { showFailure, showToast } from '../state/toasts'
import type { IconName } from '../ui/icon-paths'
import { draftNow, keepRuleDraft } from './answer-drafts'
import { NEW_DRAFT } from './rule-draft'
import type { RuleDraft } from './rule-draft'
import {
  duplicated,
  enabledAs,
  isOtherScript,
  moved,
  newRuleId,
  ruleOf,
  withoutRule,
  withQuickAnswer,
  withRule,
  withRuleAt,
} from './rule-list'
import type { Rules } from './rule-list'
import { takeRules } from './use-answer-rules'

/** Shows the rules, and one of them beside the list. */
export function showRule(ruleId: string | null): void {
  openView('answers')
  setPlace('callbacks', { selection: ruleId })
}

/** Opens the editor on a rule that is not there yet. */
export function beginRule(change: Partial<RuleDraft>): void {
  const id = newRuleId()
  keepRuleDraft(id, { ...NEW_DRAFT, ...change })
  showRule(id)
}

async function rulesNow(bench: BenchClient): Promise<Rules> {
  return (await bench.call('answers.list', {})).rules.map(ruleOf)
}

async function replaceRules(bench: BenchClient, rules: Rules): Promise<void> {
  takeRules((await bench.call('answers.save', { rules: rules.map(writable) })).rules)
}

/** The shape that a call takes: the same values, its lists not read-only. */
function writable({ match: { kinds, ...match }, steps, ...rule }: AnswerRule) {
  return {
    ...rule,
    match: kinds === undefined ? match : { ...match, kinds: [...kinds] },
    steps: steps.map((step) =>
      step.kind === 'reply'
        ? { ...step, headers: step.headers.map(([name, value]): [string, string] => [name, value]) }
        : step,
    ),
  }
}

/** Changes the list as it is now; a failure is shown. */
async function change(bench: BenchClient, edit: (rules: Rules) => Rules): Promise<Rules | null> {
  try {
    const before = await rulesNow(bench)
    const after = edit(before)
    if (after !== before) await replaceRules(bench, after)
    return before
  } catch (error) {
    showFailure(error)
    return null
  }
}

async function changeWithUndo(
  bench: BenchClient,
  done: { readonly icon: IconName; readonly text: string; readonly undone: string },
  edit: (rules: Rules) => Rules,
  undo: (rules: Rules, before: Rules) => Rules,
): Promise<void> {
  const before = await change(bench, edit)
  if (before === null) return
  const goBack = async (): Promise<void> => {
    if ((await change(bench, (rules) => undo(rules, before))) !== null) {
      showToast({ icon: 'undo', text: done.undone })
    }
  }
  showToast({ icon: done.icon, text: done.text, action: { label: 'Undo', run: () => void goBack() } })
}

/**
 * Saves a rule; its counts begin at 0 where its script is another one now. Returns the place that it was sent in, for
 * refusals that name it.
 */
export async function saveRule(
  bench: BenchClient,
  rule: AnswerRule,
  sentAt: (index: number) => void,
): Promise<void> {
  const before = await rulesNow(bench)
  const rules = withRule(before, rule)
  sentAt(rules.findIndex(({ id }) => id === rule.id))
  await replaceRules(bench, rules)
  const old = before.find(({ id }) => id === rule.id)
  if (old !== undefined && isOtherScript(old, rule)) {
    takeRules((await bench.call('answers.resetCounts', { id: rule.id })).rules)
  }
}

export async function moveRule(bench: BenchClient, ruleId: string, by: -1 | 1): Promise<void> {
  const before = await change(bench, (rules) => moved(rules, ruleId, by))
  if (before === null) return
  const place = moved(before, ruleId, by).findIndex(({ id }) => id === ruleId) + 1
  announce(`The rule is number ${String(place)} of ${String(before.length)}`)
}

export async function duplicateRule(bench: BenchClient, ruleId: string): Promise<void> {
  const copyId = newRuleId()
  if ((await change(bench, (rules) => duplicated(rules, ruleId, copyId))) === null) return
  setPlace('callbacks', { selection: copyId })
  announce('A copy stands below, switched off')
}

export async function enableRule(bench: BenchClient, ruleId: string, enabled: boolean): Promise<void> {
  if ((await change(bench, (rules) => enabledAs(rules, new Set([ruleId]), enabled))) === null) return
  announce(enabled ? 'The rule answers from now on' : 'The rule is off')
}

/** Removes a rule with what was typed for it; both come back with an undo. */
export async function removeRule(bench: BenchClient, ruleId: string): Promise<void> {
  const draft = draftNow(ruleId)
  keepRuleDraft(ruleId, null)
  await changeWithUndo(
    bench,
    { icon: 'trash', text: 'The answer rule was removed', undone: 'The answer rule is back' },
    (rules) => withoutRule(rules, ruleId),
    (rules, before) => {
      if (draft !== undefined) keepRuleDraft(ruleId, draft)
      const at = before.findIndex(({ id }) => id === ruleId)
      const rule = before[at]
      return rule === undefined ? rules : withRuleAt(rules, rule, at)
    },
  )
}

/** Counts from 0 again; scripts begin with their first answer. */
export async function resetCounts(bench: BenchClient, ruleId?: string): Promise<void> {
  try {
    const { rules } = await bench.call('answers.resetCounts', ruleId === undefined ? {} : { id: ruleId })
    takeRules(rules)
    announce('The counts begin at 0 again')
  } catch (error) {
    showFailure(error)
  }
}

/** Sets an answer for every request at once. */
export async function answerFromNowOn(bench: BenchClient, steps: readonly AnswerStep[]): Promise<void> {
  const sentence = answerSentence({
    id: '',
    name: '',
    enabled: true,
    match: {},
    steps,
    after: 'last',
    per: 'rule',
  })
  await changeWithUndo(
    bench,
    { icon: 'answer', text: sentence, undone: 'The answer rules are as before' },
    (rules) => withQuickAnswer(rules, steps),
    (_, before) => before,
  )
}

/** Switches every rule off; what arrives is answered 200 again. */
export async function answerAsUsual(bench: BenchClient): Promise<void> {
  const all = (rules: Rules): Rules => enabledAs(rules, new Set(rules.map(({ id }) => id)), false)
  await changeWithUndo(
    bench,
    {
      icon: 'state-delivered',
      text: 'All answer rules are off: requests are answered 200',
      undone: 'The answer rules are as before',
    },
    all,
    (rules, before) => {
      const wereOn = new Set(before.flatMap(({ id, enabled }) => (enabled ? [id] : [])))
      return enabledAs(rules, wereOn, true)
    },
  )
}
