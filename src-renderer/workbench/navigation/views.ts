import type { ExchangeDetail, ExchangeSummary } from '#protocol/messages'
import { type ListName, LISTS } from '#window/state/lists'
import { chooseAttempt } from '#window/state/session-memory'
import { openPlace, setPlace, setPreferences } from '#window/state/preferences'
import type { CallbackId, PaymentKey } from '#domain/ids'
import type { z } from 'zod'
import type { Params } from '#protocol/methods'
import type { messageReference } from '#protocol/payments'
import { createStore } from 'zustand/vanilla'

export type CallbackSide = 'sent' | 'captured'

export type CallbackView = CallbackSide | 'answers' | 'faults'

export const VIEWS: readonly { readonly value: CallbackView; readonly label: string }[] = [
  { value: 'sent', label: 'Sent' },
  { value: 'captured', label: 'Captured' },
  { value: 'answers', label: 'Response rules' },
  { value: 'faults', label: 'Fault rules' },
]

export const viewLabel = (view: CallbackView): string =>
  VIEWS.find(({ value }) => value === view)?.label ?? ''

/** The view with a stored name; `sent` if the name is unknown. */
export function readView(name: string | null): CallbackView {
  return VIEWS.find(({ value }) => value === name)?.value ?? 'sent'
}

/** Changes the view and drops the filter and the selection, which belong to the previous view. */
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

export const openPayment = (paymentKey: PaymentKey): void => openPlace('payments', { selection: paymentKey })

export const openMessageOnPage = (side: CallbackSide, id: string): void =>
  openPlace('callbacks', { view: side, query: '', selection: id })

export function openAsSent(callbackId: CallbackId, sentBy: ExchangeDetail['sentBy']): void {
  if (sentBy?.attempt !== undefined) chooseAttempt({ callbackId, seq: sentBy.attempt.seq })
  openMessageOnPage('sent', callbackId)
}

export const SOURCE_LABELS: Readonly<Record<ExchangeSummary['source'], string>> = {
  api: 'API',
  form: 'Form',
  capture: 'Captured',
  imported: 'Imported',
}

export const SOURCE_TITLES: Readonly<Record<ExchangeSummary['source'], string>> = {
  api: 'API call',
  form: 'Form request',
  capture: 'Captured request',
  imported: 'Imported request',
}

/** Whether the response counts as success: from the capture server, only 200 does (contract 9.4). */
export function isWellAnswered(options: Pick<ExchangeSummary, 'source' | 'status' | 'refusal'>): boolean {
  const { source, status, refusal } = options
  if (status === undefined || refusal !== undefined) return false
  return source === 'capture' ? status === 200 : status < 400
}

export const openExchange = (id: string): void => openPlace('traffic', { selection: id })

/** Shows the rows of a list that the query matches. */
export function openList(list: ListName, query: string): void {
  const { page, view } = LISTS[list]
  openPlace(page, { query, selection: null, ...(view === null ? {} : { view }) })
}

export type MessageReference = z.infer<typeof messageReference> & {
  /** Index of the attempt in `callbacks.get`, if the attempt's body differs from that of its callback. */
  readonly attempt?: number | undefined
}

/** A key that is equal for two references that lead to the same bytes. */
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
