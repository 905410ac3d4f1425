import type { BenchEvent } from '#protocol/events'
import type { CallbackSummary, ExchangeSummary } from '#protocol/messages'
import type { PaymentSummary } from '#protocol/payments'
import { foldPaymentId } from '#domain/payment/payment'
import { callbackKindName, callbackWord } from '#window/ui/states'
import { formatDuration, parseTime } from '#window/lib/time'
import type { TimelineEntry } from './timeline'
import type { ProjectId } from '#domain/ids'

/** The payment that the preview is about. */
export interface Subject {
  readonly projectId: ProjectId
  readonly paymentId: string
}

/** Both clocks at the arrival of an event, and virtual milliseconds per real millisecond. */
export interface Moment {
  readonly wallAt: number
  readonly virtualAt: number
  readonly rate: number
}

/** Events arrive in batches, a moment after they happened; a larger difference is a jump of the virtual clock. */
const MAX_DELAY_MS = 2000

/** Both times of an event that the bench recorded with its virtual time. */
function timesOf(
  iso: string,
  { wallAt, virtualAt, rate }: Moment,
): Pick<TimelineEntry, 'virtualAt' | 'wallAt'> {
  const at = parseTime(iso)
  const ago = rate > 0 ? (virtualAt - at) / rate : 0
  return { virtualAt: at, wallAt: wallAt - Math.min(MAX_DELAY_MS, Math.max(0, ago)) }
}

/** Whether something of the bench belongs to the payment; letter case of its id does not count (contract 3.1). */
export function isAbout(
  subject: Subject,
  {
    projectId,
    paymentId,
  }: { readonly projectId?: ProjectId | undefined; readonly paymentId?: string | undefined },
): boolean {
  return (
    projectId === subject.projectId &&
    paymentId !== undefined &&
    foldPaymentId(paymentId) === foldPaymentId(subject.paymentId)
  )
}

/** What a batch of events adds to the time line. `before`: the payment as it was last known. */
export function entriesOf(
  events: readonly BenchEvent[],
  subject: Subject,
  before: PaymentSummary | null,
  at: Moment,
): { readonly entries: readonly TimelineEntry[]; readonly payment: PaymentSummary | null } {
  const entries: TimelineEntry[] = []
  let payment = before
  for (const event of events) {
    if (event.type === 'payment.changed' && isAbout(subject, event.payment)) {
      if (event.payment.status !== payment?.status) entries.push(statusEntry(event.payment, payment, at))
      payment = event.payment
    }
    if (event.type === 'callback.changed' && isAbout(subject, event.callback)) {
      entries.push(callbackEntry(event.callback, at))
    }
    if (event.type === 'capture.added' && isAbout(subject, event.capture)) {
      entries.push(exchangeEntry('capture', event.capture))
    }
    if (event.type === 'exchange.added' && isAbout(subject, event.exchange)) {
      entries.push(exchangeEntry('exchange', event.exchange))
    }
  }
  return { entries, payment }
}

function statusEntry(payment: PaymentSummary, before: PaymentSummary | null, at: Moment): TimelineEntry {
  const { status, resultCode, resultMessage } = payment
  const result = resultMessage === '' ? '' : `, ${resultCode} ${resultMessage}`
  return {
    // A status can come back, so the time is part of its id.
    id: `payment ${payment.key} ${payment.updatedAt} ${status}`,
    kind: 'payment',
    name: status,
    note: before === null ? `registered${result}` : `was ${before.status}${result}`,
    data: payment,
    ...timesOf(payment.updatedAt, at),
  }
}

function callbackEntry(callback: CallbackSummary, at: Moment): TimelineEntry {
  const { id, kind, state, once, lastStatus, lastDurationMs, target, note } = callback
  const answered = lastStatus === undefined ? '' : ` ${lastStatus}`
  const took = lastDurationMs === undefined ? '' : ` in ${formatDuration(lastDurationMs)}`
  return {
    id: `callback ${id}`,
    kind: 'callback',
    name: `${callbackKindName(kind)} callback`,
    note: note ?? `${callbackWord(callback)}${answered}${took}${target === null ? '' : `, ${target}`}`,
    message: { type: 'callback', id },
    ...((state === 'failed' && once !== true) || state === 'dropped' ? { bad: true } : {}),
    ...timesOf(callback.createdAt, at),
  }
}

function exchangeEntry(type: 'capture' | 'exchange', exchange: ExchangeSummary): TimelineEntry {
  const { id, method, path, status, refusal, signatureState } = exchange
  const [place = path] = path.split('?', 1)
  const said = refusal === undefined ? '' : `, ${refusal.message}`
  // Requests of the page itself have no signature; where one is required, the refusal says so.
  const hasSignature = signatureState !== undefined && signatureState !== 'missing'
  const signed = hasSignature ? `, signature ${signatureState.replace('_', ' ')}` : ''
  return {
    id: `${type} ${id}`,
    kind: type === 'capture' ? 'capture' : 'request',
    name: `${method} ${place}`,
    note: `${status === undefined ? 'no response' : `response ${status}`}${said}${signed}`,
    message: { type, id },
    ...(status === undefined || status >= 400 ? { bad: true } : {}),
    wallAt: parseTime(exchange.wallReceivedAt),
    virtualAt: parseTime(exchange.receivedAt),
  }
}
