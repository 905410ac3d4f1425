import { LINK_START } from '#domain/link/link'
import { copyWithToast, showFailure, showToast } from '#window/state/toasts'
import { desktopConnection } from '#window/state/connection'
import { preferencesStore, setLook, setPlace, setPreferences } from '#window/state/preferences'
import { type Address, addressOf, writeAddress } from './address'
import { sortOf } from '#domain/query/sorting'
import { LISTS } from '#window/state/lists'
import { chooseAttempt, chosenAttempt } from '#window/state/session-memory'
import type { BenchClient } from '#protocol/client'
import type { Annotation } from '#protocol/annotations'
import type { PaymentSummary } from '#protocol/payments'
import { openDialog } from '#window/state/dialogs'
import { type CallbackSide, openView, readView } from './views'
import type { Command } from '#window/commands/command'
import { infoStore } from '#window/state/info'
import { shopUrl } from '#window/state/listeners'

/** The link to a place; in the desktop program, one that opens the program. It never contains the token. */
function linkTo(address: Address): string {
  const text = writeAddress(address)
  return desktopConnection() === undefined
    ? `${location.origin}${location.pathname}#${text}`
    : `${LINK_START}${text}`
}

function copyLink(address: Address, done: string): void {
  copyWithToast(linkTo(address), done)
}

function copyLinkTo(what: string, address: Address): void {
  const { sessionId } = preferencesStore.getState()
  copyLink(sessionId === '' ? address : { ...address, sessionId }, `Copied the link to ${what}`)
}

export function copyPaymentLink({ key, paymentId }: Pick<PaymentSummary, 'key' | 'paymentId'>): void {
  const { page, payments } = preferencesStore.getState()
  const { view } = payments
  const tab = page === 'payments' && view !== null && view !== 'timeline' ? { view } : {}
  copyLinkTo(paymentId, { page: 'payments', selection: key, ...tab })
}

export const copyCallbackLink = (side: CallbackSide, id: string): void =>
  copyLinkTo(side === 'sent' ? 'the callback' : 'the captured request', {
    page: 'callbacks',
    view: side,
    selection: id,
  })

export const copyExchangeLink = (id: string): void =>
  copyLinkTo('the request', { page: 'traffic', selection: id })

export const copyScenarioLink = ({ file, name }: { readonly file: string; readonly name: string }): void =>
  copyLinkTo(name, { page: 'scenarios', selection: file })

export const copyExamRuleLink = (number: number): void =>
  copyLinkTo(`rule ${number}`, { page: 'exam', selection: String(number) })

/** Copies the link to what the window shows: the page, the list with its filter and order, and the selection. */
export function copyPlaceLink(): void {
  copyLink(addressHere(), 'Copied the link to this place')
}

export function openAddress(address: Address): void {
  const { page, selection, view, attempt, list } = address
  if (selection !== undefined && page === 'callbacks')
    chooseAttempt(attempt === undefined ? null : { callbackId: selection, seq: attempt })
  if (page !== 'overview' && page !== 'preview' && page !== 'signature' && page !== 'settings')
    setPlace(page, {
      ...(address.view === undefined ? {} : { view: address.view }),
      ...(address.list === undefined ? {} : { query: address.list.query, selection: null }),
      ...(address.filter === undefined ? {} : { query: address.filter, selection: null }),
      ...(address.selection === undefined ? {} : { selection: address.selection }),
    })
  if (page === 'settings' && view !== undefined) setPreferences({ settings: view })
  if (list !== undefined) {
    setLook(list.name, { sort: sortOf(list.sort, LISTS[list.name].sortFields) })
    setPreferences({ projectId: list.projectId })
  }
  setPreferences({ page })
}

export const addressHere = (): Address =>
  addressOf(preferencesStore.getState(), chosenAttempt.getState().chosen)

/** The subject of a note: a payment by its key, or a message by its id. */
export interface Annotated {
  readonly kind: 'payment' | 'callback' | 'exchange'
  readonly id: string
}

async function annotationOf(bench: BenchClient, { kind, id }: Annotated): Promise<Annotation | undefined> {
  switch (kind) {
    case 'payment':
      return (await bench.call('payments.get', { key: id, maxSteps: 1 })).annotation
    case 'callback':
      return (await bench.call('callbacks.get', { id })).annotation
    case 'exchange':
      return (await bench.call('traffic.get', { id })).annotation
  }
}

export function openAnnotation(bench: BenchClient, annotated: Annotated): void {
  annotationOf(bench, annotated).then(
    (annotation) => openDialog({ kind: 'annotation', id: annotated.id, annotation }),
    showFailure,
  )
}

/** Opens the fault rule or response rule that left a mark; shows a toast if the rule no longer exists. */
export async function openRule(bench: BenchClient, ruleId: string): Promise<void> {
  try {
    const [faults, answers] = await Promise.all([
      bench.call('faults.list', {}),
      bench.call('answers.list', {}),
    ])
    const isFault = faults.rules.some(({ id }) => id === ruleId)
    if (isFault || answers.rules.some(({ id }) => id === ruleId)) {
      const view = isFault ? 'faults' : 'answers'
      openView(view)
      chooseRule(view, ruleId)
    } else
      showToast({ icon: 'info', text: 'The rule that did this was removed. Its effects are still recorded.' })
  } catch (error) {
    showFailure(error)
  }
}

/** Selects a rule, or none, but only while its view is open: an undo may run in another view. */
export function chooseRule(view: 'answers' | 'faults', id: string | null): void {
  if (readView(preferencesStore.getState().callbacks.view) === view) setPlace('callbacks', { selection: id })
}

/** Opens a page of the shop in a tab or window, without a reference to the workbench. */
export function openShop(url: string): void {
  window.open(url, '_blank', 'noopener')
}

/** Opens a tab like {@link openShop}; false if the browser has probably blocked it, for lack of user activation. */
export function openTab(url: string): boolean {
  const { userActivation } = navigator as Partial<Pick<Navigator, 'userActivation'>>
  const mayOpen = userActivation?.isActive ?? true
  openShop(url)
  return mayOpen || infoStore.getState().info?.runtime.host === 'electron'
}

function shop(): string | null {
  const { info } = infoStore.getState()
  return info === null ? null : shopUrl(info)
}

export const OPEN_SHOP: Command = {
  id: 'shop',
  icon: 'shop',
  label: 'Open the demo shop',
  does: 'preview.create',
  when: () => shop() !== null,
  run: () => {
    const url = shop()
    if (url !== null) openShop(url)
  },
}
