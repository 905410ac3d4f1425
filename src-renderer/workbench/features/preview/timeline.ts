import { jsonOrText } from '#lib/json/json-or-text'
import { LIMITS } from '#lib/limits/limit-table'
import type { BenchEvent } from '#protocol/events'
import type { CallbackSummary, ExchangeSummary } from '#protocol/messages'
import type { PaymentSummary } from '#protocol/payments'
import { foldPaymentId } from '#domain/payment/payment'
import { callbackKindName, callbackWord } from '#window/ui/StatusMark.tsx'
import { formatDuration, parseTime } from '#window/lib/time'
import type { IconName } from '#window/ui/Icon.tsx'
import type { ProjectId } from '#domain/ids'
import type { PageReport } from '#protocol/projects'

export const GROUPS = ['handlers', 'messages', 'callbacks', 'form', 'payment', 'errors'] as const
export type EntryGroup = (typeof GROUPS)[number]

export type EntryKind =
  PageReport['kind'] | 'callback' | 'capture' | 'payment' | 'request' | 'opened' | 'frame'

interface KindLook {
  readonly word: string
  readonly icon: IconName
  readonly group: EntryGroup
  /** Shows entry names in a monospaced font, because they come from the protocol or a program. */
  readonly isCode?: true
}

/** The kinds of timeline entries. `from` and `to` are seen from the shop's page. */
export const KINDS: Readonly<Record<EntryKind, KindLook>> = {
  handler: { word: 'handler', icon: 'code', group: 'handlers', isCode: true },
  'message-in': { word: 'from frame', icon: 'swap', group: 'messages', isCode: true },
  'message-out': { word: 'to frame', icon: 'swap', group: 'messages', isCode: true },
  callback: { word: 'callback', icon: 'callbacks', group: 'callbacks' },
  capture: { word: 'captured', icon: 'download', group: 'callbacks', isCode: true },
  payment: { word: 'payment', icon: 'payments', group: 'payment' },
  request: { word: 'request', icon: 'traffic', group: 'form', isCode: true },
  opened: { word: 'opened', icon: 'play', group: 'form' },
  frame: { word: 'frame', icon: 'preview', group: 'form' },
  console: { word: 'console', icon: 'warn', group: 'errors' },
  csp: { word: 'policy', icon: 'lock', group: 'errors' },
  error: { word: 'error', icon: 'state-error', group: 'errors' },
}

export interface TimelineEntry {
  /** An entry that is reported again with the same id keeps its place. */
  readonly id: string
  readonly kind: EntryKind
  readonly name: string
  readonly note: string
  readonly data?: unknown
  readonly message?: { readonly type: 'callback' | 'capture' | 'exchange'; readonly id: string }
  readonly bad?: boolean
  /** `virtualAt` and `wallAt`: epoch milliseconds. The entries are ordered by virtual time. */
  readonly virtualAt: number
  readonly wallAt: number
}

export function withEntries(
  entries: readonly TimelineEntry[],
  added: readonly TimelineEntry[],
): readonly TimelineEntry[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  for (const entry of added) {
    const { virtualAt, wallAt } = byId.get(entry.id) ?? entry
    byId.set(entry.id, { ...entry, virtualAt, wallAt })
  }
  return [...byId.values()].toSorted((a, b) => a.virtualAt - b.virtualAt).slice(-LIMITS.previewEntries)
}

export function ofGroup(
  entries: readonly TimelineEntry[],
  group: EntryGroup | null,
): readonly TimelineEntry[] {
  return group === null ? entries : entries.filter(({ kind }) => KINDS[kind].group === group)
}

/** The count shown on a quick filter. That of the callbacks omits captures, so a callback is not counted twice. */
export function countOf(entries: readonly TimelineEntry[], group: EntryGroup | null): number {
  const shown = ofGroup(entries, group)
  return group === 'callbacks' ? shown.filter(({ kind }) => kind === 'callback').length : shown.length
}

interface Subject {
  readonly projectId: ProjectId
  readonly paymentId: string
}

/** Whether an item belongs to the payment, ignoring the case of the payment id (contract 3.1). */
export function isAbout(
  subject: Subject,
  item: { readonly projectId?: ProjectId | undefined; readonly paymentId?: string | undefined },
): boolean {
  return (
    item.projectId === subject.projectId &&
    item.paymentId !== undefined &&
    foldPaymentId(item.paymentId) === foldPaymentId(subject.paymentId)
  )
}

/**
 * The timeline entries of a batch of events.
 * @param before the payment as it was last known
 * @param wallAt the current time, in epoch milliseconds
 */
export function entriesOf(
  events: readonly BenchEvent[],
  subject: Subject,
  before: PaymentSummary | null,
  wallAt: number,
): { readonly entries: readonly TimelineEntry[]; readonly payment: PaymentSummary | null } {
  const entries: TimelineEntry[] = []
  let payment = before
  for (const event of events) {
    if (event.type === 'payment.changed' && isAbout(subject, event.payment)) {
      if (event.payment.status !== payment?.status) entries.push(statusEntry(event.payment, payment, wallAt))
      payment = event.payment
    }
    if (event.type === 'callback.changed' && isAbout(subject, event.callback)) {
      entries.push(callbackEntry(event.callback, wallAt))
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

function statusEntry(payment: PaymentSummary, before: PaymentSummary | null, wallAt: number): TimelineEntry {
  const { status, resultCode, resultMessage, updatedAt } = payment
  const result = resultMessage === '' ? '' : `, ${resultCode} ${resultMessage}`
  return {
    // A status can recur, so the time is part of the id.
    id: `payment ${payment.key} ${updatedAt} ${status}`,
    kind: 'payment',
    name: status,
    note: before === null ? `registered${result}` : `was ${before.status}${result}`,
    data: payment,
    virtualAt: parseTime(updatedAt),
    wallAt,
  }
}

function callbackEntry(callback: CallbackSummary, wallAt: number): TimelineEntry {
  const { id, kind, state, once, lastStatus, lastDurationMs, target, note } = callback
  const code = lastStatus === undefined ? '' : ` ${lastStatus}`
  const took = lastDurationMs === undefined ? '' : ` in ${formatDuration(lastDurationMs)}`
  return {
    id: `callback ${id}`,
    kind: 'callback',
    name: `${callbackKindName(kind)} callback`,
    note: note ?? `${callbackWord(callback)}${code}${took}${target === null ? '' : `, ${target}`}`,
    message: { type: 'callback', id },
    bad: (state === 'failed' && once !== true) || state === 'dropped',
    virtualAt: parseTime(callback.createdAt),
    wallAt,
  }
}

function exchangeEntry(type: 'capture' | 'exchange', exchange: ExchangeSummary): TimelineEntry {
  const { id, method, path, status, refusal, signatureState } = exchange
  const said = refusal === undefined ? '' : `, ${refusal.message}`
  // The page's own requests have no signature. If one is required, the refusal says so.
  const hasSignature = signatureState !== undefined && signatureState !== 'missing'
  const signed = hasSignature ? `, signature ${signatureState.replace('_', ' ')}` : ''
  return {
    id: `${type} ${id}`,
    kind: type === 'capture' ? 'capture' : 'request',
    name: `${method} ${path.split('?', 1)[0] ?? path}`,
    note: `${status === undefined ? 'no response' : `response ${status}`}${said}${signed}`,
    message: { type, id },
    bad: status === undefined || status >= 400,
    wallAt: parseTime(exchange.wallReceivedAt),
    virtualAt: parseTime(exchange.receivedAt),
  }
}

type Reported = Pick<Extract<BenchEvent, { type: 'preview.reported' }>, 'reports' | 'leftOut' | 'clock'>

const MAX_SKEW_MS = 60_000
const MAX_NOTE_CHARS = 300
let count = 0

export function entriesOfReports({ reports, leftOut, clock }: Reported): readonly TimelineEntry[] {
  const wallNow = parseTime(clock.wallNow)
  const entryOf = ({ kind, name, data, wallAt }: PageReport): TimelineEntry => {
    const content = data === undefined ? undefined : readData(data)
    const line = content === undefined ? '' : typeof content === 'string' ? content : JSON.stringify(content)
    // A time ahead of Paybench's clock, or a minute or more behind it, means that the page's clock is wrong: the
    // event is then shown as happening now.
    const past = Math.max(0, wallNow - wallAt)
    const ago = past < MAX_SKEW_MS ? past : 0
    return {
      id: `report ${(count += 1)}`,
      kind,
      name: name === '' ? '(no name)' : name,
      note: line.length > MAX_NOTE_CHARS ? `${line.slice(0, MAX_NOTE_CHARS)}…` : line,
      ...(content === undefined || content === null ? {} : { data: content }),
      bad: kind === 'error' || kind === 'csp' || /fail|error/i.test(name),
      virtualAt: parseTime(clock.now) - ago * clock.rate,
      wallAt: wallNow - ago,
    }
  }
  if (leftOut === 0) return reports.map(entryOf)
  const most = String(LIMITS.previewReportsPerSecond)
  const rest: PageReport = {
    kind: 'error',
    name: `${String(leftOut)} more not recorded`,
    data: `The page reported more than ${most} events in a second; look for a loop in it`,
    wallAt: wallNow,
  }
  return [...reports, rest].map(entryOf)
}

/** The value of a JSON text; the text itself if it is truncated or nested too deeply to be laid out. */
const readData = (text: string): unknown =>
  depthOf(text) > LIMITS.previewDataDepth ? text : jsonOrText(text)

/** The nesting depth of JSON; brackets in its strings do not count. */
function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  for (const character of text.replaceAll(/"[^"\\]*(?:\\.[^"\\]*)*"/g, '')) {
    if (character === '[' || character === '{') deepest = Math.max(deepest, (depth += 1))
    else if (character === ']' || character === '}') depth -= 1
  }
  return deepest
}
