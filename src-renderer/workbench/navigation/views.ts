import type { ExchangeDetail, ExchangeSummary } from '#protocol/messages'
import { CALLBACK_QUERY_FIELDS, EXCHANGE_QUERY_FIELDS } from '#domain/query/fields'
import type { QueryField } from '#domain/query/terms'
import { chooseAttempt } from '#window/state/session-memory'
import { setPlace, setPreferences } from '#window/state/preferences'
import type { CallbackId, PaymentKey } from '#domain/ids'
import type { z } from 'zod'
import type { Params } from '#protocol/methods'
import type { messageReference } from '#protocol/payments'
import { createStore } from 'zustand/vanilla'

export interface ListView {
  readonly name: string
  readonly query: string
}

export const BUILT_IN_VIEWS: readonly ListView[] = [
  { name: 'All', query: '' },
  { name: 'Waiting on merchant', query: 'waiting:yes' },
  { name: 'Callback failed', query: 'callback:failed' },
  { name: 'Declined', query: 'status:decline' },
]

export function suggestedName(query: string): string {
  return query.length <= 40 ? query : `${query.slice(0, 39)}…`
}

export type CallbackSide = 'sent' | 'captured'

export type CallbackView = CallbackSide | 'answers' | 'faults'

export const VIEWS: readonly { readonly value: CallbackView; readonly label: string }[] = [
  { value: 'sent', label: 'Sent' },
  { value: 'captured', label: 'Captured' },
  { value: 'answers', label: 'Responses' },
  { value: 'faults', label: 'Faults' },
]

interface SideDescription {
  readonly label: string
  readonly fields: readonly QueryField[]
  readonly placeholder: string
  readonly views: readonly ListView[]
}

export const SIDES: Readonly<Record<CallbackSide, SideDescription>> = {
  sent: {
    label: 'Sent',
    fields: CALLBACK_QUERY_FIELDS,
    placeholder: 'payment:order-17, or any text of a body',
    views: [
      { name: 'All', query: '' },
      { name: 'Failing', query: 'state:failed once:no' },
      { name: 'Scheduled', query: 'state:scheduled' },
      { name: 'Delivered', query: 'state:delivered' },
      { name: 'Sent once', query: 'state:failed once:yes' },
      { name: 'Held', query: 'state:held' },
      { name: 'Dropped', query: 'state:dropped' },
    ],
  },
  captured: {
    label: 'Captured',
    fields: EXCHANGE_QUERY_FIELDS,
    placeholder: 'path:/callbacks, or any text of a body',
    views: [
      { name: 'All', query: '' },
      { name: 'Signature valid', query: 'signature:valid' },
      { name: 'Signature wrong', query: 'signature:invalid' },
    ],
  },
}

/** The view of a stored name; `sent` for an unknown name. */
export function readView(name: string | null): CallbackView {
  return VIEWS.find(({ value }) => value === name)?.value ?? 'sent'
}

/** Changes the view and drops filter and selection, which belong to the other view. */
export function showView(view: CallbackView): void {
  setPlace('callbacks', { view, query: '', selection: null })
}

export function openView(view: CallbackView): void {
  showView(view)
  setPreferences({ page: 'callbacks' })
}

/** The subject of a callback, for a sentence. A callback about a card token belongs to no payment (contract 3.9). */
export function subjectOf(paymentId: string): string {
  return paymentId === '' ? 'about a card token' : `of ${paymentId}`
}

export function openPayment(paymentKey: PaymentKey): void {
  setPlace('payments', { selection: paymentKey })
  setPreferences({ page: 'payments' })
}

export function openMessageOnPage(side: CallbackSide, id: string): void {
  setPlace('callbacks', { view: side, query: '', selection: id })
  setPreferences({ page: 'callbacks' })
}

export function openAsSent(callbackId: CallbackId, sentBy: ExchangeDetail['sentBy']): void {
  if (sentBy?.attempt !== undefined) chooseAttempt({ callbackId, seq: sentBy.attempt.seq })
  openMessageOnPage('sent', callbackId)
}

export type TrafficOrder = 'time' | 'payment'

export const TRAFFIC_VIEWS: readonly ListView[] = [
  { name: 'All', query: '' },
  { name: 'API', query: 'source:api' },
  { name: 'Form', query: 'source:form' },
  { name: 'Captured', query: 'source:capture' },
  { name: 'Refused', query: 'refused:yes' },
  { name: 'Signature wrong', query: 'signature:invalid' },
]

const SOURCE_LABELS: Readonly<Record<ExchangeSummary['source'], string>> = {
  api: 'API',
  form: 'Form',
  capture: 'Captured',
  imported: 'Imported',
}

export function sourceLabel(source: ExchangeSummary['source']): string {
  return SOURCE_LABELS[source]
}

const TITLES: Readonly<Record<ExchangeSummary['source'], string>> = {
  api: 'API call',
  form: 'Form request',
  capture: 'Captured request',
  imported: 'Imported request',
}

export function sourceTitle(source: ExchangeSummary['source']): string {
  return TITLES[source]
}

/** Whether the answer counts as success: of the capture server only 200 does (contract 9.4). */
export function isWellAnswered(options: Pick<ExchangeSummary, 'source' | 'status' | 'refusal'>): boolean {
  const { source, status, refusal } = options
  if (status === undefined || refusal !== undefined) return false
  return source === 'capture' ? status === 200 : status < 400
}

/** The order of a stored name; by time for an unknown name. */
export function readOrder(name: string | null): TrafficOrder {
  return name === 'payment' ? 'payment' : 'time'
}

export function openExchange(id: string): void {
  setPlace('traffic', { selection: id })
  setPreferences({ page: 'traffic' })
}

export function openTraffic(query: string): void {
  setPlace('traffic', { query, selection: null })
  setPreferences({ page: 'traffic' })
}

export type MessageReference = z.infer<typeof messageReference> & {
  /** Index of a callback's attempt in `callbacks.get`, if it sent its own body. */
  readonly attempt?: number | undefined
}

/** The same for two references that lead to the same bytes. */
export function referenceKey({ type, id, attempt }: MessageReference): string {
  return `${type} ${id}${attempt === undefined ? '' : ` attempt ${attempt.toString()}`}`
}

export function explainParams({ type, id, attempt }: MessageReference): Params<'signature.explain'> {
  switch (type) {
    case 'callback':
      return attempt === undefined ? { callbackId: id } : { callbackId: id, attempt }
    case 'capture':
      return { captureId: id }
    case 'exchange':
      return { exchangeId: id }
  }
}

export const explainedMessage = createStore<{ readonly message: MessageReference | null }>(() => ({
  message: null,
}))

export function explainMessage(message: MessageReference): void {
  explainedMessage.setState({ message })
  setPreferences({ page: 'signature' })
}
