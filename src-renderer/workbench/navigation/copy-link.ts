import { LINK_START } from '../../../src-main/domain/link/link'
import { copyWithToast } from '../state/copy-with-toast'
import { desktopConnection } from '../state/desktop-connection'
import { preferencesStore } from '../state/preferences'
import { writeAddress } from './address'
import type { Address } from './address'
import { addressHere } from './address-here'
import type { CallbackSide } from './callback-view'

/**
 * The link to a place: in the desktop for the program, in a browser the address of this page. It never holds the token: who
 * opens it needs a window of this bench that is open, or the address that the bench printed.
 */
function linkTo(address: Address): string {
  const text = writeAddress(address)
  return desktopConnection() === undefined
    ? `${location.origin}${location.pathname}#${text}`
    : `${LINK_START}${text}`
}

function copyLink(address: Address, done: string): void {
  copyWithToast(() => Promise.resolve(linkTo(address)), done)
}

/** The imported session that is open, for links to what is in it. */
function inSession(): Pick<Address, 'sessionId'> {
  const { sessionId } = preferencesStore.getState()
  return sessionId === '' ? {} : { sessionId }
}

/** Copies the link to a payment. */
export function copyPaymentLink({
  key,
  paymentId,
}: {
  readonly key: string
  readonly paymentId: string
}): void {
  copyLink({ page: 'payments', selection: key, ...inSession() }, `Copied the link to ${paymentId}`)
}

/** Copies the link to a callback, as it was sent or as it was captured. */
export function copyCallbackLink(side: CallbackSide, id: string): void {
  const what = side === 'sent' ? 'callback' : 'captured request'
  copyLink({ page: 'callbacks', view: side, selection: id, ...inSession() }, `Copied the link to the ${what}`)
}

/** Copies the link to a request in Traffic. */
export function copyExchangeLink(id: string): void {
  copyLink({ page: 'traffic', selection: id, ...inSession() }, 'Copied the link to the request')
}

/** Copies the link to what the window shows: the page, the list with its filter and order, and what is selected. */
export function copyPlaceLink(): void {
  copyLink(addressHere(), 'Copied the link to this place')
}
