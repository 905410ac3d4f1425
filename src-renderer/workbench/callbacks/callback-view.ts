import { setPlace, setPreferences } from '../state/preferences'

/** What the list of the page shows: what the platform sent, or what the merchant listener received. */
export type CallbackSide = 'sent' | 'captured'

export interface QuickView {
  readonly id: string
  readonly label: string
  /** Put before what is typed in the filter. */
  readonly query: string
}

export const QUICK_VIEWS: Readonly<Record<CallbackSide, readonly QuickView[]>> = {
  sent: [
    { id: 'all', label: 'All', query: '' },
    { id: 'failing', label: 'Failing', query: 'state:failed' },
    { id: 'scheduled', label: 'Scheduled', query: 'state:scheduled' },
    { id: 'delivered', label: 'Delivered', query: 'state:delivered' },
  ],
  captured: [
    { id: 'all', label: 'All', query: '' },
    { id: 'signed', label: 'Signature valid', query: 'signature:valid' },
    { id: 'wrong', label: 'Signature wrong', query: 'signature:invalid' },
  ],
}

export interface CallbackView {
  readonly side: CallbackSide
  readonly quick: QuickView
}

const ALL: QuickView = { id: 'all', label: 'All', query: '' }

/** Reads the remembered name of a view, `captured/wrong`; what is unknown means all that was sent. */
export function readView(name: string | null): CallbackView {
  const [sideName, quickId] = (name ?? '').split('/')
  const side: CallbackSide = sideName === 'captured' ? 'captured' : 'sent'
  return { side, quick: QUICK_VIEWS[side].find((view) => view.id === quickId) ?? ALL }
}

export function viewName(side: CallbackSide, quickId: string): string {
  return `${side}/${quickId}`
}

/** The query of a quick view and of the filter together. */
export function queryOf(view: CallbackView, typed: string): string {
  return [view.quick.query, typed.trim()].filter((part) => part !== '').join(' ')
}

/** Opens a payment on its own page. */
export function openPayment(paymentKey: string): void {
  setPlace('payments', { selection: paymentKey })
  setPreferences({ page: 'payments' })
}

/** Opens what was sent, or what was received for it. */
export function openMessageOnPage(side: CallbackSide, id: string): void {
  setPlace('callbacks', { view: viewName(side, 'all'), query: '', selection: id })
  setPreferences({ page: 'callbacks' })
}
