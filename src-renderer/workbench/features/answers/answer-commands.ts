import type { ResponseStep } from '#domain/response-rule/response-rule'
import { responseSentence } from '#domain/response-rule/sentence'
import type { BenchClient } from '#protocol/client'
import { showAnswerRule } from '#window/navigation/rule-links'
import { isRejected } from '#window/state/refusal'
import { showFailure } from '#window/state/toasts'
import { wantFocus } from '#window/ui/wanted-focus'
import { newRuleId } from '#window/features/rules/rule-commands'
import { ANSWERS } from './answer-family'
import { likeCaptured } from './like-captured'
import { NEW_DRAFT, type RuleDraft } from './rule-draft'
import { isQuick, quickAnswer } from './quick-answer'

/** Opens the editor on a rule that does not exist yet. */
export function beginRule(change: Partial<RuleDraft>): void {
  const id = newRuleId()
  ANSWERS.drafts.keep(id, { ...NEW_DRAFT, ...change })
  wantFocus(ANSWERS.drafts.nameOf(id))
  showAnswerRule(id)
}

/** Starts an answer rule for requests like a captured one. */
export function answerLikeCaptured(bench: BenchClient, id: string): void {
  bench.call('captures.get', { id }).then((captured) => {
    beginRule(likeCaptured(captured))
  }, showFailure)
}

/** Sets an answer for every request, replacing the one that was set like this before. */
export async function answerFromNowOn(bench: BenchClient, steps: readonly ResponseStep[]): Promise<void> {
  const { calls, commands } = ANSWERS
  if (isRejected(bench, 'answers.put')) return
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

/** Switches every rule off; what arrives is answered 200 again. */
export async function answerAsUsual(bench: BenchClient): Promise<void> {
  await ANSWERS.commands.allOff(bench)
}
