import { LINK_START } from '#domain/link/link'
import { copyWithToast } from '#window/state/copy-with-toast'
import { desktopConnection } from '#window/state/desktop-connection'
import { preferencesStore } from '#window/state/preferences'
import { type Address, writeAddress } from './address'
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

/** The tab of the payments that are shown, where it is another than the first: a link leads to what is looked at. */
function shownTab(): Pick<Address, 'view'> {
  const { page, payments } = preferencesStore.getState()
  return page === 'payments' && payments.view !== null && payments.view !== 'timeline'
    ? { view: payments.view }
    : {}
}

/** Copies the link to a payment. */
export function copyPaymentLink({
  key,
  paymentId,
}: {
  readonly key: string
  readonly paymentId: string
}): void {
  copyLink(
    { page: 'payments', selection: key, ...shownTab(), ...inSession() },
    `Copied the link to ${paymentId}`,
  )
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

/** Copies the link to a scenario. */
export function copyScenarioLink({ file, name }: { readonly file: string; readonly name: string }): void {
  copyLink({ page: 'scenarios', selection: file, ...inSession() }, `Copied the link to ${name}`)
}

/** Copies the link to a rule of the exam. */
export function copyExamRuleLink(number: number): void {
  copyLink({ page: 'exam', selection: String(number), ...inSession() }, `Copied the link to rule ${number}`)
}

/** Copies the link to what the window shows: the page, the list with its filter and order, and what is selected. */
export function copyPlaceLink(): void {
  copyLink(addressHere(), 'Copied the link to this place')
}
