import type { ExchangeDetail } from '#protocol/messages'
import { CALLBACK_QUERY_FIELDS, EXCHANGE_QUERY_FIELDS } from '#domain/query/fields'
import type { QueryField } from '#domain/query/terms'
import type { ListView } from './list-view'
import { chooseAttempt } from '#window/state/chosen-attempt'
import { setPlace, setPreferences } from '#window/state/preferences'
import type { CallbackId, PaymentKey } from '#domain/ids'

/** What the page lists: what the platform sent, or what the merchant listener received. */
export type CallbackSide = 'sent' | 'captured'

/** The views of the page: both sides, and the rules about them. */
export type CallbackView = CallbackSide | 'answers' | 'faults'

export const VIEWS: readonly { readonly value: CallbackView; readonly label: string }[] = [
  { value: 'sent', label: 'Sent' },
  { value: 'captured', label: 'Captured' },
  { value: 'answers', label: 'Responses' },
  { value: 'faults', label: 'Faults' },
]

/** A side with everything that differs between the two. */
export interface SideDescription {
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

/** Opens a view from wherever the tester is. */
export function openView(view: CallbackView): void {
  showView(view)
  setPreferences({ page: 'callbacks' })
}

/** What a callback is about, for a sentence. A callback about a card token belongs to no payment (contract 3.9). */
export function subjectOf(paymentId: string): string {
  return paymentId === '' ? 'about a card token' : `of ${paymentId}`
}

/** Opens a payment on its own page. */
export function openPayment(paymentKey: PaymentKey): void {
  setPlace('payments', { selection: paymentKey })
  setPreferences({ page: 'payments' })
}

/** Opens what was sent, or what was received for it. */
export function openMessageOnPage(side: CallbackSide, id: string): void {
  setPlace('callbacks', { view: side, query: '', selection: id })
  setPreferences({ page: 'callbacks' })
}

/** Opens the callback that a request was, at the attempt that sent it where that is known. */
export function openAsSent(callbackId: CallbackId, sentBy: ExchangeDetail['sentBy']): void {
  if (sentBy?.attempt !== undefined) chooseAttempt({ callbackId, seq: sentBy.attempt.seq })
  openMessageOnPage('sent', callbackId)
}
