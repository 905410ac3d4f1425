import type { CheckVerdict } from '#protocol/exam'
import type { StateLook } from '#window/ui/states'

const LOOKS: Readonly<Record<CheckVerdict, StateLook>> = {
  passed: { icon: 'state-delivered', hue: 'green' },
  failed: { icon: 'state-failed', hue: 'red' },
  'not observed': { icon: 'eye-off', hue: 'quiet' },
}

/** Icon and colour of a verdict. */
export const checkLook = (verdict: CheckVerdict): StateLook => LOOKS[verdict]
