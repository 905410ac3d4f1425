import type { ExchangeSource, MessageMark, Refusal, SignatureVerdict } from '#protocol/messages'
import type { CallbackId, ExchangeId, PaymentKey, ProjectId } from '#domain/ids'
import { boundedExplanation, boundedNote, boundedText } from '#lib/limits/bounded-text'
import { LIMITS } from '#lib/limits/limit-table'
import type {
  ExchangeList,
  ExchangeRecord,
  ExchangeResponse,
  ExchangeRow,
  MessageListRequest,
  NewExchange,
  Page,
} from './records'
import { ofPayment, type StoreBase } from './base'
import { integer } from './columns'
import { EXCHANGE_ROW_COLUMNS, readExchange, readExchangeRow, SELECT_EXCHANGE } from './rows'
import { askFor } from './index/list-index'
import { NO_PAYMENT } from './search/index-writer'
import { insertInto, update } from './statements'
import { fieldsOf } from './tables'

const SELECT_ROW = `SELECT ${EXCHANGE_ROW_COLUMNS} FROM exchanges m`
const OF_PAYMENT = 'm.payment = (SELECT seq FROM payments WHERE key = ?) AND m.payment <> 0'

/** Requests to the listeners with their responses. */
export function createExchanges(base: StoreBase) {
  const { connection, group, counters, changes, index, memory } = base

  return {
    insert: (exchange: NewExchange): ExchangeRecord => group.enlist(() => insertExchange(base, exchange)),
    setResponse: (id: ExchangeId, response: ExchangeResponse): boolean =>
      group.enlist(() => setResponse(base, id, response)),
    mark: (id: ExchangeId, marks: readonly MessageMark[]): boolean =>
      group.enlist(() => {
        const row = connection.get('SELECT seq FROM exchanges WHERE id = ?', id)
        if (row === undefined) return false
        const seq = integer(row, 'seq')
        connection.run('UPDATE exchanges SET marks = ? WHERE seq = ?', JSON.stringify(marks), seq)
        changes.written('exchanges', seq)
        return true
      }),
    /** Adds an explanation; the state of the verdict must not change. */
    setVerdict: (id: ExchangeId, verdict: SignatureVerdict): boolean =>
      group.enlist(
        () =>
          connection.run(
            'UPDATE exchanges SET verdict = ? WHERE id = ? AND signature_state = ?',
            JSON.stringify(boundedVerdict(verdict)),
            id,
            verdict.state,
          ).changes > 0,
      ),
    /** Replays of an exchange, oldest first. */
    replaysOf: (id: ExchangeId): readonly ExchangeRow[] =>
      connection.all(`${SELECT_ROW} WHERE m.replay_of = ? ORDER BY m.seq`, id).map(readExchangeRow),
    byId(id: ExchangeId): ExchangeRecord | null {
      const row = connection.get(SELECT_EXCHANGE, id)
      return row === undefined ? null : readExchange(row)
    },
    row(id: ExchangeId): ExchangeRow | null {
      const row = connection.get(`${SELECT_ROW} WHERE m.id = ?`, id)
      return row === undefined ? null : readExchangeRow(row)
    },
    /** `sources`: only exchanges from these. */
    list: (
      which: ExchangeList,
      {
        paymentKey,
        ...request
      }: MessageListRequest & { readonly sources?: readonly ExchangeSource[] | undefined },
    ): Promise<Page<ExchangeRow>> =>
      askFor(index, { list: which, request: { ...request, ...ofPayment(memory, paymentKey) } }),
    /** Oldest first, with captures. `after`: only those with a higher number. */
    byPayment: (paymentKey: PaymentKey, after = 0): readonly ExchangeRow[] =>
      connection
        .all(`${SELECT_ROW} WHERE ${OF_PAYMENT} AND m.seq > ? ORDER BY m.seq`, paymentKey, after)
        .map(readExchangeRow),
    /**
     * The numbers and arrival times of the requests about a payment, oldest first. Excludes captures, and imported
     * messages, which arrived elsewhere even if they name the payment. Much faster than {@link byPayment}.
     * `wallReceivedAt`: epoch milliseconds.
     */
    requestTimes: (paymentKey: PaymentKey): readonly Pick<ExchangeRow, 'seq' | 'wallReceivedAt'>[] =>
      connection
        .all(
          `SELECT m.seq, m.wall_received_at FROM exchanges m
           WHERE ${OF_PAYMENT} AND m.source NOT IN ('capture', 'imported') ORDER BY m.seq`,
          paymentKey,
        )
        .map((row) => ({ seq: integer(row, 'seq'), wallReceivedAt: integer(row, 'wall_received_at') })),
    /** Exchanges that belong to no stored payment and name this project and case-folded payment id; oldest first. */
    ofUnknownPayment: (
      projectId: ProjectId | null,
      paymentIdFolded: string,
      after = 0,
    ): readonly ExchangeRow[] =>
      connection
        .all(
          `${SELECT_ROW} WHERE m.payment_id_folded = ? AND m.payment = 0 AND m.project_id IS ? AND m.seq > ? ORDER BY m.seq`,
          paymentIdFolded,
          projectId,
          after,
        )
        .map(readExchangeRow),
    /** The highest number of an exchange; 0 if there is none. */
    newestSeq: (): number =>
      integer(connection.get('SELECT coalesce(max(seq), 0) AS seq FROM exchanges') ?? {}, 'seq'),
    /** The captures of a callback, oldest first. */
    capturesOf: (callbackId: CallbackId): readonly ExchangeRow[] =>
      connection
        .all(`${SELECT_ROW} WHERE m.callback_id = ? AND m.is_capture = 1 ORDER BY m.seq`, callbackId)
        .map(readExchangeRow),
    counts: (): { readonly captures: number; readonly exchanges: number } => ({
      captures: counters.get('captures'),
      exchanges: counters.get('exchanges'),
    }),
  }
}

type WriteBase = Pick<StoreBase, 'connection' | 'counters' | 'changes' | 'memory' | 'newId'>

const INSERT = insertInto('exchanges', fieldsOf('exchanges', 'seq', 'annotation'))
const SET_HEAD = update('exchanges', ['responseStatus', 'durationMs', 'responseHeaders'], 'seq')
const SET_RESPONSE = update(
  'exchanges',
  ['responseStatus', 'durationMs', 'responseHeaders', 'responseBody'],
  'seq',
)

function insertExchange(base: WriteBase, given: NewExchange): ExchangeRecord {
  const { connection, counters, changes, memory, newId } = base
  const exchange = complete(given, given.id ?? newId())
  const payment =
    exchange.paymentKey === null ? NO_PAYMENT : (memory.numberOf(exchange.paymentKey) ?? NO_PAYMENT)
  const { rowId } = INSERT.run(connection, {
    ...exchange,
    ...derivedOfExchange(exchange),
    payment,
    sizeBytes: exchange.body.length,
    signatureState: exchange.verdict.state,
  })
  changes.written('exchanges', rowId)
  counters.add(exchange.source === 'capture' ? 'captures' : 'exchanges', 1)
  return { ...exchange, seq: rowId }
}

/** Lists select exchanges by these columns. */
export const derivedOfExchange = (exchange: Pick<ExchangeRecord, 'source' | 'paymentId' | 'refusal'>) => ({
  isCapture: exchange.source === 'capture',
  paymentIdFolded: exchange.paymentId?.toLowerCase() ?? null,
  refusalCode: exchange.refusal?.code ?? null,
  refusalContract: exchange.refusal?.contract ?? null,
})

/** Stores the response as it was written. False if the exchange no longer exists. */
function setResponse(base: WriteBase, id: string, response: ExchangeResponse): boolean {
  const { connection, changes } = base
  const row = connection.get('SELECT seq FROM exchanges WHERE id = ?', id)
  if (row === undefined) return false
  const seq = integer(row, 'seq')
  const { status: responseStatus, headers: responseHeaders, body: responseBody, durationMs } = response
  const head = { seq, responseStatus, durationMs, responseHeaders }
  changes.written('exchanges', seq)
  if (responseBody === null) {
    // The index already has the response's words; nobody searches for the length and date that the connection adds.
    SET_HEAD.run(connection, head)
    return true
  }
  SET_RESPONSE.run(connection, { ...head, responseBody })
  changes.written('responses', seq)
  return true
}

const boundedRefusal = (refusal: Refusal): Refusal => ({
  ...refusal,
  message: boundedNote(refusal.message),
  ...(refusal.field === undefined ? {} : { field: boundedText(refusal.field, LIMITS.pathChars) }),
})

/** Limits the texts: the received signature can be as long as the message. */
const boundedVerdict = (verdict: SignatureVerdict): SignatureVerdict => ({
  ...verdict,
  explanation: boundedExplanation(verdict.explanation),
  ...(verdict.received === undefined ? {} : { received: boundedNote(verdict.received) }),
})

/** The record without its number. Texts derived from the message are limited in length. */
const complete = (given: NewExchange, id: ExchangeId): Omit<ExchangeRecord, 'seq'> => ({
  ...given,
  id,
  paymentId: given.paymentId === null ? null : boundedText(given.paymentId, LIMITS.paymentIdChars),
  verdict: boundedVerdict(given.verdict),
  refusal: given.refusal === null ? null : boundedRefusal(given.refusal),
  note: given.note === null ? null : boundedNote(given.note),
  attempt: given.attempt ?? null,
  replayOf: given.replayOf ?? null,
  marks: given.marks ?? [],
})
