import { type ResponseRule, responseSentence, type ResponseStep } from '#domain/response-rule/response-rule'
import type { BenchClient } from '#protocol/client'
import type { Command } from '#window/commands/command'
import { openView } from '#window/navigation/views'
import { showAnswerRule } from '#window/navigation/links'
import { wantFocus } from '#window/ui/focus'
import { newRuleId } from '#window/features/rules/rule-commands'
import { ANSWERS } from './answer-family'
import { likeCaptured, NEW_DRAFT, type RuleDraft } from './rule-draft'
import type { IconName } from '#window/lib/icon-paths.tsx'
import { emptyStep, type StepDraft } from './step-draft'

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

/** Common answers. */
export interface Preset {
  readonly label: string
  /** Its effect on the platform. */
  readonly effect: string
  readonly icon: IconName
  readonly steps: readonly StepDraft[]
}

const reply = (status: number, delay = ''): StepDraft => ({
  ...emptyStep('reply'),
  status: String(status),
  delay,
})

export const PRESETS: readonly Preset[] = [
  {
    label: '500, 500, 200',
    effect: 'The third attempt delivers the callback.',
    icon: 'state-scheduled',
    steps: [reply(500), reply(500), reply(200)],
  },
  {
    label: 'Always 500',
    effect: 'Every attempt of the schedule fails.',
    icon: 'state-failed',
    steps: [reply(500)],
  },
  {
    label: 'Slow, 12 s',
    effect: 'Longer than the platform waits, so it counts as a timeout.',
    icon: 'state-processing',
    steps: [reply(200, '12 s')],
  },
  {
    label: 'Never respond',
    effect: 'The connection stays open until the platform times out.',
    icon: 'state-held',
    steps: [emptyStep('silence')],
  },
  {
    label: 'Reset',
    effect: 'The connection breaks instead of a response.',
    icon: 'state-error',
    steps: [emptyStep('reset')],
  },
  {
    label: 'Pass on to my server',
    effect: 'Your own server gets the message, and its response is returned.',
    icon: 'answer',
    steps: [emptyStep('forward')],
  },
]

const plain = (status: number): ResponseStep => ({ kind: 'reply', status, headers: [], body: '', delayMs: 0 })

/** What the palette sets at once for every request. */
const QUICK_ANSWERS: readonly {
  readonly label: string
  readonly icon: IconName
  readonly steps: readonly ResponseStep[]
}[] = [
  { label: 'Respond 500 from now on', icon: 'state-failed', steps: [plain(500)] },
  { label: 'Respond 500, 500, 200', icon: 'state-scheduled', steps: [plain(500), plain(500), plain(200)] },
  { label: 'Never respond', icon: 'state-held', steps: [{ kind: 'silence' }] },
]

const QUICK = 'quick_'

/** A rule for every request from the palette. */
export function quickAnswer(steps: readonly ResponseStep[]): ResponseRule {
  return {
    id: newRuleId(QUICK),
    name: '',
    enabled: true,
    match: {},
    steps,
    after: 'last',
    per: 'callback',
  }
}

/** Whether a rule came from the palette, whose next rule replaces it. */
export function isQuick({ id }: Pick<ResponseRule, 'id'>): boolean {
  return id.startsWith(QUICK)
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
