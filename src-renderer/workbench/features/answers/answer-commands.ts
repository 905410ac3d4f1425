import type { AnswerRuleView } from '../../../../src-main/protocol/answers'
import type { BenchClient } from '../../../../src-main/protocol/client'
import type { AnswerRule, AnswerStep } from '../../../../src-main/domain/response-rule/answer-rule'
import type { UnreadableRule } from '../../../../src-main/protocol/rule-changes'
import { answerSentence } from '../../../../src-main/domain/response-rule/sentence'
import { showAnswerRule } from '../../navigation/rule-links'
import { announce } from '../../state/announcements'
import { setPlace } from '../../state/preferences'
import { isRejected } from '../../state/refusal'
import { showFailure, showToast } from '../../state/toasts'
import type { IconName } from '../../lib/icon-paths'
import { wantFocus } from '../../ui/wanted-focus'
import { draftName, draftNow, keepRuleDraft } from './answer-drafts'
import { NEW_DRAFT } from './rule-draft'
import type { RuleDraft } from './rule-draft'
import { copyOf, isQuick, newRuleId, quickAnswer, ruleOf } from './rule-list'
import { takeRules } from '../rules/use-answer-rules'

/** Opens the editor on a rule that is not there yet. */
export function beginRule(change: Partial<RuleDraft>): void {
  const id = newRuleId()
  keepRuleDraft(id, { ...NEW_DRAFT, ...change })
  wantFocus(draftName(id))
  showAnswerRule(id)
}

interface Listed {
  readonly rules: readonly AnswerRuleView[]
  readonly unreadable: readonly UnreadableRule[]
}

interface Changed extends Listed {
  /** Takes this change back, and no other. */
  readonly undo: string
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

/** Carries out one change and shows the rules as it left them; a failure is shown instead. */
async function change<Made extends Listed>(made: Promise<Made>): Promise<Made | null> {
  try {
    const done = await made
    takeRules(done)
    return done
  } catch (error) {
    showFailure(error)
    return null
  }
}

interface Done {
  readonly icon: IconName
  readonly text: string
  readonly undone: string
}

/** Carries out a change and offers to take it back; `onUndone` brings back what only the page knew. */
async function changeWithUndo(
  bench: BenchClient,
  { icon, text, undone }: Done,
  made: Promise<Changed>,
  onUndone: () => void = () => undefined,
): Promise<boolean> {
  const done = await change(made)
  if (done === null) return false
  const goBack = async (): Promise<void> => {
    if (isRejected(bench, 'answers.undo')) return
    if ((await change(bench.call('answers.undo', { undo: done.undo }))) === null) return
    onUndone()
    showToast({ icon: 'undo', text: undone })
  }
  showToast({ icon, text, action: { label: 'Undo', run: () => void goBack() } })
  return true
}

/** Saves a rule; a new one stands first, so that it decides. Rejects with the reason of the bench. */
export async function saveRule(bench: BenchClient, rule: AnswerRule): Promise<void> {
  takeRules(await bench.call('answers.put', { rule: writable(rule) }))
}

export async function moveRule(bench: BenchClient, ruleId: string, by: -1 | 1): Promise<void> {
  if (isRejected(bench, 'answers.move')) return
  const done = await change(bench.call('answers.move', { id: ruleId, by }))
  if (done === null) return
  const place = done.rules.findIndex(({ id }) => id === ruleId) + 1
  announce(`The rule is number ${String(place)} of ${String(done.rules.length)}`)
}

/** The copy stands right below. */
export async function duplicateRule(bench: BenchClient, ruleId: string): Promise<void> {
  if (isRejected(bench, 'answers.put')) return
  const known = await change(bench.call('answers.list', {}))
  const at = known?.rules.findIndex(({ id }) => id === ruleId) ?? -1
  const rule = known?.rules[at]
  if (rule === undefined) return
  const copyId = newRuleId()
  const copy = writable(copyOf(ruleOf(rule), copyId))
  if ((await change(bench.call('answers.put', { rule: copy, at: at + 1 }))) === null) return
  setPlace('callbacks', { selection: copyId })
  announce('A copy stands below, switched off')
}

export async function enableRule(bench: BenchClient, ruleId: string, enabled: boolean): Promise<void> {
  if (isRejected(bench, 'answers.switch')) return
  if ((await change(bench.call('answers.switch', { ids: [ruleId], enabled }))) === null) return
  announce(enabled ? 'The rule answers from now on' : 'The rule is off')
}

/** Removes a rule with what was typed for it; both come back with an undo. */
export async function removeRule(bench: BenchClient, ruleId: string): Promise<void> {
  if (isRejected(bench, 'answers.remove')) return
  const draft = draftNow(ruleId)
  const isRemoved = await changeWithUndo(
    bench,
    { icon: 'trash', text: 'The answer rule was removed', undone: 'The answer rule is back' },
    bench.call('answers.remove', { id: ruleId }),
    () => {
      if (draft !== undefined) keepRuleDraft(ruleId, draft)
    },
  )
  if (isRemoved) keepRuleDraft(ruleId, null)
}

/** Counts from 0 again; scripts begin with their first answer. */
export async function resetCounts(bench: BenchClient, ruleId?: string): Promise<void> {
  if (isRejected(bench, 'answers.resetCounts')) return
  const reset = bench.call('answers.resetCounts', ruleId === undefined ? {} : { id: ruleId })
  if ((await change(reset)) !== null) announce('The counts begin at 0 again')
}

/** Sets an answer for every request at once, in the place of the one that was set like this before. */
export async function answerFromNowOn(bench: BenchClient, steps: readonly AnswerStep[]): Promise<void> {
  if (isRejected(bench, 'answers.put')) return
  const rule = quickAnswer(steps)
  const put = async (): Promise<Changed> => {
    const { rules } = await bench.call('answers.list', {})
    const before = rules.filter(isQuick).map(({ id }) => id)
    return bench.call('answers.put', {
      rule: writable(rule),
      at: 0,
      ...(before.length === 0 ? {} : { replaces: before }),
    })
  }
  await changeWithUndo(
    bench,
    { icon: 'answer', text: answerSentence(rule), undone: 'The answer rules are as before' },
    put(),
  )
}

/** Switches every rule off; what arrives is answered 200 again. */
export async function answerAsUsual(bench: BenchClient): Promise<void> {
  if (isRejected(bench, 'answers.switch')) return
  await changeWithUndo(
    bench,
    {
      icon: 'state-delivered',
      text: 'All answer rules are off: requests are answered 200',
      undone: 'The answer rules are as before',
    },
    bench.call('answers.switch', { enabled: false }),
  )
}
