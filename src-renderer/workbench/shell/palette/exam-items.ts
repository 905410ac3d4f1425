import type { BenchClient } from '../../../../src-main/protocol/client'
import { openExam, stopExam } from '../../features/exam/exam-commands'
import type { PaletteItem } from './palette-item'

/** The exam of a merchant. */
export function examItems(bench: BenchClient): readonly PaletteItem[] {
  return [
    {
      id: 'exam',
      group: 'Commands',
      icon: 'exam',
      label: 'Examine a merchant…',
      run: openExam,
    },
    {
      id: 'exam stop',
      does: 'exam.stop',
      group: 'Commands',
      icon: 'stop',
      label: 'Stop the exam',
      run: () => stopExam(bench),
    },
  ]
}
