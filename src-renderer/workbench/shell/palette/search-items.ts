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
import { amountText, visibleId } from '#window/ui/IdText.tsx'
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

const visible = (paymentId: string | undefined): string | undefined =>
  paymentId === undefined ? undefined : visibleId(paymentId)

const answered = (status: number | undefined): string =>
  status === undefined ? 'no response' : String(status)

const captureItem = (capture: ExchangeSummary, query: string): PaletteItem => {
  const { signatureState } = capture
  const look = signatureState === undefined ? null : verdictLook(signatureState)
  return {
    id: `capture ${capture.id}`,
    group: 'Captured requests',
    icon: look?.icon ?? 'callbacks',
    label: `${capture.method} ${capture.path}`,
    note: [visible(capture.paymentId), look?.word, answered(capture.status)]
      .filter((part) => part !== undefined)
      .join(', '),
    run: () => openMessageOnPage('captured', capture.id),
    runFiltered: () => openFound('captures', query),
  }
}

const exchangeItem = (exchange: ExchangeSummary, query: string): PaletteItem => ({
  id: `exchange ${exchange.id}`,
  group: 'Traffic',
  icon: 'traffic',
  label: `${exchange.method} ${exchange.path}`,
  note: [
    visible(exchange.paymentId),
    SOURCE_LABELS[exchange.source],
    exchange.refusal === undefined ? answered(exchange.status) : `refused ${exchange.refusal.code}`,
  ]
    .filter((part) => part !== undefined)
    .join(', '),
  run: () => openExchange(exchange.id),
  runFiltered: () => openFound('exchanges', query),
})

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
    captures: itemsOf(found.captures, (capture) => captureItem(capture, query)),
    exchanges: itemsOf(found.exchanges, (exchange) => exchangeItem(exchange, query)),
  }
  return SEARCHED_LISTS.flatMap((list): readonly PaletteSection[] => {
    const group = [...items[list], ...allLine(list, query, found)]
    return group.length === 0 ? [] : [{ title: LISTS[LIST_OF[list]].title, items: group }]
  })
}

type Searched<Item> =
  | { readonly searched: true; readonly items: readonly Item[] }
  | { readonly searched: false; readonly reason: string }

const itemsOf = <Item>(list: Searched<Item>, view: (item: Item) => PaletteItem): readonly PaletteItem[] =>
  list.searched ? list.items.map(view) : []

function allLine(list: SearchedList, query: string, found: SearchAllResult): readonly PaletteItem[] {
  const result = found[list]
  if (!result.searched || result.total <= result.items.length) return []
  const { title, one } = LISTS[LIST_OF[list]]
  return [
    {
      id: `all ${list}`,
      group: 'Go to',
      icon: 'search',
      label: `All ${result.hasMore === true ? `${one}s` : counted(result.total, one)}`,
      note: title,
      run: () => openFound(list, query),
      runFiltered: () => openFound(list, query),
    },
  ]
}

/** `3 callbacks`, `more than 500 callbacks`; null if there are none or the list was not searched. */
function countWords(list: SearchedList, found: SearchAllResult): string | null {
  const result = found[list]
  if (!result.searched || result.total === 0) return null
  return `${result.hasMore === true ? 'more than ' : ''}${counted(result.total, LISTS[LIST_OF[list]].one)}`
}

export function foundWords(found: SearchAllResult): string {
  const parts = SEARCHED_LISTS.map((list) => countWords(list, found)).filter((part) => part !== null)
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
