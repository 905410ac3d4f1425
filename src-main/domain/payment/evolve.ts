import { assertNever } from '#lib/error-text'
import type { EventOf, PaymentEvent } from './events'
import {
  activeOperation,
  asCustomerKnows,
  type Clarification,
  firstOperation,
  isCharged,
  openProviderPage,
  type Operation,
  operationSetAside,
  type Payment,
  type ProviderPage,
  SET_ASIDE,
  waitingPages,
} from './payment'
import { PENDING_CODE, SUCCESS_CODE } from '#domain/result-code/result-codes'
import { isFirstOperation, type OperationStatus, type PaymentStatus } from './statuses'
import type { OperationId } from '#domain/ids'

/** Only `registered` starts a payment; every other event needs one. */
export function evolve(payment: Payment | null, event: PaymentEvent): Payment {
  if (event.type === 'registered') return register(event)
  if (payment === null) throw new Error(`The event ${event.type} came before the payment was registered`)
  const touched: Payment = { ...payment, updatedAt: event.at }
  switch (event.type) {
    case 'providerAsked':
      return { ...touched, providerDueAt: event.dueAt }
    case 'planAdvanced':
      return { ...touched, plan: event.rest }
    case 'clarificationRequested':
      return requestClarification(touched, event)
    case 'clarificationSubmitted':
      return submitClarification(touched, event)
    case 'codeResent':
      return resendCode(touched, event)
    case 'challengeRequested':
      return requestChallenge(touched, event)
    case 'challengeFinished':
      return endChallenge(touched, event.at)
    case 'customerAsked':
      return askCustomer(touched, event)
    case 'customerDecided':
      return decideForCustomer(touched, event)
    case 'providerRequested':
      return { ...touched, nextProvider: event.providerId }
    case 'attemptStarted':
      return startAttempt(touched, event)
    case 'attemptsEnded':
      return settled({ ...touched, status: 'decline', attempts: null })
    case 'waitEnded':
      return { ...asCustomerKnows(touched), clarification: null, challenge: null }
    case 'operationStarted':
      return {
        ...touched,
        operations: [...touched.operations, event.operation],
        merchantRefundIds:
          event.merchantRefundId === null
            ? touched.merchantRefundIds
            : [...touched.merchantRefundIds, event.merchantRefundId],
      }
    case 'operationFinished':
      return finishOperation(touched, event)
    case 'seriesChanged':
      return { ...touched, series: event.series, operations: [...touched.operations, event.operation] }
    case 'seriesDue':
      return countDue(touched, event.n)
    default:
      return assertNever(event)
  }
}

function register({ type: _, at, kind, sum, operation, ...event }: EventOf<'registered'>): Payment {
  return {
    ...event,
    type: kind,
    status: event.debitOf?.isScheduled === true ? 'scheduled recurring processing' : 'processing',
    requested: sum,
    real: sum,
    held: 0,
    refunded: 0,
    operations: [operation],
    providerDueAt: null,
    clarification: null,
    challenge: null,
    retriesEndAt: null,
    attempts: null,
    completingRequests: [],
    merchantRefundIds: [],
    avsResult: null,
    resultCode: PENDING_CODE,
    createdAt: at,
    updatedAt: at,
    holdEndsAt: null,
    succeededAt: null,
  }
}

function countDue(payment: Payment, n: number): Payment {
  const { series } = payment
  const schedule = series?.schedule
  if (series === undefined || schedule === undefined) return payment
  return { ...payment, series: { ...series, schedule: { ...schedule, since: schedule.since + 1, made: n } } }
}

function withOperation(payment: Payment, id: number, change: Partial<Operation>): readonly Operation[] {
  return payment.operations.map((each) => (each.id === id ? { ...each, ...change } : each))
}

function withOperationStatus(
  payment: Payment,
  id: number,
  status: OperationStatus,
  at: number,
): readonly Operation[] {
  return withOperation(payment, id, { status, updatedAt: at })
}

function requestClarification(payment: Payment, event: EventOf<'clarificationRequested'>): Payment {
  const resumes = resumptionOf(payment, event.operationId)
  return {
    ...payment,
    status: 'awaiting clarification',
    providerDueAt: null,
    operations: withOperationStatus(payment, event.operationId, 'awaiting clarification', event.at),
    ...(resumes === null ? {} : { resultCode: PENDING_CODE, resultMessage: '' }),
    clarification: {
      operationId: event.operationId,
      ...(resumes === null ? {} : { resumes }),
      requested: event.fields,
      remaining: event.fields,
      expects: event.expects,
      ...(event.code === undefined ? {} : { code: event.code }),
      accepted: {},
      refused: [],
      detectedAt: event.at,
      expiresAt: event.expiresAt,
      cappedByDeadline: event.cappedByDeadline,
    },
  }
}

/** What to restore once a later operation is clarified; null for a first operation: processing resumes (4.4, 6.16). */
function resumptionOf(
  payment: Payment,
  operationId: OperationId,
): NonNullable<Clarification['resumes']> | null {
  const operation = payment.operations.find(({ id }) => id === operationId)
  if (operation === undefined || isFirstOperation(operation.type)) return null
  const { status, resultCode, resultMessage = '' } = payment
  return { status, resultCode, resultMessage }
}

function requestChallenge(payment: Payment, event: EventOf<'challengeRequested'>): Payment {
  const { type: _, at, ...challenge } = event
  return {
    ...payment,
    status: 'awaiting 3ds result',
    providerDueAt: null,
    operations: withOperationStatus(payment, event.operationId, 'awaiting 3ds result', at),
    challenge: { ...challenge, requestedAt: at },
  }
}

function endChallenge(payment: Payment, at: number): Payment {
  const open = payment.challenge
  if (open === null) throw new Error('A challenge was finished while none was open')
  return {
    ...payment,
    status: 'processing',
    challenge: null,
    operations: withOperationStatus(payment, open.operationId, 'processing', at),
  }
}

function askCustomer(payment: Payment, event: EventOf<'customerAsked'>): Payment {
  const { type: _, at, ...page } = event
  const status = page.way === 'redirect' ? 'awaiting redirect result' : 'awaiting customer action'
  return {
    ...payment,
    status,
    providerDueAt: null,
    // The processing deadline does not cut the customer's time (contract 16.4).
    deadlineAt: Math.max(payment.deadlineAt, page.expiresAt),
    operations: withOperationStatus(payment, event.operationId, status, at),
    providerPage: { ...page, askedAt: at, outcome: null, later: null },
  }
}

/** A customer who leaves decides nothing: the payment waits until its time is over or the later result is due. */
function decideForCustomer(
  payment: Payment,
  { at, operationId, outcome, amount, later }: EventOf<'customerDecided'>,
): Payment {
  const decidedOn = ({ planned: _, ...page }: ProviderPage): ProviderPage => ({
    ...page,
    outcome,
    ...(amount === null ? {} : { paidAmount: amount }),
    later,
  })
  const { providerPage, setAside = [] } = payment
  if (operationId !== undefined && operationId !== providerPage?.operationId) {
    const pages = setAside.map((page) => (page.operationId === operationId ? decidedOn(page) : page))
    return { ...payment, setAside: pages }
  }
  if (providerPage === undefined) throw new Error('A customer decided without having been asked')
  const decided: Payment = { ...payment, providerPage: decidedOn(providerPage) }
  if (outcome === 'left') return decided
  const operations = withOperationStatus(payment, providerPage.operationId, 'processing', at)
  return { ...decided, status: 'processing', operations }
}

function startAttempt(before: Payment, event: EventOf<'attemptStarted'>): Payment {
  const { nextProvider: _, ...payment } = withEarlierPage(before, event.at)
  return {
    ...payment,
    status: 'processing',
    attempts: null,
    account: event.account,
    supplied: { ...payment.supplied, ...event.supplied },
    plan: event.plan,
    operations: [...payment.operations, event.operation],
    avsResult: null,
    resultCode: event.operation.code,
    resultMessage: '',
  }
}

/**
 * The page of the last attempt still shows what was decided (contract 16.5). If the next attempt replaces it, the
 * customer may still pay there (contract 16.7).
 */
function withEarlierPage(payment: Payment, at: number): Payment {
  const { providerPage: page, setAside = [], ...rest } = payment
  if (page === undefined) return payment
  const operations =
    openProviderPage(payment) === null
      ? payment.operations
      : withOperationStatus(payment, page.operationId, SET_ASIDE, at)
  return { ...rest, operations, setAside: [...setAside, page] }
}

function submitClarification(payment: Payment, event: EventOf<'clarificationSubmitted'>): Payment {
  const open = payment.clarification
  if (open === null) throw new Error('A clarification was submitted while none was open')
  const supplied = { ...payment.supplied, ...event.accepted }
  if (!event.complete) {
    const { accepted, remaining, refused, expiresAt, cappedByDeadline, code } = event
    const next = { ...open, accepted, remaining, refused, expiresAt, cappedByDeadline }
    return { ...payment, supplied, clarification: code === undefined ? next : { ...next, code } }
  }
  const { resumes } = open
  return {
    ...payment,
    ...(resumes ?? { status: 'processing' }),
    supplied,
    clarification: null,
    operations: withOperationStatus(payment, open.operationId, 'processing', event.at),
    completingRequests: [
      ...payment.completingRequests,
      { fingerprint: event.fingerprint, requestId: event.requestId },
    ],
  }
}

/** The reasons for refusing an earlier code do not apply to the new one. */
function resendCode(payment: Payment, { code }: EventOf<'codeResent'>): Payment {
  const open = payment.clarification
  if (open === null) throw new Error('A code was sent again while none was requested')
  return { ...payment, clarification: { ...open, code, refused: [] } }
}

function finishOperation(payment: Payment, event: EventOf<'operationFinished'>): Payment {
  const operation = payment.operations.find(({ id }) => id === event.operationId)
  if (operation === undefined) throw new Error('An operation that never started was finished')
  const { at: updatedAt, status, code, provider, message = '' } = event
  const operations = withOperation(payment, operation.id, { status, code, message, updatedAt, provider })
  const success = status === 'success'
  if (operationSetAside(payment, operation.id) !== null) {
    const after: Payment = { ...payment, operations }
    return settled(success ? charge(after, event, operation) : after)
  }
  const ended: Payment = {
    ...asCustomerKnows(payment),
    operations,
    clarification: null,
    challenge: null,
    providerDueAt: null,
    avsResult: event.avsResult ?? payment.avsResult,
  }
  switch (operation.type) {
    case 'sale':
    case 'auth':
    case 'account verification':
    case 'payout':
    case 'recurring':
      return settled(finishFirst(ended, event, operation))
    case 'capture':
      if (!success) return ended
      return {
        ...ended,
        status: 'success',
        real: operation.sum,
        held: 0,
        holdEndsAt: null,
        succeededAt: event.at,
      }
    case 'cancel': {
      if (!success) return ended
      const held = ended.held - operation.sum.amount
      return held > 0
        ? { ...ended, held }
        : {
            ...ended,
            status: 'canceled',
            held: 0,
            holdEndsAt: null,
            resultCode: event.code,
            resultMessage: '',
          }
    }
    case 'refund':
    case 'reversal':
      return success ? giveBack(ended, operation.sum.amount, RETURNED[operation.type]) : ended
    default:
      return ended
  }
}

function finishFirst(payment: Payment, event: EventOf<'operationFinished'>, operation: Operation): Payment {
  const ended: Payment = { ...payment, plan: [], resultCode: event.code, resultMessage: event.message ?? '' }
  if (event.status === 'decline') {
    const { attempts } = event
    return attempts === null
      ? { ...ended, status: 'decline' }
      : { ...ended, status: 'awaiting customer', attempts, retriesEndAt: attempts.endsAt }
  }
  const charged = charge(ended, event, operation)
  return operation.type === 'auth'
    ? {
        ...ended,
        status: 'awaiting capture',
        real: charged.real,
        held: charged.real.amount,
        holdEndsAt: event.holdEndsAt,
      }
    : { ...charged, status: 'success' }
}

/** The payment with what the operation has charged; several attempts may be charged (contract 16.7). */
function charge(
  payment: Payment,
  { at, approvedAmount }: EventOf<'operationFinished'>,
  { id, sum }: Operation,
): Payment {
  const earlier = payment.operations.some((other) => other.id !== id && isCharged(other))
  const amount = (approvedAmount ?? sum.amount) + (earlier ? payment.real.amount : 0)
  return { ...payment, attempts: null, real: { ...sum, amount }, succeededAt: at }
}

/** With earlier attempts at providers, the result is known once every attempt has one: a success if one was charged. */
function settled(payment: Payment): Payment {
  const { setAside, attempts, operations, status } = payment
  if (setAside === undefined || attempts !== null || activeOperation(payment) !== null) return payment
  if (waitingPages(payment).length > 0) {
    return { ...payment, status: SET_ASIDE, resultCode: PENDING_CODE, resultMessage: '' }
  }
  if (status === 'awaiting capture') return payment
  if (operations.some(isCharged)) {
    return { ...payment, status: 'success', resultCode: SUCCESS_CODE, resultMessage: '' }
  }
  const { code, message = '' } = firstOperation(payment)
  return { ...payment, status: 'decline', resultCode: code, resultMessage: message }
}

const RETURNED = {
  refund: { whole: 'refunded', part: 'partially refunded' },
  reversal: { whole: 'reversed', part: 'partially reversed' },
} as const

function giveBack(
  payment: Payment,
  amount: number,
  statuses: Readonly<Record<'whole' | 'part', PaymentStatus>>,
): Payment {
  const refunded = payment.refunded + amount
  return { ...payment, refunded, status: statuses[refunded >= payment.real.amount ? 'whole' : 'part'] }
}
