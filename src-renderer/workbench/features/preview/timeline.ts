import { LIMITS } from '#lib/limits/limit-table'
import type { BenchEvent } from '#protocol/events'
import type { CallbackSummary, ExchangeSummary } from '#protocol/messages'
import type { PaymentSummary } from '#protocol/payments'
import { foldPaymentId } from '#domain/payment/payment'
import { callbackKindName, callbackWord } from '#window/ui/StatusMark.tsx'
import { formatDuration, parseTime } from '#window/lib/time'
import type { ProjectId } from '#domain/ids'

/** What an entry of the time line is. `in` and `out` are seen from the shop's page. */
export type EntryKind =
  | 'handler'
  | 'message-in'
  | 'message-out'
  | 'callback'
  | 'capture'
  | 'payment'
  | 'request'
  | 'frame'
  | 'console'
  | 'csp'
  | 'error'

export interface TimelineEntry {
  /** An entry that is reported again keeps its place. */
  readonly id: string
  readonly kind: EntryKind
  readonly name: string
  /** A short summary. */
  readonly note: string
  readonly data?: unknown
  /** The full message, for what passed through the bench. */
  readonly message?: { readonly type: 'callback' | 'capture' | 'exchange'; readonly id: string }
  readonly bad?: boolean
  /** Epoch milliseconds. The virtual time orders the entries. */
  readonly virtualAt: number
  readonly wallAt: number
}

export type EntryGroup = 'all' | 'handlers' | 'messages' | 'callbacks' | 'form' | 'payment' | 'errors'

/** The quick filters in their order. */
export const GROUPS: readonly {
  readonly group: EntryGroup
  readonly label: string
  readonly kinds: readonly EntryKind[] | null
}[] = [
  { group: 'all', label: 'All', kinds: null },
  { group: 'handlers', label: 'Handlers', kinds: ['handler'] },
  { group: 'messages', label: 'Messages', kinds: ['message-in', 'message-out'] },
  { group: 'callbacks', label: 'Callbacks', kinds: ['callback', 'capture'] },
  { group: 'form', label: 'Form', kinds: ['request', 'frame'] },
  { group: 'payment', label: 'Payment', kinds: ['payment'] },
  { group: 'errors', label: 'Errors', kinds: ['error', 'console', 'csp'] },
]

/** What the bench reports in the order in which it happened; the wall clock of these is only estimated. */
const IN_ORDER: ReadonlySet<EntryKind> = new Set(['payment', 'callback', 'capture'])

/**
 * Whether the entry stays before one that is added. Within one moment of the virtual clock the wall clock decides,
 * except between entries that arrive in their order.
 */
const isUpTo = (one: TimelineEntry, added: TimelineEntry): boolean =>
  one.virtualAt < added.virtualAt ||
  (one.virtualAt === added.virtualAt &&
    (one.wallAt <= added.wallAt || (IN_ORDER.has(one.kind) && IN_ORDER.has(added.kind))))

/** Entries in the order of the virtual clock; an entry with a known id is replaced in its place. */
export function withEntries(
  entries: readonly TimelineEntry[],
  added: readonly TimelineEntry[],
): readonly TimelineEntry[] {
  const next = [...entries]
  for (const entry of added) {
    const known = next.findIndex(({ id }) => id === entry.id)
    const before = next[known]
    if (before !== undefined) {
      next[known] = { ...entry, wallAt: before.wallAt, virtualAt: before.virtualAt }
      continue
    }
    const behind = next.findLastIndex((each) => isUpTo(each, entry))
    next.splice(behind + 1, 0, entry)
  }
  return next.slice(-LIMITS.previewEntries)
}

/** The entries of a quick filter. */
export function ofGroup(entries: readonly TimelineEntry[], group: EntryGroup): readonly TimelineEntry[] {
  const kinds = GROUPS.find((each) => each.group === group)?.kinds ?? null
  return kinds === null ? entries : entries.filter(({ kind }) => kinds.includes(kind))
}

/** The number at a quick filter. A callback and its capture are two events of one callback. */
export function countOf(entries: readonly TimelineEntry[], group: EntryGroup): number {
  const shown = ofGroup(entries, group)
  return group === 'callbacks' ? shown.filter(({ kind }) => kind === 'callback').length : shown.length
}

/** The data of an entry as text to read and to copy; '' where there is none. */
export function dataText(data: unknown): string {
  if (data === undefined) return ''
  return typeof data === 'string' ? data : JSON.stringify(data, null, 2)
}

/** The data in one line, cut to the length of a row. */
export function dataLine(data: unknown): string {
  if (data === undefined) return ''
  const line = typeof data === 'string' ? data : JSON.stringify(data)
  return line.length > 300 ? `${line.slice(0, 300)}…` : line
}

/** The payment that the preview is about. */
interface Subject {
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
