import type { z } from 'zod'
import {
  callbackSummary as callbackShape,
  exchangeSummary as exchangeShape,
} from '../../../protocol/messages'
import { paymentSummary as paymentShape } from '../../../protocol/payments'
import { readShape, shapeErrorText } from '../../../protocol/read-shape'
import { readCallbackRow } from '../../../store/callback-row'
import type { Row } from '../../../store/connection'
import { readExchangeRow } from '../../../store/exchange-row'
import { RowError } from '../../../store/export/row-values'
import type { TableName } from '../../../store/tables'
import { readPaymentRow } from '../../../store/payment-row'
import { callbackSummary, exchangeSummary, paymentSummary } from '../../../bench/views'
import { rulesOf } from './column-rules'

/** Rows that lists show, as they show them: with the reader, the view and the shape of the list's own method. */
const SHOWN: Partial<
  Readonly<Record<TableName, { readonly shape: z.ZodType; readonly view: (row: Row) => unknown }>>
> = {
  payments: {
    shape: paymentShape,
    view: (row) => paymentSummary(readPaymentRow({ ...row, payment_id_folded: row['payment_id'] ?? null })),
  },
  callbacks: { shape: callbackShape, view: (row) => callbackSummary(readCallbackRow(row), null) },
  exchanges: { shape: exchangeShape, view: (row) => exchangeSummary(readExchangeRow(row)) },
}

/** Throws a {@link RowError} for a row whose columns the bench would not have filled so, or that no list could show. */
export function checkShown(table: TableName, row: Row): void {
  for (const [column, rule] of Object.entries(rulesOf(table))) {
    const value = row[column] ?? null
    const wanted = value === null ? null : rule.wants(value)
    if (wanted !== null) throw new RowError(`holds in "${column}" what must be ${wanted}`)
  }
  const shown = SHOWN[table]
  if (shown === undefined) return
  const result = readShape(shown.shape, shown.view(row))
  if (!result.success) throw new RowError(`cannot be shown in a list (${shapeErrorText(result.error)})`)
}
