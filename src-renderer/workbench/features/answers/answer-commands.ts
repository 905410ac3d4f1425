import type { BenchClient } from '#protocol/client'
import type { Command } from '#window/commands/command'
import { ruleCommands } from '#window/features/rules/rule-commands'
import { ANSWERS } from './answer-family'
import { likeCaptured } from './rule-draft'
import { emptyStep, type StepDraft } from './step-draft'

export async function answerLikeCaptured(bench: BenchClient, id: string): Promise<void> {
  ANSWERS.commands.begin(likeCaptured(await bench.call('captures.get', { id })))
}

const reply = (status: number, delay = ''): StepDraft => ({
  ...emptyStep('reply'),
  status: String(status),
  delay,
})

export const PRESETS = [
  {
    name: '500, 500, 200',
    effect: 'The third attempt delivers the callback.',
    steps: [reply(500), reply(500), reply(200)],
  },
  {
    name: 'Always 500',
    effect: 'Every attempt of the schedule fails.',
    steps: [reply(500)],
  },
  {
    name: 'Slow, 12 s',
    effect: 'Longer than the platform waits, so it counts as a timeout.',
    steps: [reply(200, '12 s')],
  },
  {
    name: 'Never respond',
    effect: 'The connection stays open until the platform times out.',
    steps: [emptyStep('silence')],
  },
  {
    name: 'Reset',
    effect: 'The connection is reset, and no response is sent.',
    steps: [emptyStep('reset')],
  },
  {
    name: 'Pass on to my server',
    effect: 'Your own server gets the message, and its response is returned.',
    steps: [emptyStep('forward')],
  },
  {
    name: 'A custom response',
    effect: 'The status, headers and body that you write.',
    steps: [reply(200)],
  },
]

export const ANSWER_COMMANDS: readonly Command[] = [
  ...PRESETS.map(({ name, steps }): Command => ({
    id: `answer ${name}`,
    icon: 'plus',
    label: `New response rule: ${name}`,
    does: 'answers.put',
    run: () => ANSWERS.commands.begin({ name, steps }),
  })),
  ...ruleCommands(ANSWERS, 'answer'),
]
