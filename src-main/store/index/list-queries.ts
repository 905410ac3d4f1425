import type { ExchangeSource } from '#protocol/messages'
import {
  CALLBACK_ROW_COLUMNS,
  EXCHANGE_ROW_COLUMNS,
  PAYMENT_ROW_COLUMNS,
  readCallbackRow,
  readExchangeRow,
  readPaymentRow,
} from '#store/rows'
import type { Counters } from '#store/group'
import type {
  CallbackRow,
  ExchangeList,
  ExchangeRow,
  ListRequest,
  MessageListRequest,
  Page,
  PaymentRow,
} from '#store/records'
import { anyOf, fragment, inBothForms, type Condition } from '#store/lists/conditions'
import type { ListQuery } from '#store/lists/list-rows'
import {
  CALLBACK_SORT_COLUMNS,
  CALLBACK_VOCABULARY,
  EXCHANGE_SORT_COLUMNS,
  EXCHANGE_VOCABULARY,
  isFrom,
  PAYMENT_SORT_COLUMNS,
  PAYMENT_VOCABULARY,
  TRAFFIC_SORT_COLUMNS,
} from '#store/lists/lists'

/** `payment`: the number of the payment; -1 if there is no such payment. */
interface OfPayment {
  readonly payment?: number | undefined
}

/** A request for a page of a list, in a form that can be sent to another thread. */
export type ListQuestion =
  | { readonly list: 'payments'; readonly request: ListRequest }
  | { readonly list: 'callbacks'; readonly request: Omit<MessageListRequest, 'paymentKey'> & OfPayment }
  | {
      readonly list: ExchangeList
      readonly request: Omit<MessageListRequest, 'paymentKey'> &
        OfPayment & { readonly sources?: readonly ExchangeSource[] | undefined }
    }

export interface ListRow {
  readonly payments: PaymentRow
  readonly callbacks: CallbackRow
  readonly captures: ExchangeRow
  readonly exchanges: ExchangeRow
  readonly traffic: ExchangeRow
}

export type AnyPage = Page<PaymentRow> | Page<CallbackRow> | Page<ExchangeRow>

const ofProject = (projectId: number | undefined): readonly Condition[] =>
  projectId === undefined ? [] : [inBothForms('m.project_id = ?', projectId)]

export const paymentQuery = (request: ListRequest, counters: Counters): ListQuery<PaymentRow> => ({
  ...request,
  list: 'payments',
  table: 'payments',
  columns: PAYMENT_ROW_COLUMNS,
  read: readPaymentRow,
  vocabulary: PAYMENT_VOCABULARY,
  whole: { condition: null, size: counters.get('payments') },
  narrowing: ofProject(request.projectId),
  sortColumns: PAYMENT_SORT_COLUMNS,
})

export const callbackQuery = (
  request: Extract<ListQuestion, { list: 'callbacks' }>['request'],
  counters: Counters,
): ListQuery<CallbackRow> => ({
  ...request,
  list: 'callbacks',
  table: 'callbacks',
  columns: CALLBACK_ROW_COLUMNS,
  read: readCallbackRow,
  vocabulary: CALLBACK_VOCABULARY,
  whole: { condition: null, size: counters.get('callbacks') },
  narrowing: [
    ...ofProject(request.projectId),
    ...(request.payment === undefined ? [] : [inBothForms('m.payment = ?', request.payment)]),
  ],
  sortColumns: CALLBACK_SORT_COLUMNS,
})

export const exchangeQuery = (
  which: ExchangeList,
  request: Extract<ListQuestion, { list: ExchangeList }>['request'],
  counters: Counters,
): ListQuery<ExchangeRow> => ({
  ...request,
  list: which,
  table: 'exchanges',
  columns: EXCHANGE_ROW_COLUMNS,
  read: readExchangeRow,
  vocabulary: EXCHANGE_VOCABULARY,
  whole: wholeOf(which, counters),
  narrowing: [
    ...ofProject(request.projectId),
    ...(request.payment === undefined
      ? []
      : [inBothForms('m.payment = ? AND m.payment <> 0', request.payment)]),
    ...(request.sources === undefined ? [] : [anyOf(request.sources.map(isFrom))]),
  ],
  sortColumns: which === 'traffic' ? TRAFFIC_SORT_COLUMNS : EXCHANGE_SORT_COLUMNS,
})

/** For `traffic`, the seeking form names both values of `is_capture`, because most indexes begin with that column. */
const wholeOf = (
  which: ExchangeList,
  counters: Counters,
): { readonly condition: Condition; readonly size: number } =>
  which === 'traffic'
    ? {
        condition: { seek: fragment('m.is_capture IN (0, 1)'), scan: fragment('TRUE') },
        size: counters.get('captures') + counters.get('exchanges'),
      }
    : {
        condition: inBothForms('m.is_capture = ?', Number(which === 'captures')),
        size: counters.get(which),
      }
