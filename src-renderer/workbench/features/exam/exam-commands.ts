import type { BenchClient } from '#protocol/client'
import type { Command } from '#window/commands/command'
import { saveFile } from '#window/lib/files'
import { setPlace, setPreferences } from '#window/state/preferences'
import { reasonOf, showFailure } from '#window/state/toasts'
import { type ExamForm, paramsOf } from './exam-form'
import type { ExamOrderTry, ExamSummary } from '#protocol/exam'
import { createSharedValue } from '#window/state/shared-value'

export type Tried =
  { readonly ok: true; readonly order: ExamOrderTry } | { readonly ok: false; readonly reason: string }

export async function startExam(bench: BenchClient, form: ExamForm, secret: string): Promise<void> {
  EXAM.show(await bench.call('exam.start', paramsOf(form, secret)))
}

/** The label of the field for the address at which the exam reads an order. */
export const ORDERS_LABEL = 'Address that returns an order as JSON'

export async function tryOrder(bench: BenchClient, form: ExamForm): Promise<Tried> {
  const { orders, hosts, projectId } = paramsOf(form, '')
  if (orders === null) return { ok: false, reason: `Enter the address of an order under “${ORDERS_LABEL}”.` }
  try {
    const typed = form.tried.trim()
    const newest = typed === '' ? await bench.call('payments.list', { projectId, limit: 1 }) : null
    const paymentId = newest === null ? typed : newest.items[0]?.paymentId
    if (paymentId === undefined) {
      const reason = `This session has no payment of project ${projectId}. Under “Order to try”, enter the payment_id of an order that the merchant knows.`
      return { ok: false, reason }
    }
    return { ok: true, order: await bench.call('exam.tryOrder', { orders, hosts, paymentId }) }
  } catch (error) {
    return { ok: false, reason: reasonOf(error) }
  }
}

export const STOP_EXAM: Command = {
  id: 'exam stop',
  icon: 'stop',
  label: 'Stop',
  sentence: 'Stop the exam',
  keys: 'X',
  help: 'Stop the exam',
  does: 'exam.stop',
  async run(bench) {
    await bench.call('exam.stop', {})
  },
}

export const EXAM_COMMANDS: readonly Command[] = [
  {
    id: 'exam',
    icon: 'exam',
    label: 'Examine a merchant…',
    run: () => setPreferences({ page: 'exam' }),
  },
  STOP_EXAM,
]

/** Sends an answer to a question; null withdraws it. The rule stays selected, even if it moves within the list. */
export function answerExam(
  bench: BenchClient,
  about: { readonly rule: number; readonly trial: number },
  answer: 'yes' | 'no' | null,
): void {
  setPlace('exam', { selection: String(about.rule) })
  bench.call('exam.answer', { ...about, answer }).then(EXAM.show, showFailure)
}

export function saveExamReport(bench: BenchClient): void {
  bench.call('exam.report', { format: 'html' }).then(({ name, text }) => {
    saveFile(new Blob([text], { type: 'text/html' }), name)
  }, showFailure)
}

/** The running or last exam; null if there was none. */
export const EXAM = createSharedValue<ExamSummary | null>(
  async (bench) => (await bench.call('exam.get', {})).exam,
  (exam, event) => (event.type === 'exam.changed' ? event.exam : exam),
)
