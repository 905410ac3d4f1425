import type { CallbackSummary, ExchangeSummary } from '#protocol/messages'
import type { PaymentSummary } from '#protocol/payments'
import type { SearchAllResult } from '#protocol/traffic'
import { SEARCHED_LISTS, type SearchedList } from '#domain/query/everything'
import {
  openExchange,
  openMessageOnPage,
  openPayment,
  sourceLabel,
  subjectOf,
} from '#window/navigation/views'
import { callbackStateWord, callbackTitle, verdictLook } from '#window/message-view/callback-words'
import { FILTERED_LIST } from '#window/features/saved-filters/saved-filters'
import { amountText, visibleId } from '#window/ui/IdText.tsx'
import { callbackLook, statusLook } from '#window/ui/StatusMark.tsx'
import { formatCount } from '#lib/words'
import type { PaletteItem } from './commands'

interface ResultGroup {
  readonly title: string
  readonly items: readonly PaletteItem[]
}

interface ListEntry {
  readonly title: string
  /** Singular and plural. */
  readonly words: readonly [one: string, several: string]
  readonly open: (query: string) => void
}

const LISTS: Readonly<Record<SearchedList, ListEntry>> = {
  payments: { title: 'Payments', words: ['payment', 'payments'], open: FILTERED_LIST.payments.open },
  callbacks: { title: 'Callbacks', words: ['callback', 'callbacks'], open: FILTERED_LIST.callbacks.open },
  captures: {
    title: 'Captured',
    words: ['captured request', 'captured requests'],
    open: FILTERED_LIST.captures.open,
  },
  exchanges: {
    title: 'Traffic',
    words: ['request', 'requests'],
    // The list of traffic has captures too; they are counted separately.
    open: (query) => FILTERED_LIST.traffic.open(`${query} -source:capture`),
  },
}

export const paymentItem = (payment: PaymentSummary, query: string): PaletteItem => ({
  id: `payment ${payment.key}`,
  group: 'Payments',
  icon: statusLook(payment.status).icon,
  label: visibleId(payment.paymentId),
  note: `${payment.status}, ${amountText(payment.amount, payment.currency)}`,
  run: () => openPayment(payment.key),
  runFiltered: () => LISTS.payments.open(query),
})

const callbackItem = (callback: CallbackSummary, query: string, now: number): PaletteItem => ({
  id: `callback ${callback.id}`,
  group: 'Callbacks',
  icon: callbackLook(callback).icon,
  label: `${callbackTitle(callback.kind)} ${subjectOf(visibleId(callback.paymentId))}`,
  note: `${callback.replayOf === undefined ? '' : 'replay, '}${callbackStateWord(callback, now)}`,
  run: () => openMessageOnPage('sent', callback.id),
  runFiltered: () => LISTS.callbacks.open(query),
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
    group: 'Captured',
    icon: look?.icon ?? 'callbacks',
    label: `${capture.method} ${capture.path}`,
    note: [visible(capture.paymentId), look?.word, answered(capture.status)]
      .filter((part) => part !== undefined)
      .join(', '),
    run: () => openMessageOnPage('captured', capture.id),
    runFiltered: () => LISTS.captures.open(query),
  }
}

const exchangeItem = (exchange: ExchangeSummary, query: string): PaletteItem => ({
  id: `exchange ${exchange.id}`,
  group: 'Traffic',
  icon: 'traffic',
  label: `${exchange.method} ${exchange.path}`,
  note: [
    visible(exchange.paymentId),
    sourceLabel(exchange.source),
    exchange.refusal === undefined ? answered(exchange.status) : `refused ${exchange.refusal.code}`,
  ]
    .filter((part) => part !== undefined)
    .join(', '),
  run: () => openExchange(exchange.id),
  runFiltered: () => LISTS.exchanges.open(query),
})

/** Results by list, without the payments `shown` above, and a line that opens the complete list. */
export function resultGroups(
  query: string,
  found: SearchAllResult,
  shown: ReadonlySet<string>,
  now: number,
): readonly ResultGroup[] {
  const items: Readonly<Record<SearchedList, readonly PaletteItem[]>> = {
    payments: itemsOf(found.payments, (payment) => paymentItem(payment, query)).filter(
      ({ id }) => !shown.has(id),
    ),
    callbacks: itemsOf(found.callbacks, (callback) => callbackItem(callback, query, now)),
    captures: itemsOf(found.captures, (capture) => captureItem(capture, query)),
    exchanges: itemsOf(found.exchanges, (exchange) => exchangeItem(exchange, query)),
  }
  return SEARCHED_LISTS.flatMap((list): readonly ResultGroup[] => {
    const group = [...items[list], ...allLine(list, query, found)]
    return group.length === 0 ? [] : [{ title: LISTS[list].title, items: group }]
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
  const { title, words, open } = LISTS[list]
  return [
    {
      id: `all ${list}`,
      group: 'Go to',
      icon: 'search',
      label: result.thereMayBeMore
        ? `All ${words[1]}, at least ${formatCount(result.total)}`
        : `All ${countWords(list, found) ?? words[1]}`,
      note: title,
      run: () => open(query),
      runFiltered: () => open(query),
    },
  ]
}

/** `3 callbacks`, or `at least 500 callbacks`; null if there are none or nothing was searched. */
function countWords(list: SearchedList, found: SearchAllResult): string | null {
  const result = found[list]
  if (!result.searched || result.total === 0) return null
  const [one, several] = LISTS[list].words
  const counted = `${formatCount(result.total)} ${result.total === 1 ? one : several}`
  return result.thereMayBeMore ? `at least ${counted}` : counted
}

export function foundWords(found: SearchAllResult): string {
  const parts = SEARCHED_LISTS.map((list) => countWords(list, found)).filter((part) => part !== null)
  return parts.length === 0 ? 'Nothing found in payments and messages' : `Found ${parts.join(', ')}`
}

/** Which lists were not searched, and why; null if all were. */
export function leftOutWords(found: SearchAllResult): string | null {
  const lists = SEARCHED_LISTS.filter((list) => !found[list].searched).map((list) => LISTS[list].title)
  const reasons = SEARCHED_LISTS.flatMap((list) => {
    const result = found[list]
    return result.searched ? [] : [result.reason]
  })
  const [reason] = reasons
  return reason === undefined ? null : `Not searched: ${lists.join(', ')}. ${firstSentence(reason)}`
}

const firstSentence = (text: string): string => /^.*?[.](?= |$)/.exec(text)?.[0] ?? text
