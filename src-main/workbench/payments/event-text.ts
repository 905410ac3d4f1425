import { assertNever } from '#lib/assert-never'
import { countFields } from '#domain/clarification/fields'
import type { Actor, PaymentEvent } from '#domain/payment/events'
import type { Attempts, Money, Payment } from '#domain/payment/payment'
import { isFirstOperation } from '#domain/payment/statuses'
import { resultMessage } from '#domain/result-code/result-codes'
import { formatMinorUnits } from '#lib/money/minor-units'
import type { Party, TimelineStep } from '#protocol/payments'
import { iso } from '#core/views'

type EventText = Pick<TimelineStep, 'from' | 'to' | 'title' | 'detail'>

const PARTY: Readonly<Record<Actor, Party>> = {
  provider: 'provider',
  platform: 'platform',
  tester: 'tester',
  merchant: 'merchant',
  customer: 'customer',
}

function money({ amount, currency }: Money): string {
  return `${formatMinorUnits(amount, currency).text} ${currency}`
}

function names(count: number): string {
  return count === 1 ? '1 field' : `${String(count)} fields`
}

/** What an event of a payment says in the timeline; null for one that a reader need not see. `after`: with the event. */
export function eventText(event: PaymentEvent, after: Payment): EventText | null {
  const operation = (id: number): string =>
    after.operations.find((item) => item.id === id)?.type ?? 'operation'
  switch (event.type) {
    case 'registered':
      return {
        from: ORIGIN[event.origin],
        to: 'platform',
        title:
          event.sum.amount === 0 ? `Registered: ${event.kind}` : `Payment registered, ${money(event.sum)}`,
      }
    case 'providerAsked':
      return {
        from: 'platform',
        to: 'provider',
        title: `${operation(event.operationId)} ${money(after.operations.find(({ id }) => id === event.operationId)?.sum ?? after.requested)}`,
        ...(event.dueAt === null ? { detail: "The tester decides the provider's response." } : {}),
      }
    case 'planAdvanced':
      return null
    case 'clarificationRequested':
      return {
        from: PARTY[event.by],
        to: 'platform',
        title: `${names(countFields(event.fields))} requested`,
        detail: `The merchant must answer by ${iso(event.expiresAt)}.`,
      }
    case 'clarificationSubmitted': {
      const left = countFields(event.remaining)
      const refused = event.refused.length === 0 ? '' : `, ${String(event.refused.length)} refused`
      return {
        from: 'platform',
        to: 'platform',
        title: event.complete
          ? 'Data complete, processing continues'
          : `${names(left)} ${left === 1 ? 'remains' : 'remain'}${refused}`,
        ...(event.complete ? {} : { detail: `The wait was restarted and ends at ${iso(event.expiresAt)}.` }),
      }
    }
    case 'challengeRequested':
      return {
        from: 'provider',
        to: 'customer',
        title: `3-D Secure challenge, version ${event.version}${event.fallback ? ' (fallback)' : ''}`,
        detail: `The customer must answer by ${iso(event.expiresAt)}.`,
      }
    case 'challengeFinished':
      return { from: 'customer', to: 'provider', title: CHALLENGE_ENDS[event.outcome] }
    case 'attemptStarted':
      return {
        from: 'customer',
        to: 'platform',
        title: `Attempt ${String(after.operations.filter(({ type }) => isFirstOperation(type)).length)} started`,
        ...(event.account === null ? {} : { detail: event.account.number }),
      }
    case 'attemptsEnded':
      return {
        from: event.cause === 'abandoned' ? 'customer' : 'platform',
        to: 'platform',
        title: ATTEMPT_ENDS[event.cause],
      }
    case 'waitEnded':
      return {
        from: event.cause === 'tester' ? 'tester' : 'platform',
        to: 'platform',
        title: WAIT_ENDS[event.cause],
      }
    case 'operationStarted':
      return {
        from: PARTY[event.by],
        to: 'platform',
        title: `${event.operation.type} of ${money(event.operation.sum)} started`,
      }
    case 'operationFinished':
      return {
        from: PARTY[event.by],
        to: 'platform',
        title: `${operation(event.operationId)}: ${event.status} ${event.code}`,
        detail: retryDetail(resultMessage(event.code, event.message), event.attempts),
      }
    case 'seriesChanged':
      return {
        from: PARTY[event.by],
        to: 'platform',
        title: event.series.isCanceled === true ? 'Series cancelled' : 'Series changed',
      }
    case 'seriesDue':
      return {
        from: 'platform',
        to: 'platform',
        title: `Payment ${String(event.n)} of the series is due`,
        detail: 'A separate payment with the same card.',
      }
    default:
      return assertNever(event)
  }
}

/** Who registered the payment. */
const ORIGIN = { api: 'platform', form: 'form', workbench: 'tester' } as const satisfies Readonly<
  Record<Payment['origin'], Party>
>

function retryDetail(message: string, attemptsLeft: Attempts | null): string {
  if (attemptsLeft === null) return message
  const { left, endsAt } = attemptsLeft
  const attempts = left === 1 ? '1 more attempt' : `${String(left)} more attempts`
  return `${message}. The customer has ${attempts} until ${iso(endsAt)}.`
}

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
  timeout: 'The 30-minute wait ended',
  deadline: 'The processing deadline passed',
  tester: 'The tester ended the wait',
} as const
