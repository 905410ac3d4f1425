import type { ResponseStep } from '#domain/response-rule/response-rule'
import type { IconName } from '#window/lib/icon-paths.tsx'
import { emptyStep, type StepDraft } from './step-draft'

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
export const QUICK_ANSWERS: readonly {
  readonly label: string
  readonly icon: IconName
  readonly steps: readonly ResponseStep[]
}[] = [
  { label: 'Respond 500 from now on', icon: 'state-failed', steps: [plain(500)] },
  { label: 'Respond 500, 500, 200', icon: 'state-scheduled', steps: [plain(500), plain(500), plain(200)] },
  { label: 'Never respond', icon: 'state-held', steps: [{ kind: 'silence' }] },
]
