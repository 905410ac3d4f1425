import { isUtf8 } from 'node:buffer'
import { z } from 'zod'
import { annotation } from '#protocol/annotations'
import { readShape, shapeErrorText } from '#domain/read-shape'
import { showsCardData } from '#domain/card/mask-text'
import { parseJson } from '#lib/json/parse'
import { surveyJson } from '#lib/json/scan'
import { bytes, bytesOrNull, text, textOrNull } from '#store/columns'
import type { Row } from '#store/connection'
import { SessionFileError } from '#store/export/tables'
import { HEADERS, TABLE_NAMES, type JsonColumn, type TableName } from '#store/tables'
import { storedUrl } from '#core/self-address'
import { savedClock } from '#core/clock/virtual-clock'
import { callbackSummary, exchangeSummary, paymentSummary, readHold } from '#core/views'
import { readStoredJson } from '#core/stored-json'
import { fromEvent, fromState } from '#platform/payments/payment-writer'
import { order } from '#merchant/shop/orders'
import { paymentEvent } from '#domain/payment/events'
import { payment } from '#domain/payment/payment'
import { fields } from '#domain/provider/outcome-steps'
import { epochTime } from '#protocol/shapes'
import { formVisit } from '#platform/form/visit/visit'
import { callbackSummary as callbackShape, exchangeSummary as exchangeShape } from '#protocol/messages'
import { paymentSummary as paymentShape } from '#protocol/payments'
import { readCallbackRow, readExchangeRow, readPaymentRow } from '#store/rows'

const shapeCheck =
  (schema: z.ZodType) =>
  (json: string): void => {
    checkShape(schema, readStoredJson(json))
  }

/** The column's reader accepts any JSON and falls back to defaults. */
const anyJson = (json: string): void => {
  const read = parseJson(json)
  if (!read.ok) throw new SessionFileError(`holds JSON that cannot be read: ${read.message}`)
}

/** An event with the wall time at which it was written; `wallAt` is null in older logs. */
const storedEvent = z.intersection(paymentEvent, z.object({ wallAt: epochTime.nullable() }))

/** Throws a {@link SessionFileError} for JSON that Paybench would not have written in this row. */
type JsonCheck = (json: string, row: Row) => void

/** A check for each column of Paybench's own JSON; the compiler reports a missing one. */
const CHECKS: Readonly<Record<JsonColumn, JsonCheck>> = {
  'settings.value': anyJson,
  'clock.state': shapeCheck(savedClock),
  'projects.switches': anyJson,
  'payments.clarification': shapeCheck(z.object({ requested: fields, remaining: fields })),
  'payments.annotation': shapeCheck(annotation),
  'callbacks.annotation': shapeCheck(annotation),
  'exchanges.annotation': shapeCheck(annotation),
  'payment_states.state': (json, row) => {
    const state = fromState(json)
    checkShape(payment, state)
    const { key, paymentId, projectId, status } = state
    const fits =
      key === row['key'] &&
      paymentId === row['payment_id'] &&
      projectId === row['project_id'] &&
      status === row['status']
    if (!fits) throw new SessionFileError('holds the state of another payment')
  },
  'events.data': (json, row) => {
    const event = fromEvent(json)
    checkShape(storedEvent, event)
    if (event.type !== row['type']) throw new SessionFileError('holds an event of the wrong type')
  },
  'form_visits.state': (json, row) => {
    const visit = checkShape(formVisit, readStoredJson(json))
    if (visit.id !== row['id']) throw new SessionFileError('holds a form visit other than the one it names')
  },
  'shop_orders.data': shapeCheck(order),
  // The reader of rules accepts any text: an unreadable rule is shown as such and has no effect.
  'rules.data': () => undefined,
  'callbacks.hold': (json) => {
    anyJson(json)
    if (readHold(json) === null) throw new SessionFileError('names no known reason why the callback is held')
  },
}

function checkShape<Value>(
  schema: z.ZodType<Value>,
  value: unknown,
  mistake = 'does not have the agreed shape',
): Value {
  const result = readShape(schema, value)
  if (!result.success) throw new SessionFileError(`${mistake} (${shapeErrorText(result.error)})`)
  return result.data
}

const RULE_ID = /^[A-Za-z0-9_-]{1,40}$/

const CHECKS_OF_TABLE = new Map(
  TABLE_NAMES.map((table) => {
    const checks = Object.entries(CHECKS).flatMap(([name, check]) => {
      const [owner, column = ''] = name.split('.')
      return owner === table ? [{ column, check }] : []
    })
    return [table, checks]
  }),
)

/** Checks the JSON columns of a row. Counts values and nesting levels before parsing. */
function checkJson(table: TableName, row: Row): void {
  for (const { column, check } of CHECKS_OF_TABLE.get(table) ?? []) {
    const json = row[column]
    if (typeof json !== 'string') continue
    const { tooDeepAt, tooManyAt } = surveyJson(json)
    if (tooDeepAt !== undefined || tooManyAt !== undefined) {
      throw new SessionFileError(`holds JSON in "${table}.${column}" that has too many levels or values`)
    }
    check(json, row)
  }
}

/**
 * Checks a row of a session file: the shapes and ids in its JSON, rule ids, callback URLs, whether lists can show
 * the row, and whether it has card data that Paybench would have masked. Throws a {@link SessionFileError}.
 */
export function inspectRow(table: TableName, row: Row): void {
  checkJson(table, row)
  const shown = SHOWN[table]
  if (shown !== undefined) checkShape(shown.shape, shown.view(row), 'cannot be shown in a list')
  const { annotation: written } = row
  if (typeof written === 'string') refuseCardData(written)
  if (table === 'exchanges') {
    // Requests to a merchant's server are stored unchanged; everything else is masked.
    if (row['source'] !== 'capture') {
      refuseCardData(text(row, 'target'))
      refuseCardData(textOrNull(row, 'note') ?? '')
      refuseCardData(textOrNull(row, 'refusal') ?? '')
      for (const [, value] of HEADERS.read(row, 'headers')) refuseCardData(value)
      refuseCardBody(bytes(row, 'body'))
    }
    if (['form', 'imported'].includes(text(row, 'source')))
      refuseCardBody(bytesOrNull(row, 'response_body') ?? new Uint8Array())
  }
  // A rule of another version stays unchanged: it has no effect here and is shown as such.
  if (table === 'rules' && !RULE_ID.test(text(row, 'id')))
    throw new SessionFileError('is a rule whose id is not valid')
  const url = table === 'projects' ? textOrNull(row, 'callback_url') : null
  if (url !== null && !storedUrl.safeParse(url).success) {
    throw new SessionFileError(
      'holds a value in "callback_url" that is neither an http or https URL nor a path of the merchant listener',
    )
  }
}

function refuseCardData(kept: string): void {
  if (showsCardData(kept)) throw new SessionFileError('shows card data that the store keeps only masked')
}

/** Bodies that are not UTF-8 were masked byte by byte, so they are checked as Latin-1. */
function refuseCardBody(kept: Uint8Array): void {
  refuseCardData(Buffer.from(kept).toString(isUtf8(kept) ? 'utf8' : 'latin1'))
}

/** How the list methods show a row, and the shape of the result. */
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
