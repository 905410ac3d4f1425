import type { BenchClient } from '../../../../src-main/protocol/client'
import { saveFile } from '../../lib/files'
import { setPreferences } from '../../state/preferences'
import { isRejected } from '../../state/refusal'
import { reasonOf, showFailure } from '../../state/toasts'
import type { ExamForm } from './exam-form'
import { paramsOf } from './exam-form'
import { showExam } from './exam-store'

/** Shows the page of the exam. */
export function openExam(): void {
  setPreferences({ page: 'exam' })
}

/** Starts an exam; resolves with the reason why it was not started, or null. */
export async function startExam(bench: BenchClient, form: ExamForm, secret: string): Promise<string | null> {
  if (isRejected(bench, 'exam.start')) return null
  try {
    showExam(await bench.call('exam.start', paramsOf(form, secret)))
    return null
  } catch (error) {
    return reasonOf(error)
  }
}

export function stopExam(bench: BenchClient): void {
  if (isRejected(bench, 'exam.stop')) return
  bench.call('exam.stop', {}).catch(showFailure)
}

/** Sends a person's answer to a question of the exam; null withdraws it. */
export function answerExam(
  bench: BenchClient,
  about: { readonly rule: number; readonly trial: number },
  answer: 'yes' | 'no' | null,
): void {
  if (isRejected(bench, 'exam.answer')) return
  bench.call('exam.answer', { ...about, answer }).then(showExam, showFailure)
}

/** Saves the report as one HTML file. */
export function saveExamReport(bench: BenchClient): void {
  bench.call('exam.report', { format: 'html' }).then(({ name, text }) => {
    saveFile(new Blob([text], { type: 'text/html' }), name)
  }, showFailure)
}
