import { BenchError } from '../../protocol/bench-error'
import type { Handlers, ParsedParams } from '../../protocol/methods'
import type { PaymentSummary } from '../../protocol/payments'
import { isCardNumber } from '../../domain/card/card-number'
import { PAYMENT_QUERY_FIELDS } from '../../domain/query/fields'
import type { PaymentCommand, Register } from '../../domain/payment/commands'
import type { Payment } from '../../domain/payment/payment'
import { checkDebit, newSeries } from '../../domain/payment/series'
import type { Project } from '../../domain/project/project'
import { planFor } from '../../domain/provider/outcome'
import { accountOf, callbackPlan, debitParts } from '../../platform/payments/registration'
import type { BenchContext } from '../context'
import { paymentDetail } from './payment-detail'
import { paymentSummary } from '../../bench/views'
import { answerClarification, clarificationCurl, previewClarification, statusCurl } from './clarification'
import { errorOf, notFound, termsOf } from '../../bench/errors'
import { pageRequest } from '../../bench/paging'

type PaymentHandlers = Pick<Handlers, Extract<keyof Handlers, `payments.${string}`>>

const HAND_MADE_CARD = { holder: 'TEST CUSTOMER', month: 12, yearsAhead: 4 } as const

/** What the tester says of a payment; the rest is the same for all that are made by hand. */
type HandMade = Pick<
  Register,
  | 'kind'
  | 'operation'
  | 'paymentId'
  | 'sum'
  | 'customer'
  | 'account'
  | 'description'
  | 'plan'
  | 'debitOf'
  | 'series'
>

/** Everything about payments that the workbench and scripts can ask for. */
export function paymentHandlers(context: BenchContext): PaymentHandlers {
  const { store, ledger, projects, clock, ids, ports, addresses } = context

  const find = (key: string): { payment: Payment; project: Project } => {
    const payment = ledger.upToDate(key)
    if (payment === null) throw notFound('payment', key)
    const project = projects.byId(payment.projectId)
    if (project === null) throw notFound('project', String(payment.projectId))
    return { payment, project }
  }

  const summary = async (key: string): Promise<PaymentSummary> => {
    await store.committed()
    const row = store.payments.row(key)
    if (row === null) throw notFound('payment', key)
    return paymentSummary(row)
  }

  const run = async (key: string, command: PaymentCommand): Promise<PaymentSummary> => {
    const { project } = find(key)
    const { decision } = ledger.execute(key, command, project)
    if (!decision.ok) throw errorOf(decision.refusal)
    context.scheduler.wake()
    return summary(key)
  }

  const followUp = (
    type: 'capture' | 'cancel' | 'refund',
    { key, amount, outcome }: ParsedParams<'payments.capture'>,
  ): Promise<PaymentSummary> =>
    run(key, {
      type,
      by: 'tester',
      requestId: ids.requestId(find(key).project.projectId),
      amount: amount ?? null,
      currency: null,
      merchantRefundId: null,
      held: outcome === 'hold',
    })

  /** An id that no payment of the project has; made up where none is given. */
  const freePaymentId = (project: Project, given: string | undefined): string => {
    const paymentId = given ?? `bench-${ports.randomHex(8)}`
    if (paymentId.trim() !== paymentId) {
      throw invalid('paymentId', 'A payment id must not start or end with white space.')
    }
    const existing = ledger.byPaymentId(project.projectId, paymentId)
    if (existing !== null && existing.status !== 'error') {
      throw new BenchError(
        'conflict',
        `Project ${String(project.projectId)} has the payment ${existing.paymentId} already; letter case does not count. Use another id.`,
        [{ field: 'paymentId', message: 'is taken' }],
      )
    }
    return paymentId
  }

  /** Registers a payment that no merchant asked for. */
  const register = (project: Project, command: HandMade): Promise<PaymentSummary> => {
    const { decision, payment } = ledger.execute(
      null,
      {
        type: 'register',
        key: ids.paymentKey(),
        origin: 'workbench',
        method: 'card',
        requestId: ids.requestId(project.projectId),
        callbacks: callbackPlan(project),
        supplied: {},
        retries: null,
        ...command,
      },
      project,
    )
    if (!decision.ok || payment === null) throw new Error('A payment made by hand was refused')
    context.scheduler.wake()
    return summary(payment.key)
  }

  const chargeAgain = async ({
    key,
    amount,
    paymentId,
    outcome,
  }: ParsedParams<'payments.chargeAgain'>): Promise<PaymentSummary> => {
    const { payment, project } = find(key)
    const registration =
      payment.debitOf === undefined ? payment : ledger.bySeries(project.projectId, payment.debitOf.id)
    const checked = checkDebit(registration, payment.customer.id, clock.now())
    if (!checked.ok) throw errorOf(checked.refusal)
    const parts = debitParts(checked.registration, checked.series, project)
    return register(project, {
      ...parts,
      paymentId: freePaymentId(project, paymentId),
      sum: { amount: amount ?? payment.requested.amount, currency: checked.series.currency },
      customer: payment.customer,
      description: payment.description,
      plan: outcome === 'hold' ? [] : parts.plan,
    })
  }

  const create = async (params: ParsedParams<'payments.create'>): Promise<PaymentSummary> => {
    const project =
      params.projectId === undefined ? projects.defaultProject() : projects.byId(params.projectId)
    if (project === null) throw notFound('project', String(params.projectId))
    const paymentId = freePaymentId(project, params.paymentId)
    const { card } = params
    if (card !== undefined && !isCardNumber(card)) {
      throw invalid('card', 'A card number has 15 to 19 digits that pass the Luhn check.')
    }
    if (params.series !== undefined && card === undefined) {
      throw invalid('series', 'A series is charged to a card; give one.')
    }
    const year = new Date(clock.now()).getUTCFullYear() + HAND_MADE_CARD.yearsAhead
    return register(project, {
      kind: 'purchase',
      operation: params.operation ?? 'sale',
      paymentId,
      sum: { amount: params.amount, currency: params.currency },
      customer: { id: params.customerId ?? 'customer-1', phone: '' },
      account: card === undefined ? null : accountOf({ ...HAND_MADE_CARD, number: card, year }, ids),
      description: params.description ?? '',
      plan:
        params.outcome === 'card' && card !== undefined
          ? planFor({
              cardNumber: card,
              switches: { outcome: { mode: 'card' } },
              registersRecurring: params.series !== undefined,
              threeDSecure: false,
            })
          : [],
      ...(params.series === undefined
        ? {}
        : { series: newSeries(ids.accountId(), { type: params.series }, params.amount) }),
    })
  }

  return {
    'payments.list': (params) => {
      const page = store.payments.list({
        ...pageRequest(params, clock.now()),
        terms: termsOf(params.query, PAYMENT_QUERY_FIELDS),
        projectId: params.projectId,
      })
      return { ...page, items: page.items.map(paymentSummary) }
    },
    'payments.get': ({ key }) =>
      paymentDetail({
        ...find(key),
        store,
        crypto: ports.crypto,
        addresses: addresses(),
        now: clock.now(),
      }),
    'payments.create': create,
    'payments.previewClarification': ({ key, fields }) => {
      const { payment, project } = find(key)
      return previewClarification(context, payment, project, fields)
    },
    'payments.requestClarification': ({ key, fields }) => run(key, { type: 'requestClarification', fields }),
    'payments.answerClarification': async ({ key, additionalData }) => {
      const { payment, project } = find(key)
      return answerClarification(context, payment, project, additionalData)
    },
    'payments.expireClarification': ({ key }) => run(key, { type: 'expireClarification' }),
    'payments.complete': ({ key, outcome, code, message }) =>
      run(key, {
        type: 'complete',
        outcome,
        code: code ?? null,
        ...(message === undefined ? {} : { message }),
      }),
    'payments.capture': (params) => followUp('capture', params),
    'payments.cancel': (params) => followUp('cancel', params),
    'payments.refund': (params) => followUp('refund', params),
    'payments.chargeAgain': chargeAgain,
    'payments.cancelSeries': ({ key }) =>
      run(key, {
        type: 'changeSeries',
        change: 'cancel',
        by: 'tester',
        requestId: ids.requestId(find(key).project.projectId),
        fields: {},
      }),
    'payments.curl': ({ key, request }) => {
      const { payment, project } = find(key)
      return {
        curl:
          request === 'status'
            ? statusCurl(context, payment, project)
            : clarificationCurl(context, payment, project),
      }
    },
  }
}

function invalid(field: string, message: string): BenchError {
  return new BenchError('invalid_params', `${field}: ${message}`, [{ field, message }])
}
