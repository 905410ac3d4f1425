import type { BenchClient } from '#protocol/client'
import type { Command } from '#window/commands/command'
import type { PaymentAction, PaymentDetail, PaymentSummary } from '#protocol/payments'
import { copyReport, saveReport } from '#window/features/reports/report-commands'
import { beginRuleLike } from '#window/features/faults/fault-commands'
import { copyPaymentLink, openAnnotation, openShop } from '#window/navigation/links'
import { announce, copyAndConfirm } from '#window/state/toasts'
import { replayAsItIs } from '#window/features/replay/replay-commands'
import { beginRecorded } from '#window/features/scenarios/scenario-commands'
import { type AmountAction, openDialog } from '#window/state/dialogs'
import type { IconName } from '#window/lib/icon-paths.tsx'
import type { PaymentKey } from '#domain/ids'
import { isFinal, isFirstOperation } from '#domain/payment/statuses'

export const NEW_PAYMENT: Command = {
  id: 'new',
  icon: 'plus',
  label: 'New payment…',
  keys: 'N',
  does: 'payments.create',
  run: () => openDialog({ kind: 'newPayment' }),
}

type PaymentCommand = Command<PaymentSummary & { readonly actions: readonly PaymentAction[] }>

const action = (id: PaymentAction, command: Omit<PaymentCommand, 'id' | 'when'>): PaymentCommand => ({
  whyNotOffered: ({ status }) => `Not possible: the payment’s status is ${status}.`,
  ...command,
  id,
  when: ({ actions }) => actions.includes(id),
})

const NO_SERIES = (): string => 'Not possible: the payment has no active series.'

/** Reads a payment with only one step of its timeline, which may have thousands. */
export const readPayment = (bench: BenchClient, key: PaymentKey): Promise<PaymentDetail> =>
  bench.call('payments.get', { key, maxSteps: 1 })

const dialogFor = (
  id: 'requestClarification' | 'answerClarification' | 'expireClarification' | 'decline' | 'leaveAsCustomer',
  label: string,
  icon: IconName,
): PaymentCommand =>
  action(id, {
    label,
    icon,
    does: `payments.${id === 'decline' ? 'complete' : id === 'leaveAsCustomer' ? 'decideAtProvider' : id}`,
    run: async (bench, { key }) => openDialog({ kind: id, payment: await readPayment(bench, key) }),
  })

const amountAction = (id: AmountAction, label: string, icon: IconName): PaymentCommand =>
  action(id, {
    label,
    icon,
    does: `payments.${id === 'payOtherAsCustomer' ? 'decideAtProvider' : id}`,
    run: async (bench, { key }) =>
      openDialog({ kind: 'amount', payment: await readPayment(bench, key), action: id }),
  })

const DECIDED = {
  paid: 'the customer paid',
  declined: 'the provider declined',
  cancelled: 'the customer cancelled',
} as const

/** Decides at the provider of a method in the customer's place. */
const asCustomer = (
  id: PaymentAction,
  outcome: keyof typeof DECIDED,
  label: string,
  icon: IconName,
): PaymentCommand =>
  action(id, {
    label,
    icon,
    isFinal: outcome !== 'paid',
    does: 'payments.decideAtProvider',
    async run(bench, { key, paymentId }) {
      await bench.call('payments.decideAtProvider', { key, outcome })
      announce(`${paymentId}: ${DECIDED[outcome]}`)
    },
  })

/** First those of the toolbar, in its order: the first that a payment offers is its main button. */
export const PAYMENT_ACTIONS: Readonly<
  Record<PaymentAction | 'extend' | 'duplicate' | 'resendCallback', PaymentCommand>
> = {
  answerClarification: dialogFor('answerClarification', 'Answer as the merchant…', 'arrow'),
  openProvider: action('openProvider', {
    label: 'Provider’s page',
    sentence: 'Open the provider’s page as the customer',
    icon: 'state-customer',
    async run(bench, { key }) {
      const { providerUrl } = await readPayment(bench, key)
      if (providerUrl !== undefined) openShop(providerUrl)
    },
  }),
  payAsCustomer: asCustomer('payAsCustomer', 'paid', 'Customer pays', 'state-success'),
  requestClarification: dialogFor('requestClarification', 'Request clarification…', 'state-clarification'),
  capture: amountAction('capture', 'Capture…', 'state-capture'),
  refund: amountAction('refund', 'Refund…', 'state-refund'),
  approve: action('approve', {
    label: 'Approve',
    icon: 'state-success',
    does: 'payments.complete',
    async run(bench, { key, paymentId }) {
      await bench.call('payments.complete', { key, outcome: 'success' })
      announce(`${paymentId} approved`)
    },
  }),
  decline: dialogFor('decline', 'Decline…', 'state-decline'),
  /** An empty answer from the merchant extends the wait. */
  extend: {
    id: 'extend',
    icon: 'state-scheduled',
    label: 'Extend',
    sentence: 'Extend the wait with an empty answer',
    when: ({ clarification }) => clarification !== undefined,
    does: 'payments.answerClarification',
    async run(bench, { key }) {
      const { status, body } = await bench.call('payments.answerClarification', { key, additionalData: {} })
      if (status !== 200) throw new Error(`The platform responded with ${status.toString()}: ${body}`)
      announce('Extended: the wait starts again (30 minutes at most)')
    },
  },
  resendCode: action('resendCode', {
    whyNotOffered: () => 'Not possible: the payment does not wait for a one-time code.',
    label: 'Resend the code',
    icon: 'phone',
    does: 'payments.resendCode',
    async run(bench, { key, paymentId }) {
      await bench.call('payments.resendCode', { key })
      announce(`${paymentId}: the customer gets a new code`)
    },
  }),
  chargeAgain: { ...amountAction('chargeAgain', 'Charge again…', 'plus'), whyNotOffered: NO_SERIES },
  duplicate: {
    id: 'duplicate',
    icon: 'plus',
    label: 'Duplicate…',
    does: 'payments.create',
    run: async (bench, { key }) => openDialog({ kind: 'newPayment', like: await readPayment(bench, key) }),
  },
  resendCallback: {
    id: 'resendCallback',
    icon: 'callbacks',
    label: 'Replay newest callback',
    sentence: 'Replay the newest callback of the payment as it is',
    does: 'callbacks.replay',
    when: ({ callbacks }) => callbacks.delivered + callbacks.failed > 0,
    whyNotOffered: () => 'Not possible: no callback has been sent.',
    async run(bench, { key }) {
      const { items } = await bench.call('callbacks.list', { paymentKey: key, limit: 1 })
      for (const { id } of items) await replayAsItIs(bench, id)
    },
  },
  expireClarification: {
    ...dialogFor('expireClarification', 'Expire and decline…', 'state-expired'),
    isFinal: true,
  },
  declineAsCustomer: asCustomer('declineAsCustomer', 'declined', 'Provider declines', 'state-decline'),
  cancelAsCustomer: asCustomer('cancelAsCustomer', 'cancelled', 'Customer cancels', 'state-dropped'),
  cancel: { ...amountAction('cancel', 'Cancel the authorisation…', 'state-dropped'), isFinal: true },
  cancelSeries: action('cancelSeries', {
    whyNotOffered: NO_SERIES,
    label: 'Cancel the series',
    icon: 'state-dropped',
    isFinal: true,
    does: 'payments.cancelSeries',
    async run(bench, { key, paymentId }) {
      await bench.call('payments.cancelSeries', { key })
      announce(`Cancelled the series of ${paymentId}`)
    },
  }),
  payOtherAsCustomer: amountAction('payOtherAsCustomer', 'Customer pays another amount…', 'state-success'),
  leaveAsCustomer: dialogFor('leaveAsCustomer', 'Customer leaves…', 'state-scheduled'),
}

const { payOtherAsCustomer, leaveAsCustomer, ...toolbar } = PAYMENT_ACTIONS

export const PAYMENT_TOOLBAR: readonly PaymentCommand[] = Object.values(toolbar)

const COPIES: readonly PaymentCommand[] = [
  {
    id: 'copyStatusCurl',
    icon: 'terminal',
    label: 'Copy status request as curl',
    keys: 'Ctrl C',
    async run(bench, { key, paymentId }) {
      const { curl } = await bench.call('payments.curl', { key, request: 'status' })
      await copyAndConfirm(curl, `Copied the status request of ${paymentId} as curl`)
    },
  },
  {
    id: 'copyAnswerCurl',
    icon: 'terminal',
    label: 'Copy the answer as curl',
    when: ({ clarification }) => clarification !== undefined,
    async run(bench, { key }) {
      const { curl } = await bench.call('payments.curl', { key, request: 'clarification' })
      await copyAndConfirm(curl, 'Copied the answer as curl')
    },
  },
  {
    id: 'copyId',
    icon: 'copy',
    label: 'Copy payment id',
    run: (_bench, { paymentId }) => copyAndConfirm(paymentId, `Copied ${paymentId}`),
  },
  {
    id: 'copyLink',
    icon: 'copy',
    label: 'Copy link',
    run: (_bench, payment) => copyPaymentLink(payment),
  },
  {
    id: 'copyReport',
    icon: 'copy',
    label: 'Copy report as Markdown',
    run: (bench, { key }) => copyReport(bench, { kind: 'keys', keys: [key] }),
  },
  {
    id: 'copyTest',
    icon: 'copy',
    label: 'Copy as Playwright test',
    does: 'scenarios.record',
    async run(bench, { key, paymentId }) {
      const { text, omitted } = await bench.call('scenarios.record', {
        keys: [key],
        format: 'playwright',
        expects: 'what matters',
      })
      const gaps = omitted.length === 0 ? '' : `. Its first lines name what it leaves out (${omitted.length})`
      await copyAndConfirm(text, `Copied ${paymentId} as a Playwright test${gaps}`)
    },
  },
]

const KEEPING: readonly PaymentCommand[] = [
  {
    id: 'annotate payment',
    icon: 'note',
    label: 'Note and labels…',
    keys: 'M',
    does: 'annotations.set',
    run: (bench, { key }) => openAnnotation(bench, { kind: 'payment', id: key }),
  },
  {
    id: 'saveReport',
    icon: 'download',
    label: 'Save report',
    run: (bench, { key }) => saveReport(bench, { kind: 'keys', keys: [key] }),
  },
  {
    id: 'saveScenario',
    icon: 'scenarios',
    label: 'Save as scenario…',
    does: 'scenarios.record',
    run: (bench, { key }) => beginRecorded(bench, [key]),
  },
  {
    id: 'faultRule',
    icon: 'warn',
    label: 'New fault rule for this payment…',
    does: 'faults.put',
    run: (_bench, payment) => beginRuleLike(payment),
  },
]

export const PAYMENT_MENU = [
  { label: 'Customer', commands: [payOtherAsCustomer, leaveAsCustomer] },
  { label: 'Copy', commands: COPIES },
  { label: 'Keep', commands: KEEPING },
]

export const ALL_PAYMENT_COMMANDS = [...PAYMENT_TOOLBAR, ...PAYMENT_MENU.flatMap(({ commands }) => commands)]

/** A later operation that has not ended, such as a refund that awaits clarification; null if there is none. */
export function openFollowUp({
  operations,
}: Pick<PaymentDetail, 'operations'>): PaymentDetail['operations'][number] | null {
  return operations.find(({ type, status }) => !isFirstOperation(type) && !isFinal(status)) ?? null
}
