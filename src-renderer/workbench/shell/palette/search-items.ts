import type { CallbackSummary, ExchangeSummary } from '#protocol/messages'
import type { PaymentSummary } from '#protocol/payments'
import type { SearchAllResult } from '#protocol/traffic'
import { SEARCHED_LISTS, type SearchedList } from '#domain/query/everything'
import {
  openExchange,
  openList,
  openMessageOnPage,
  openPayment,
  SOURCE_LABELS,
  subjectOf,
} from '#window/navigation/views'
import { callbackStateWord, callbackTitle, verdictLook } from '#window/message-view/callback-words'
import { type ListName, LISTS } from '#window/state/lists'
import { amountText } from '#lib/money/minor-units'
import { visibleId } from '#window/ui/IdText.tsx'
import { callbackLook, statusLook } from '#window/ui/StatusMark.tsx'
import { counted } from '#lib/words'
import type { PaletteItem } from './commands'

export interface PaletteSection {
  readonly title: string
  readonly items: readonly PaletteItem[]
}

const LIST_OF: Readonly<Record<SearchedList, ListName>> = {
  payments: 'payments',
  callbacks: 'callbacks',
  captures: 'captures',
  exchanges: 'traffic',
}

/** The traffic list also contains captures, so they are filtered out: the search counts them separately. */
const openFound = (list: SearchedList, query: string): void =>
  openList(LIST_OF[list], list === 'exchanges' ? `${query} -source:capture` : query)

export const paymentItem = (payment: PaymentSummary, query: string): PaletteItem => ({
  id: `payment ${payment.key}`,
  group: 'Payments',
  icon: statusLook(payment.status).icon,
  label: visibleId(payment.paymentId),
  note: `${payment.status}, ${amountText(payment.amount, payment.currency)}`,
  run: () => openPayment(payment.key),
  runFiltered: () => openFound('payments', query),
})

const callbackItem = (callback: CallbackSummary, query: string, now: number): PaletteItem => ({
  id: `callback ${callback.id}`,
  group: 'Callbacks',
  icon: callbackLook(callback).icon,
  label: `${callbackTitle(callback.kind)} ${subjectOf(visibleId(callback.paymentId))}`,
  note: `${callback.replayOf === undefined ? '' : 'replay, '}${callbackStateWord(callback, now)}`,
  run: () => openMessageOnPage('sent', callback.id),
  runFiltered: () => openFound('callbacks', query),
})

const requestItem = (isCapture: boolean, request: ExchangeSummary, query: string): PaletteItem => {
  const { id, method, path, paymentId, signatureState, source, status, refusal } = request
  const look = signatureState === undefined ? null : verdictLook(signatureState)
  const response = status === undefined ? 'no response' : String(status)
  const words = [
    paymentId && visibleId(paymentId),
    isCapture ? look?.word : SOURCE_LABELS[source],
    isCapture || refusal === undefined ? response : `refused ${refusal.code}`,
  ]
  return {
    id: `${isCapture ? 'capture' : 'exchange'} ${id}`,
    group: isCapture ? 'Captured requests' : 'Traffic',
    icon: isCapture ? (look?.icon ?? 'callbacks') : 'traffic',
    label: `${method} ${path}`,
    note: words.filter((part) => part !== undefined).join(', '),
    run: () => (isCapture ? openMessageOnPage('captured', id) : openExchange(id)),
    runFiltered: () => openFound(isCapture ? 'captures' : 'exchanges', query),
  }
}

/** Results by list, with a line that opens the complete list; without the payments `shown` above. */
export function resultGroups(
  query: string,
  found: SearchAllResult,
  shown: ReadonlySet<string>,
  now: number,
): readonly PaletteSection[] {
  const items: Readonly<Record<SearchedList, readonly PaletteItem[]>> = {
    payments: itemsOf(found.payments, (payment) => paymentItem(payment, query)).filter(
      ({ id }) => !shown.has(id),
    ),
    callbacks: itemsOf(found.callbacks, (callback) => callbackItem(callback, query, now)),
    captures: itemsOf(found.captures, (capture) => requestItem(true, capture, query)),
    exchanges: itemsOf(found.exchanges, (exchange) => requestItem(false, exchange, query)),
  }
  return SEARCHED_LISTS.flatMap((list): readonly PaletteSection[] => {
    const result = found[list]
    if (!result.searched) return []
    const { title, one } = LISTS[LIST_OF[list]]
    const all: PaletteItem = {
      id: `all ${list}`,
      group: 'Go to',
      icon: 'search',
      label: `All ${result.hasMore === true ? `${one}s` : counted(result.total, one)}`,
      note: title,
      run: () => openFound(list, query),
      runFiltered: () => openFound(list, query),
    }
    const group = result.total > result.items.length ? [...items[list], all] : items[list]
    return group.length === 0 ? [] : [{ title, items: group }]
  })
}

type Searched<Item> =
  | { readonly searched: true; readonly items: readonly Item[] }
  | { readonly searched: false; readonly reason: string }

const itemsOf = <Item>(list: Searched<Item>, view: (item: Item) => PaletteItem): readonly PaletteItem[] =>
  list.searched ? list.items.map(view) : []

/** `Found 3 callbacks, more than 500 requests`. */
export function foundWords(found: SearchAllResult): string {
  const parts = SEARCHED_LISTS.flatMap((list) => {
    const result = found[list]
    if (!result.searched || result.total === 0) return []
    return [
      `${result.hasMore === true ? 'more than ' : ''}${counted(result.total, LISTS[LIST_OF[list]].one)}`,
    ]
  })
  return parts.length === 0 ? 'Nothing found in payments and messages' : `Found ${parts.join(', ')}`
}

/** Which lists were not searched, and why; null if all were. */
export function leftOutWords(found: SearchAllResult): string | null {
  const left = SEARCHED_LISTS.flatMap((list) => {
    const result = found[list]
    return result.searched ? [] : [{ title: LISTS[LIST_OF[list]].title, reason: result.reason }]
  })
  const [first] = left
  if (first === undefined) return null
  const sentence = /^.*?[.](?= |$)/.exec(first.reason)?.[0] ?? first.reason
  return `Not searched: ${left.map(({ title }) => title).join(', ')}. ${sentence}`
}
