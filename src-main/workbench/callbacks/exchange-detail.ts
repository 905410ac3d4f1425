import type { ExchangeDetail } from '#protocol/messages'
import { base64Of, exchangeSummary, textOf } from '#core/views'
import type { ExchangeRecord } from '#store/records'
import type { Store } from '#store/store'

/** Returns a request to one of the listeners with its exact bytes and its response. */
export function exchangeDetail(record: ExchangeRecord, store: Store): ExchangeDetail {
  const row = store.exchanges.row(record.id)
  if (row === null) throw new Error(`Exchange ${record.id} has no row`)
  const { responseStatus, responseBody } = record
  return {
    ...exchangeSummary(row),
    headers: pairsOf(record.headers),
    body: textOf(record.body),
    bodyBase64: base64Of(record.body),
    masked: record.masked.map(({ start, end, kind }) => ({ start, end, kind })),
    signature: { ...record.verdict },
    reply:
      responseStatus === null
        ? null
        : {
            status: responseStatus,
            headers: pairsOf(record.responseHeaders ?? []),
            body: textOf(responseBody ?? new Uint8Array()),
            bodyBase64: base64Of(responseBody ?? new Uint8Array()),
            ...(record.durationMs === null ? {} : { durationMs: record.durationMs }),
          },
    ...sentByView(record, store),
  }
}

function sentByView(
  { callbackId, attempt: seq }: ExchangeRecord,
  store: Store,
): Pick<ExchangeDetail, 'sentBy'> {
  const callback = callbackId === null ? null : store.callbacks.row(callbackId)
  if (callback === null) return {}
  const attempt =
    seq === null ? undefined : store.attempts.outlines(callback.id).find((one) => one.seq === seq)
  return {
    sentBy: {
      callbackId: callback.id,
      kind: callback.kind,
      ...(attempt === undefined ? {} : { attempt: { seq: attempt.seq, n: attempt.n } }),
    },
  }
}

const pairsOf = (headers: ExchangeRecord['headers']): ExchangeDetail['headers'] =>
  headers.map(([name, value]) => [name, value])
