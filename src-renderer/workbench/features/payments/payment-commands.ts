import type { BenchClient } from '#protocol/client'
import type { MethodName } from '#protocol/methods'
import type { PaymentAction, PaymentSummary } from '#protocol/payments'
import { assertNever } from '#lib/assert-never'
import { copyReport, saveReport } from '#window/features/reports/report-commands'
import { beginRuleLike } from '#window/features/faults/fault-commands'
import { openAnnotation } from '#window/navigation/open-annotation'
import { copyPaymentLink } from '#window/navigation/copy-link'
import { copyText } from '#window/lib/clipboard'
import type { IconName } from '#window/lib/icon-paths.tsx'
import { announce } from '#window/state/announcements'
import { beginRecorded } from '#window/features/scenarios/scenario-commands'
import { openDialog } from '#window/state/dialogs'
import { isRejected } from '#window/state/refusal'
import { reasonOf, showFailure, showToast } from '#window/state/toasts'

/** A command on one payment, as menus and the palette offer it. */
export interface PaymentCommand {
  readonly name:
    | PaymentAction
    | 'copyStatusCurl'
    | 'copyId'
    | 'copyLink'
    | 'annotate'
    | 'saveReport'
    | 'copyReport'
    | 'duplicate'
    | 'saveScenario'
    | 'copyTest'
    | 'faultRule'
  readonly label: string
  readonly icon: IconName
}

/** What the actions on a payment are called, wherever they are offered. */
export const ACTION_LABELS: Readonly<
  Record<PaymentAction, { readonly label: string; readonly icon: IconName }>
> = {
  requestClarification: { label: 'Request clarification…', icon: 'state-clarification' },
  answerClarification: { label: 'Answer as the merchant…', icon: 'arrow' },
  expireClarification: { label: 'Expire now…', icon: 'state-expired' },
  approve: { label: 'Approve', icon: 'state-success' },
  decline: { label: 'Decline…', icon: 'state-decline' },
  capture: { label: 'Capture…', icon: 'state-capture' },
  cancel: { label: 'Cancel…', icon: 'state-dropped' },
  refund: { label: 'Refund…', icon: 'state-refund' },
  chargeAgain: { label: 'Charge again…', icon: 'plus' },
  cancelSeries: { label: 'Cancel the series', icon: 'state-dropped' },
}

/** What a command calls, at once or by its dialog; undefined: it only copies. */
const DOES: Readonly<Record<PaymentCommand['name'], MethodName | undefined>> = {
  requestClarification: 'payments.requestClarification',
  answerClarification: 'payments.answerClarification',
  expireClarification: 'payments.expireClarification',
  approve: 'payments.complete',
  decline: 'payments.complete',
  capture: 'payments.capture',
  cancel: 'payments.cancel',
  refund: 'payments.refund',
  chargeAgain: 'payments.chargeAgain',
  cancelSeries: 'payments.cancelSeries',
  copyStatusCurl: undefined,
  copyId: undefined,
  copyLink: undefined,
  annotate: 'annotations.set',
  saveReport: undefined,
  copyReport: undefined,
  duplicate: 'payments.create',
  saveScenario: 'scenarios.record',
  copyTest: 'scenarios.record',
  faultRule: 'faults.put',
}

export function whatDoes(name: PaymentCommand['name']): MethodName | undefined {
  return DOES[name]
}

const ALWAYS: readonly PaymentCommand[] = [
  { name: 'copyStatusCurl', label: 'Copy status request as curl', icon: 'terminal' },
  { name: 'copyId', label: 'Copy payment id', icon: 'copy' },
  { name: 'copyLink', label: 'Copy link', icon: 'copy' },
  { name: 'annotate', label: 'Note and labels…', icon: 'note' },
  { name: 'saveReport', label: 'Save report', icon: 'download' },
  { name: 'copyReport', label: 'Copy report as Markdown', icon: 'copy' },
  { name: 'duplicate', label: 'Duplicate…', icon: 'plus' },
  { name: 'saveScenario', label: 'Save as scenario…', icon: 'scenarios' },
  { name: 'copyTest', label: 'Copy as Playwright test', icon: 'copy' },
  { name: 'faultRule', label: 'New fault rule for this payment…', icon: 'warn' },
]

/** Commands for a payment whose allowed actions are known. */
export function commandsOf(actions: readonly PaymentAction[]): readonly PaymentCommand[] {
  return [...actions.map((name) => ({ name, ...ACTION_LABELS[name] })), ...ALWAYS]
}

async function copy(text: string, done: string): Promise<void> {
  if (!(await copyText(text))) {
    throw new Error('The clipboard could not be written. Allow this page to use it and try again.')
  }
  showToast({ icon: 'copy', text: done })
}

async function perform(
  bench: BenchClient,
  name: PaymentCommand['name'],
  payment: PaymentSummary,
): Promise<void> {
  const { key, paymentId } = payment
  switch (name) {
    case 'requestClarification':
    case 'answerClarification':
    case 'decline':
    case 'expireClarification':
      openDialog({ kind: name, paymentKey: key })
      return
    case 'capture':
    case 'cancel':
    case 'refund':
    case 'chargeAgain':
      openDialog({ kind: 'amount', paymentKey: key, action: name })
      return
    case 'approve':
      await bench.call('payments.complete', { key, outcome: 'success' })
      announce(`${paymentId} approved`)
      return
    case 'cancelSeries':
      await bench.call('payments.cancelSeries', { key })
      announce(`The series of ${paymentId} cancelled`)
      return
    case 'copyStatusCurl': {
      const { curl } = await bench.call('payments.curl', { key, request: 'status' })
      await copy(curl, `Copied the status request of ${paymentId} as curl`)
      return
    }
    case 'copyId':
      await copy(paymentId, `Copied ${paymentId}`)
      return
    case 'copyLink':
      copyPaymentLink(payment)
      return
    case 'annotate':
      openAnnotation(bench, { kind: 'payment', id: key })
      return
    case 'saveReport':
      saveReport(bench, { kind: 'keys', keys: [key] })
      return
    case 'copyReport':
      copyReport(bench, { kind: 'keys', keys: [key] })
      return
    case 'duplicate':
      openDialog({ kind: 'newPayment', duplicateOf: key })
      return
    case 'saveScenario': {
      await beginRecorded(bench, [key])
      return
    }
    case 'copyTest': {
      const { text, omitted } = await bench.call('scenarios.record', {
        keys: [key],
        format: 'playwright',
        expects: 'what matters',
      })
      const gaps = omitted.length === 0 ? '' : `. Its first lines name what it leaves out (${omitted.length})`
      await copy(text, `Copied ${paymentId} as a Playwright test${gaps}`)
      return
    }
    case 'faultRule':
      beginRuleLike(payment)
      return
    default:
      assertNever(name)
  }
}

/** Runs a command; a refusal is shown with the bench's message. */
export function runPaymentCommand(
  bench: BenchClient,
  name: PaymentCommand['name'],
  payment: PaymentSummary,
): void {
  const does = whatDoes(name)
  if (does !== undefined && isRejected(bench, does)) return
  perform(bench, name, payment).catch(showFailure)
}

/** The actions that the bench allows for a payment right now. */
export async function actionsOf(bench: BenchClient, key: string): Promise<readonly PaymentAction[]> {
  try {
    return (await bench.call('payments.get', { key, maxSteps: 1 })).actions
  } catch (error) {
    showToast({ icon: 'state-failed', text: reasonOf(error) })
    return []
  }
}
