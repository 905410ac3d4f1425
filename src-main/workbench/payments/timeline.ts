import { assertNever } from '#lib/error-text'
import { endpointOf } from '#domain/api/endpoints'
import { WAY_WORDS } from '#domain/method/method'
import type { TimerName } from '#domain/payment/commands'
import { MESSAGE_WORDS } from '#domain/payment/callbacks'
import { evolve } from '#domain/payment/evolve'
import type { Attempts, Money, Payment, SentCode } from '#domain/payment/payment'
import { firstDuePage, timersOf } from '#domain/payment/timers'
import { NOT_PAID_CODE, NOT_RETURNED_CODE, resultMessage } from '#domain/result-code/result-codes'
import { type MessageMark, notableMarks, RELEASED, repeatWord } from '#protocol/messages'
import type { Party, TimelineStep } from '#protocol/payments'
import type { Project } from '#domain/project/project'
import type { AttemptOutline, CallbackRow, EventRecord, ExchangeRow } from '#store/records'
import { fromEvent } from '#platform/payments/payment-writer'
import { iso } from '#core/views'
import { countFields } from '#domain/clarification/fields'
import type { PaymentEvent } from '#domain/payment/events'
import { isFirstOperation } from '#domain/payment/statuses'
import { moment } from '#lib/time/time'
import { amountText } from '#lib/money/minor-units'
import { present } from '#lib/members'
import { counted } from '#lib/words'

interface PaymentRecords {
  readonly payment: Payment
  readonly project: Project
  readonly events: readonly EventRecord[]
  readonly exchanges: readonly ExchangeRow[]
  readonly callbacks: readonly {
    readonly row: CallbackRow
    readonly attempts: readonly AttemptOutline[]
    /** What Paybench's own receiver got, oldest first. */
    readonly captures: readonly Pick<ExchangeRow, 'wallReceivedAt' | 'marks'>[]
  }[]
}

interface Entry {
  readonly at: number
  /**
   * Wall time, which orders events at one virtual time of a frozen clock. `Infinity` for steps without one: planned
   * steps and unsent callbacks. Null if an older version did not store it.
   */
  readonly wallAt: number | null
  /** Order within one millisecond: causes before their effects. */
  readonly rank: number
  readonly step: TimelineStep
}

/** Events, messages and planned steps of a payment in order of time. */
export function timelineOf(records: PaymentRecords): TimelineStep[] {
  const entries = [
    ...records.exchanges.filter(({ source }) => source !== 'capture').map(exchangeStep),
    ...eventSteps(records.events),
    ...records.callbacks.flatMap(attemptSteps),
    ...records.callbacks.flatMap(unsentStep),
    ...plannedSteps(records),
  ]
  // If one wall time is missing, none is compared: otherwise the order would not be transitive.
  const timed = entries.every(({ wallAt }) => wallAt !== null)
  return entries
    .map((entry, index) => ({ ...entry, wallAt: timed ? (entry.wallAt ?? 0) : 0, index }))
    .sort((a, b) => a.at - b.at || compare(a.wallAt, b.wallAt) || a.rank - b.rank || a.index - b.index)
    .map(({ step }) => step)
}

/** Not a subtraction: `Infinity - Infinity` is NaN. */
function compare(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1
}

function placeStep(
  rank: number,
  at: number,
  wallAt: number | null,
  step: Omit<TimelineStep, 'at' | 'wallAt'>,
): Entry {
  const shown = wallAt === null || wallAt === Infinity ? {} : { wallAt: iso(wallAt) }
  return { rank, at, wallAt, step: { at: iso(at), ...shown, ...step } }
}

/** Addresses of the provider's page (contract 16.5), which the platform's listener serves beside the form. */
const PROVIDER_PAGE = '/provider/'

/** Who sent a request to whom, and its address in words. */
interface Route extends Pick<TimelineStep, 'from' | 'to'> {
  readonly name: string
}

function routeOf({ source, target }: ExchangeRow): Route {
  const path = target.split('?', 1)[0] ?? ''
  const name = endpointOf(path)?.label ?? path
  if (source !== 'form') return { from: 'merchant', to: 'platform', name }
  return path.startsWith(PROVIDER_PAGE)
    ? { from: 'customer', to: 'provider', name: 'provider’s page' }
    : { from: 'customer', to: 'form', name }
}

function exchangeStep(row: ExchangeRow): Entry {
  const { name, ...parties } = routeOf(row)
  const refused = row.responseStatus !== null && row.responseStatus >= 400
  return placeStep(0, row.receivedAt, row.wallReceivedAt, {
    id: row.id,
    ...parties,
    title: `${row.method} ${name}`,
    kind: 'message',
    sizeBytes: row.sizeBytes,
    reference: { type: 'exchange', id: row.id },
    ...present({ answer: row.responseStatus?.toString(), durationMs: row.durationMs }),
    ...(refused ? { failed: true } : {}),
    ...(row.refusal === null ? {} : { detail: `${row.refusal.code}: ${row.refusal.message}` }),
  })
}

function attemptSteps({ row, attempts, captures }: PaymentRecords['callbacks'][number]): readonly Entry[] {
  const attemptTexts = new Set(attempts.flatMap(({ marks }) => marks.map(({ text }) => text)))
  const callbackMarks = row.marks.filter(({ text }) => !attemptTexts.has(text))
  return attempts.map((attempt, at) => {
    const until = attempts[at + 1]?.wallSentAt ?? Infinity
    const captured = captures.filter(
      ({ wallReceivedAt }) => wallReceivedAt >= attempt.wallSentAt && wallReceivedAt < until,
    )
    // Marks have no times, but a callback that was stopped and then delivered was released before that attempt.
    const isAfterRelease = row.state === 'delivered' && at === attempts.length - 1
    const knownMarks = callbackMarks.filter(({ text }) => text !== RELEASED || isAfterRelease)
    return attemptStep(row, attempt, {
      marks: marksOf([...knownMarks, ...attempt.marks]),
      responseMarks: marksOf(captured.flatMap(({ marks }) => marks)),
    })
  })
}

/** Null if there are no notable marks. */
const marksOf = (all: readonly MessageMark[]): MessageMark[] | null => {
  const marks = notableMarks(all)
  return marks.length === 0 ? null : marks
}

function attemptStep(
  row: CallbackRow,
  attempt: AttemptOutline,
  marks: Readonly<Record<'marks' | 'responseMarks', MessageMark[] | null>>,
): Entry {
  const delivered = attempt.failureCode === null && attempt.status === 200
  return placeStep(2, attempt.sentAt, attempt.wallSentAt, {
    id: `${row.id}:${String(attempt.seq)}`,
    from: 'platform',
    to: 'merchant',
    title: callbackTitle(row, attempt.n),
    kind: 'message',
    sizeBytes: row.sizeBytes,
    reference: { type: 'callback', id: row.id },
    ...(attempt.finished ? { answer: attempt.status === null ? 'none' : String(attempt.status) } : {}),
    ...(attempt.finished && !delivered ? { failed: true } : {}),
    ...(row.replayOf === null ? {} : { delivery: 'replay' }),
    ...present({ durationMs: attempt.durationMs, detail: attempt.failureMessage, ...marks }),
  })
}

/** An unsent callback for which no attempt is planned: it was dropped, or is held until the tester releases it. */
function unsentStep({ row }: PaymentRecords['callbacks'][number]): readonly Entry[] {
  const { id, state, createdAt, nextAttemptAt, attemptCount, note } = row
  if (attemptCount > 0 || nextAttemptAt !== null || (state !== 'dropped' && state !== 'held')) return []
  return [
    placeStep(2, createdAt, Infinity, {
      id,
      from: 'platform',
      to: 'merchant',
      title: callbackTitle(row, 0),
      kind: 'message',
      delivery: state,
      reference: { type: 'callback', id },
      ...present({ detail: note, marks: marksOf(row.marks) }),
    }),
  ]
}

/** `n` counts the retries of the schedule; 0 is the first attempt. */
function callbackTitle(row: CallbackRow, n: number): string {
  const title = row.kind === 'other' ? 'composed message' : `${MESSAGE_WORDS[row.kind]} callback`
  const parts = [title, repeatWord(row), n === 0 ? null : `retry ${String(n)}`]
  return parts.filter((part) => part !== null).join(', ')
}

export const eventStepId = (seq: number): string => `event:${String(seq)}`

function eventSteps(events: readonly EventRecord[]): readonly Entry[] {
  let payment: Payment | null = null
  const steps: Entry[] = []
  for (const record of events) {
    const event = fromEvent(record.data)
    const before: Payment | null = payment
    const after = evolve(before, event)
    payment = after
    const text = eventText(event, after)
    if (text === null) continue
    steps.push(
      placeStep(1, event.at, event.wallAt, {
        id: eventStepId(record.seq),
        kind: 'event',
        ...text,
        ...(before?.status === after.status ? {} : { status: after.status }),
      }),
    )
  }
  return steps
}

function plannedSteps({ payment, project, callbacks }: PaymentRecords): readonly Entry[] {
  const timers = timersOf(payment).map(({ name, dueAt }) =>
    placeStep(3, dueAt, Infinity, {
      id: `planned:${name}`,
      from: name === 'provider' ? 'provider' : 'platform',
      to: 'platform',
      title: plannedTitle(name, payment, project),
      kind: 'planned',
    }),
  )
  const waiting = callbacks.filter(({ row }) => row.state !== 'delivering')
  const sends = waiting.flatMap(({ row }) => {
    const { id, state, nextN, nextAttemptAt: at } = row
    if (at === null) return []
    return placeStep(4, at, Infinity, {
      id: `planned:${id}`,
      from: 'platform',
      to: 'merchant',
      title: callbackTitle(row, nextN),
      kind: 'planned',
      ...(state === 'held' ? { delivery: state } : {}),
      reference: { type: 'callback', id },
    })
  })
  return [...timers, ...sends]
}

function plannedTitle(name: TimerName, payment: Payment, project: Project): string {
  const { clarificationTimeoutCode, deadlineCode, holdEnd } = project.switches
  const { clarification, challenge, series } = payment
  const deadline = `Processing deadline: decline ${deadlineCode}`
  switch (name) {
    case 'provider':
      return 'The provider responds'
    case 'clarification':
      return clarification?.cappedByDeadline === true
        ? deadline
        : `End of the 30-minute wait: decline ${clarificationTimeoutCode}`
    case 'challenge':
      return challenge?.cappedByDeadline === true
        ? deadline
        : `End of the 3-D Secure wait: decline ${NOT_RETURNED_CODE}`
    case 'customer': {
      const page = firstDuePage(payment)
      if (page?.planned !== undefined) return 'The customer decides, as the project says'
      return (page?.later ?? null) === null
        ? `End of the time to pay: decline ${NOT_PAID_CODE}`
        : 'The result after the customer left'
    }
    case 'attempts':
      return 'End of further attempts: the decline becomes final'
    case 'deadline':
      return deadline
    case 'hold':
      return `End of the hold: ${holdEnd}`
    case 'series':
      return `Payment ${String((series?.schedule?.made ?? 0) + 1)} of the series is due`
    default:
      return assertNever(name)
  }
}

type EventText = Pick<TimelineStep, 'from' | 'to' | 'title' | 'detail'>

const words = (from: Party, to: Party, title: string, detail?: string): EventText => ({
  from,
  to,
  title,
  ...present({ detail }),
})

const money = ({ amount, currency }: Money): string => amountText(amount, currency)

/** Added to a sentence if the provider has sent a one-time code (contract 16.4). */
const codeWords = (code: SentCode | undefined): string =>
  code === undefined ? '' : ` The customer must enter the one-time code by ${moment(iso(code.newAttemptAt))}.`

/**
 * Null for an event that a reader need not see.
 * @param after the payment as the event leaves it
 */
function eventText(event: PaymentEvent, after: Payment): EventText | null {
  const operation = (id: number) => after.operations.find((item) => item.id === id)
  switch (event.type) {
    case 'registered': {
      const { origin, kind, sum } = event
      const title = sum.amount === 0 ? `Registered: ${kind}` : `Payment registered, ${money(sum)}`
      return words(ORIGIN[origin], 'platform', title)
    }
    case 'providerAsked': {
      const asked = operation(event.operationId)
      const title = `${asked?.type ?? 'operation'} ${money(asked?.sum ?? after.requested)}`
      const detail = event.dueAt === null ? 'The tester decides the provider’s response.' : undefined
      return words('platform', 'provider', title, detail)
    }
    case 'planAdvanced':
      return null
    case 'clarificationRequested':
      return words(
        event.by,
        'platform',
        `${counted(countFields(event.fields), 'field')} requested`,
        `The merchant must answer by ${moment(iso(event.expiresAt))}.${codeWords(event.code)}`,
      )
    case 'clarificationSubmitted': {
      if (event.complete) return words('platform', 'platform', 'Data complete, processing continues')
      const left = countFields(event.remaining)
      const refused = event.refused.length === 0 ? '' : `, ${String(event.refused.length)} refused`
      return words(
        'platform',
        'platform',
        `${counted(left, 'field')} ${left === 1 ? 'remains' : 'remain'}${refused}`,
        `The wait was restarted and ends at ${moment(iso(event.expiresAt))}.${codeWords(event.code)}`,
      )
    }
    case 'codeResent':
      return words(
        event.by,
        'platform',
        'The one-time code is sent again',
        `The customer must enter the new code by ${moment(iso(event.code.newAttemptAt))}.`,
      )
    case 'challengeRequested':
      return words(
        'provider',
        'customer',
        `3-D Secure challenge, version ${event.version}${event.fallback ? ' (fallback)' : ''}`,
        `The customer must answer by ${moment(iso(event.expiresAt))}.`,
      )
    case 'challengeFinished':
      return words('customer', 'provider', CHALLENGE_ENDS[event.outcome])
    case 'customerAsked':
      return words(
        'provider',
        'customer',
        `The customer ${WAY_WORDS[event.way]}`,
        `The customer must pay by ${moment(iso(event.expiresAt))}.`,
      )
    case 'customerDecided': {
      const { amount, later } = event
      const paid = amount === null ? '' : `, ${money({ ...after.requested, amount })}`
      return words(
        event.by,
        'provider',
        `${CUSTOMER_DECISIONS[event.outcome]}${paid}`,
        later === null ? undefined : `The result, ${later.outcome}, follows at ${moment(iso(later.dueAt))}.`,
      )
    }
    case 'providerRequested':
      return words('merchant', 'platform', `The next provider is requested: ${String(event.providerId)}`)
    case 'attemptStarted': {
      const number = after.operations.filter(({ type }) => isFirstOperation(type)).length
      const by = event.operation.providerId === undefined ? 'customer' : 'merchant'
      return words(by, 'platform', `Attempt ${String(number)} started`, event.account?.number)
    }
    case 'attemptsEnded':
      return words(
        event.cause === 'abandoned' ? 'customer' : 'platform',
        'platform',
        ATTEMPT_ENDS[event.cause],
      )
    case 'waitEnded':
      return words(event.cause === 'tester' ? 'tester' : 'platform', 'platform', WAIT_ENDS[event.cause])
    case 'operationStarted':
      return words(event.by, 'platform', `${event.operation.type} of ${money(event.operation.sum)} started`)
    case 'operationFinished':
      return words(
        event.by,
        'platform',
        `${operation(event.operationId)?.type ?? 'operation'}: ${event.status} ${event.code}`,
        retryDetail(resultMessage(event.code, event.message), event.attempts),
      )
    case 'seriesChanged':
      return words(
        event.by,
        'platform',
        event.series.isCanceled === true ? 'Series cancelled' : 'Series changed',
      )
    case 'seriesDue':
      return words(
        'platform',
        'platform',
        `Payment ${String(event.n)} of the series is due`,
        'A separate payment with the same card.',
      )
    default:
      return assertNever(event)
  }
}

const ORIGIN: Record<Payment['origin'], Party> = { api: 'platform', form: 'form', workbench: 'tester' }

function retryDetail(message: string, attemptsLeft: Attempts | null): string {
  if (attemptsLeft === null) return message
  const { left, endsAt } = attemptsLeft
  return `${message}. The customer has ${counted(left, 'more attempt')} until ${moment(iso(endsAt))}.`
}

const CUSTOMER_DECISIONS = {
  paid: 'The customer paid',
  declined: 'The provider declined the payment',
  cancelled: 'The customer cancelled',
  left: 'The customer left the provider’s page',
} as const

const CHALLENGE_ENDS = {
  passed: 'Challenge passed',
  'wrong code': 'Challenge failed: wrong code',
  cancelled: 'Challenge cancelled by the customer',
} as const

const ATTEMPT_ENDS = {
  abandoned: 'The customer abandoned the payment',
  'time over': 'The time for further attempts is over',
} as const

const WAIT_ENDS = {
  timeout: 'The wait timed out',
  deadline: 'The processing deadline passed',
  tester: 'The tester ended the wait',
} as const
