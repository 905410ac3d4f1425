import type { GridColumn } from '#window/list/columns'
import { verdictLook } from '#window/message-view/callback-words'
import { MarkedWords, RowAnnotation, RowTime } from '#window/list/cells.tsx'
import { Icon } from '#window/ui/Icon.tsx'
import { IdText, visibleId } from '#window/ui/IdText.tsx'
import { StateMark } from '#window/ui/StatusMark.tsx'
import { formatBytes, formatDayAndClock, formatDuration, parseTime } from '#window/lib/time'
import { isWellAnswered } from '#window/navigation/views'
import type { ExchangeSummary } from '#protocol/messages'

export const TIME: GridColumn<ExchangeSummary> = {
  name: 'time',
  fold: 4,
  sorts: { field: 'created', first: 'descending' },
  least: 'clamp(var(--col-time-short), 100cqi - 544px, var(--col-time))',
  head: 'Time',
  className: 'mono mid short-time',
  cell: (exchange) => <RowTime at={exchange.receivedAt} />,
  title: (exchange) =>
    `${formatDayAndClock(parseTime(exchange.receivedAt))} on the virtual clock, wall ${exchange.wallReceivedAt}`,
}

const METHOD: GridColumn<ExchangeSummary> = {
  name: 'method',
  least: '42px',
  head: 'Method',
  className: 'mono mid',
  cell: ({ method }) => method,
}

/** The query is only in the title of the cell, which shows a refusal or a note instead if there is one. */
export const PATH: GridColumn<ExchangeSummary> = {
  name: 'path',
  fold: 3,
  least: '84px',
  share: 1.4,
  head: 'Path',
  className: 'mono',
  cell: ({ method, path, replayOf, annotation }) => (
    <MarkedWords marks={<RowAnnotation annotation={annotation} />}>
      {replayOf === undefined ? null : (
        <>
          <Icon name="undo" small />
          <span className="sr">sent again: </span>{' '}
        </>
      )}
      {method === '' ? <span className="dim">no request line</span> : path.split('?', 1)[0]}
    </MarkedWords>
  ),
  title: ({ method, path, refusal, note }) => refusal?.message ?? note ?? `${method} ${path}`,
}

export const SIGNATURE: GridColumn<ExchangeSummary> = {
  name: 'signature',
  sorts: { field: 'signature', first: 'ascending' },
  least: 'var(--col-verdict)',
  from: 860,
  head: 'Signature',
  cell: ({ signatureState }) => <SignatureMark state={signatureState} />,
}

export function SignatureMark({ state }: { readonly state: ExchangeSummary['signatureState'] }) {
  if (state === undefined) return null
  const look = verdictLook(state)
  return <StateMark look={look}>{look.word}</StateMark>
}

export const STATUS: GridColumn<ExchangeSummary> = {
  name: 'status',
  fold: 2,
  sorts: { field: 'status', first: 'ascending' },
  least: 'var(--col-http)',
  head: 'Status',
  cell: (exchange) => (
    <span className={`http ${isWellAnswered(exchange) ? 'ok' : 'bad'}`}>
      {exchange.status ?? 'none'}
      {exchange.refusal === undefined ? null : <span className="dim"> {exchange.refusal.code}</span>}
    </span>
  ),
  title: ({ refusal, marks }) =>
    [
      ...(refusal === undefined ? [] : [`Contract ${refusal.contract}: ${refusal.message}`]),
      ...marks.map(({ text }) => text),
    ].join('\n'),
}

/** Ten times the duration adds a quarter of the bar: it is empty at 1 ms and full at 10 s. */
const barShare = (ms: number): number => Math.min(100, 25 * Math.log10(Math.max(1, ms)))

export const DURATION: GridColumn<ExchangeSummary> = {
  name: 'duration',
  least: '58px',
  share: 0.3,
  from: 500,
  head: 'Duration',
  className: 'num mid',
  cell: ({ durationMs }) =>
    durationMs === undefined ? null : (
      <span className="took">
        {formatDuration(durationMs)}
        <i style={{ insetInline: `${(100 - barShare(durationMs)).toString()}% 0` }} />
      </span>
    ),
}

export const SIZE: GridColumn<ExchangeSummary> = {
  name: 'size',
  least: 'var(--col-bytes)',
  from: 790,
  head: 'Size',
  className: 'num mid',
  cell: (exchange) => formatBytes(exchange.sizeBytes),
}

export const PAYMENT: GridColumn<ExchangeSummary> = {
  name: 'payment',
  fold: 1,
  least: 'var(--col-id)',
  share: 1,
  head: 'Payment',
  className: 'mono',
  cell: ({ paymentId }) => (paymentId === undefined ? null : <IdText id={paymentId} />),
  title: ({ paymentId }) => visibleId(paymentId ?? ''),
}

export const BY_TIME: readonly GridColumn<ExchangeSummary>[] = [
  TIME,
  METHOD,
  PATH,
  PAYMENT,
  SIGNATURE,
  STATUS,
  SIZE,
  DURATION,
]

/** Columns for the order by payment: only the first row of each payment visibly shows its id. */
export const BY_PAYMENT: readonly GridColumn<ExchangeSummary>[] = [
  {
    ...PAYMENT,
    cell: (exchange, above) =>
      exchange.paymentKey !== above?.paymentKey || above === undefined ? (
        <b>{exchange.paymentId === undefined ? 'no payment' : <IdText id={exchange.paymentId} />}</b>
      ) : (
        <span className="sr">{visibleId(exchange.paymentId ?? '')}</span>
      ),
  },
  TIME,
  METHOD,
  PATH,
  SIGNATURE,
  STATUS,
  DURATION,
]
