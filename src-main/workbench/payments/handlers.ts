import type { PaymentKey } from '#domain/ids'
import { errorOf } from '#core/errors'
import { present } from '#lib/members'
import { pageRequest, paymentSummary } from '#core/views'
import type { PaymentCommand } from '#domain/payment/commands'
import { PAYMENT_QUERY_FIELDS } from '#domain/query/fields'
import type { Handlers, ParsedParams } from '#protocol/methods'
import type { PaymentSummary } from '#protocol/payments'
import type { BenchContext } from '#workbench/payment-engine'
import { answerClarification, answerCurl, previewClarification, statusCurl } from './clarification'
import { committedSummary, findPayment, paymentDetail } from './payment-detail'
import { chargeAgain, createByHand } from './hand-made'

export function paymentHandlers(context: BenchContext) {
  const { store, clock, ids } = context

  const run = (key: PaymentKey, command: PaymentCommand): Promise<PaymentSummary> => {
    const { project } = findPayment(context, key)
    const { decision } = context.paymentService.execute(key, command, project)
    if (!decision.ok) throw errorOf(decision.refusal)
    context.scheduler.wake()
    return committedSummary(context, key)
  }

  const requestIdFor = (key: PaymentKey): string => ids.requestId(findPayment(context, key).project.projectId)

  const followUp = (
    type: 'capture' | 'cancel' | 'refund',
    { key, amount, outcome }: ParsedParams<'payments.capture'>,
  ): Promise<PaymentSummary> =>
    run(key, {
      type,
      by: 'tester',
      requestId: requestIdFor(key),
      currency: null,
      merchantRefundId: null,
      amount: amount ?? null,
      held: outcome === 'hold',
    })

  return {
    'payments.list': async (params) => {
      const page = await store.payments.list(pageRequest(params, PAYMENT_QUERY_FIELDS, clock.now()))
      return { ...page, items: page.items.map(paymentSummary) }
    },
    'payments.get': ({ key, maxSteps }) => paymentDetail(context, key, maxSteps ?? null),
    'payments.create': async (params) => createByHand(context, params),
    'payments.previewClarification': ({ key, fields }) => {
      const { payment, project } = findPayment(context, key)
      return previewClarification(context, payment, project, fields)
    },
    'payments.requestClarification': async ({ key, fields }) =>
      run(key, { type: 'requestClarification', fields }),
    'payments.answerClarification': async ({ key, additionalData }) => {
      const { payment, project } = findPayment(context, key)
      return answerClarification(context, payment, project, additionalData)
    },
    'payments.expireClarification': async ({ key }) => run(key, { type: 'expireClarification' }),
    'payments.resendCode': async ({ key }) =>
      run(key, { type: 'resendCode', by: 'tester', requestId: requestIdFor(key) }),
    'payments.complete': async ({ key, outcome, code, message }) =>
      run(key, { type: 'complete', outcome, code: code ?? null, ...present({ message }) }),
    'payments.decideAtProvider': async ({ key, outcome, amount, later }) =>
      run(key, {
        type: 'decideAtProvider',
        by: 'tester',
        outcome,
        amount: amount ?? null,
        later: later ?? null,
      }),
    'payments.capture': async (params) => followUp('capture', params),
    'payments.cancel': async (params) => followUp('cancel', params),
    'payments.refund': async (params) => followUp('refund', params),
    'payments.chargeAgain': async (params) => chargeAgain(context, params),
    'payments.cancelSeries': async ({ key }) =>
      run(key, {
        type: 'changeSeries',
        change: 'cancel',
        by: 'tester',
        requestId: requestIdFor(key),
        fields: {},
      }),
    'payments.curl': ({ key, request }) => {
      const { payment, project } = findPayment(context, key)
      const write = request === 'status' ? statusCurl : answerCurl
      return { curl: write(context, payment, project) }
    },
  } satisfies Partial<Handlers>
}
