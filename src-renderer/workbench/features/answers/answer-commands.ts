import type { ResponseStep } from '#domain/response-rule/response-rule'
import { responseSentence } from '#domain/response-rule/sentence'
import type { BenchClient } from '#protocol/client'
import type { Command } from '#window/commands/command'
import { openView } from '#window/navigation/views'
import { showAnswerRule } from '#window/navigation/links'
import { wantFocus } from '#window/ui/focus'
import { newRuleId } from '#window/features/rules/rule-commands'
import { ANSWERS } from './answer-family'
import { likeCaptured } from './like-captured'
import { NEW_DRAFT, type RuleDraft } from './rule-draft'
import { QUICK_ANSWERS } from './presets'
import { isQuick, quickAnswer } from './quick-answer'

/** Opens the editor on a rule that does not exist yet. */
export function beginRule(change: Partial<RuleDraft>): void {
  const id = newRuleId()
  ANSWERS.drafts.keep(id, { ...NEW_DRAFT, ...change })
  wantFocus(ANSWERS.drafts.nameOf(id))
  showAnswerRule(id)
}

/** Starts an answer rule for requests like a captured one. */
export async function answerLikeCaptured(bench: BenchClient, id: string): Promise<void> {
  beginRule(likeCaptured(await bench.call('captures.get', { id })))
}

/** Sets an answer for every request, replacing the one that was set like this before. */
async function answerFromNowOn(bench: BenchClient, steps: readonly ResponseStep[]): Promise<void> {
  const { calls, commands } = ANSWERS
  const rule = quickAnswer(steps)
  const put = async () => {
    const { rules } = await calls.list(bench)
    const before = rules.filter(isQuick).map(({ id }) => id)
    return calls.put.call(bench, { rule, at: 0, ...(before.length === 0 ? {} : { replaces: before }) })
  }
  await commands.changeWithUndo(
    bench,
    { icon: 'answer', text: responseSentence(rule), undone: 'Response rules restored' },
    put(),
  )
}

/** What the merchant listener responds. */
export const ANSWER_COMMANDS: readonly Command[] = [
  {
    id: 'answers',
    icon: 'answer',
    label: 'Responses to callbacks…',
    run: () => openView('answers'),
  },
  {
    id: 'new answer rule',
    icon: 'plus',
    label: 'New response rule…',
    does: 'answers.put',
    run: () => beginRule({}),
  },
  ...QUICK_ANSWERS.map(({ label, icon, steps }): Command => ({
    id: `answer ${label}`,
    icon,
    label,
    note: 'callbacks',
    does: 'answers.put',
    run: (bench) => answerFromNowOn(bench, steps),
  })),
  {
    id: 'answer as usual',
    icon: 'state-delivered',
    label: 'Respond 200 again (turn off all response rules)',
    note: 'callbacks',
    does: 'answers.switch',
    run: ANSWERS.commands.allOff,
  },
]
