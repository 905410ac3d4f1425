import { SignatureMark } from '#window/features/traffic/columns.tsx'
import { useFetched } from '#window/message-view/use-fetched'
import { useReloadOn } from '#window/message-view/use-message'
import { useBench } from '#window/state/bench'
import type { BenchEvent } from '#protocol/events'
import { OpenRow, Table, type TableColumn, type TableProps } from '#window/ui/Table.tsx'
import { type CallbackSummary, type ExchangeSummary, notableMarks } from '#protocol/messages'
import { Failure } from '#window/ui/Notice.tsx'
import type { MessageReference } from '#window/navigation/views'
import { callbackKindWords, callbackStateWord, targetWords } from '#window/message-view/callback-words'
import { RowMark } from '#window/message-view/Marks.tsx'
import { useVirtualNow } from '#window/state/clock'
import { callbackLook, LastResponse, StateMark, StatusMark } from '#window/ui/StatusMark.tsx'
import { counted, formatCount } from '#lib/words'
import { formatBytes, formatClockMs, formatDayAndClock, formatDuration, parseTime } from '#window/lib/time'
import type { PaymentKey } from '#domain/ids'
import { ContractLink } from '#window/features/contract/Contract.tsx'
import type { PaymentDetail } from '#protocol/payments'
import { amountFigures } from '#lib/money/minor-units'

/** Maximum number of messages in a tab of a payment; the Callbacks and Traffic pages list all. */
const MAX_MESSAGES = 500

interface MessagesProps<Row> extends Omit<TableProps<Row>, 'rows' | 'keyOf'> {
  /** The name of the messages in an error, such as "callbacks". */
  readonly what: string
  readonly none: string
  /** The page that lists more of them. */
  readonly page: 'Callbacks' | 'Traffic'
  readonly fetchPage: () => Promise<{ readonly items: readonly Row[]; readonly total: number }>
  readonly concerns: (event: BenchEvent) => boolean
  readonly paymentKey: PaymentKey
  readonly selectedId: string | null
}

function Messages<Row extends { readonly id: string }>(props: MessagesProps<Row>) {
  const { what, none, page, fetchPage, concerns, paymentKey, selectedId, ...table } = props
  const { value, error, reload } = useFetched(`${what}:${paymentKey}`, fetchPage)
  useReloadOn(concerns, reload)
  if (error !== null)
    return <Failure className="pad" title={`The ${what} could not be read.`} error={error} />
  if (value === null) return <p className="small mid pad">Loading…</p>
  if (value.items.length === 0) return <p className="small mid pad">{none}</p>
  return (
    <>
      <Table {...table} rows={value.items} keyOf={({ id }) => id} isChosen={({ id }) => id === selectedId} />
      {value.total > value.items.length ? (
        <p className="small mid pad">
          The newest {formatCount(value.items.length)} of {formatCount(value.total)}. The {page} page lists
          them all.
        </p>
      ) : null}
    </>
  )
}

interface PaymentMessagesProps {
  readonly paymentKey: PaymentKey
  readonly selectedId: string | null
  readonly onOpen: (reference: MessageReference) => void
}

export function PaymentCallbacks({ paymentKey, selectedId, onOpen }: PaymentMessagesProps) {
  const bench = useBench()
  const now = useVirtualNow()
  const columns: readonly TableColumn<CallbackSummary>[] = [
    {
      head: 'State',
      cell: (callback) => (
        <StateMark look={callbackLook(callback)}>{callbackStateWord(callback, now)}</StateMark>
      ),
    },
    {
      head: 'Kind',
      className: 'wide-cell',
      title: (callback) =>
        [callbackKindWords(callback), ...callback.marks.map(({ text }) => text)].join('\n'),
      cell: (callback) => (
        <span className="marked-words">
          <OpenRow
            isOpen={callback.id === selectedId}
            className="clip"
            onOpen={() => onOpen({ type: 'callback', id: callback.id })}
          >
            {callbackKindWords(callback)}
          </OpenRow>
          <RowMark marks={notableMarks(callback.marks)} />
          {callback.attemptCount > 1 ? (
            <span className="flt-mark">{counted(callback.attemptCount, 'attempt')}</span>
          ) : null}
        </span>
      ),
    },
    { head: 'Created', className: 'mono', cell: ({ createdAt }) => formatClockMs(parseTime(createdAt)) },
    {
      head: 'Response',
      cell: (callback) => <LastResponse callback={callback} />,
    },
    {
      head: 'Duration',
      className: 'num dim',
      cell: ({ lastDurationMs }) => (lastDurationMs === undefined ? '' : formatDuration(lastDurationMs)),
    },
    {
      head: 'Target',
      className: 'wide-cell mono',
      title: ({ target }) => target ?? '',
      cell: ({ note, target }) => note ?? targetWords(target),
    },
  ]
  return (
    <Messages
      what="callbacks"
      caption="Callbacks of the payment"
      className="pay-callbacks"
      none="No callbacks yet. The first is sent when data is requested or the payment ends."
      page="Callbacks"
      fetchPage={() => bench.call('callbacks.list', { paymentKey, limit: MAX_MESSAGES })}
      concerns={(event) => event.type === 'callback.changed' && event.callback.paymentKey === paymentKey}
      columns={columns}
      paymentKey={paymentKey}
      selectedId={selectedId}
    />
  )
}

export function PaymentExchanges({ paymentKey, selectedId, onOpen }: PaymentMessagesProps) {
  const bench = useBench()
  const columns: readonly TableColumn<ExchangeSummary>[] = [
    {
      head: 'Virtual time',
      className: 'mono',
      cell: ({ receivedAt }) => formatClockMs(parseTime(receivedAt)),
    },
    {
      head: 'Request',
      className: 'wide-cell',
      title: ({ method, path, refusal, note }) =>
        [`${method} ${path}`, refusal?.message ?? note ?? ''].join('\n').trim(),
      cell: ({ id, method, path, refusal, note }) => (
        <>
          <OpenRow
            isOpen={id === selectedId}
            className="mono"
            onOpen={() => onOpen({ type: 'exchange', id })}
          >
            {method} {path}
          </OpenRow>
          {refusal === undefined && note === undefined ? null : (
            <span className="o-more tiny">
              <span className="clip">
                {refusal === undefined ? (
                  note
                ) : (
                  <>
                    <code>{refusal.code}</code> {refusal.message} <ContractLink place={refusal.contract} />
                  </>
                )}
              </span>
            </span>
          )}
        </>
      ),
    },
    {
      head: 'Response',
      cell: ({ status }) => (
        <span className={`http ${status !== undefined && status < 300 ? 'ok' : 'bad'}`}>
          {status ?? 'none'}
        </span>
      ),
    },
    {
      head: 'Signature',
      cell: ({ signatureState }) => <SignatureMark state={signatureState} />,
    },
    {
      head: 'Size',
      className: 'num dim',
      cell: ({ sizeBytes }) => formatBytes(sizeBytes),
    },
  ]
  return (
    <Messages
      what="API calls"
      caption="API calls of the payment"
      className="pay-exchanges"
      none="No API calls: this payment was created in the workbench."
      page="Traffic"
      // Imported requests are left out: they did not reach the platform.
      fetchPage={() =>
        bench.call('exchanges.list', { paymentKey, query: '-source:imported', limit: MAX_MESSAGES })
      }
      concerns={(event) => event.type === 'exchange.added' && event.exchange.paymentKey === paymentKey}
      columns={columns}
      paymentKey={paymentKey}
      selectedId={selectedId}
    />
  )
}

const OPERATION_COLUMNS: readonly TableColumn<PaymentDetail['operations'][number]>[] = [
  {
    head: 'Operation',
    className: 'wide-cell',
    title: ({ type, id, message, createdAt, requestId }) =>
      `${type} ${String(id)}, ${message}, created ${formatDayAndClock(parseTime(createdAt))}, request ${requestId}`,
    cell: ({ type, id, message, updatedAt }) => (
      <>
        {type} <code className="dim">{id}</code>
        <span className="o-more tiny">
          <span>{message}</span>
          <span className="dim">changed {formatClockMs(parseTime(updatedAt))}</span>
        </span>
      </>
    ),
  },
  { head: 'Status', cell: ({ status }) => <StatusMark status={status} /> },
  {
    head: 'Amount',
    className: 'num',
    cell: ({ amount, currency }) => (
      <>
        {amountFigures(amount, currency)} <span className="dim">{currency}</span>
      </>
    ),
  },
  { head: 'Code', className: 'mono', cell: ({ code }) => code },
]

export function OperationsTable({ payment }: { readonly payment: PaymentDetail }) {
  return (
    <Table
      caption="Operations of the payment"
      className="pay-operations"
      rows={payment.operations}
      columns={OPERATION_COLUMNS}
      keyOf={({ id }) => id}
    />
  )
}
