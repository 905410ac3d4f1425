import type { BenchClient } from '../../../../src-main/protocol/client'
import { answerAsUsual, answerFromNowOn, beginRule } from '../../features/answers/answer-commands'
import { QUICK_ANSWERS } from '../../features/answers/presets'
import { openView } from '../../navigation/callback-view'
import type { PaletteItem } from './palette-item'

/** What the merchant listener answers. */
export function answerItems(bench: BenchClient): readonly PaletteItem[] {
  return [
    {
      id: 'answers',
      group: 'Commands',
      icon: 'answer',
      label: 'Responses to callbacks…',
      run: () => openView('answers'),
    },
    {
      id: 'new answer rule',
      does: 'answers.put',
      group: 'Commands',
      icon: 'plus',
      label: 'New response rule…',
      run: () => beginRule({}),
    },
    ...QUICK_ANSWERS.map((quick): PaletteItem => ({
      id: `answer ${quick.label}`,
      does: 'answers.put',
      group: 'Commands',
      icon: quick.icon,
      label: quick.label,
      note: 'callbacks',
      run: () => void answerFromNowOn(bench, quick.steps),
    })),
    {
      id: 'answer as usual',
      does: 'answers.switch',
      group: 'Commands',
      icon: 'state-delivered',
      label: 'Respond 200 again (turn off all response rules)',
      note: 'callbacks',
      run: () => void answerAsUsual(bench),
    },
  ]
}
