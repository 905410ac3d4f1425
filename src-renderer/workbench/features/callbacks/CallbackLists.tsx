import { CALLBACKS, CAPTURES } from '#window/list/use-live-list'
import { MAX_ATTEMPTS } from '#domain/callback/retry-schedule'
import type { CallbackSummary, ExchangeSummary } from '#protocol/messages'
import type { GridColumn } from '#window/list/columns'
import { callbackKindWords, callbackStateWord, targetWords } from '#window/message-view/callback-words'
import { readView, showView } from '#window/navigation/views'
import { ComposePane } from '#window/features/replay/ComposePane.tsx'
import { RowMark } from '#window/message-view/Marks.tsx'
import { COMPOSE } from '#window/features/replay/replay-commands'
import { MarkedWords, RowAnnotation, RowTime } from '#window/list/cells.tsx'
import { useVirtualNow } from '#window/state/clock'
import { setPlace, usePreferences } from '#window/state/preferences'
import { callbackLook, LastResponse, StateMark } from '#window/ui/StatusMark.tsx'
import { IdText, visibleId } from '#window/ui/IdText.tsx'
import { formatDateTime, formatDuration, parseTime } from '#window/lib/time'
import { CallbackDetailPane } from './CallbackDetailPane'
import { REPLAY_COMMANDS, RULE_COMMANDS } from './callback-commands'
import { SidePage } from './SidePage'
import { DURATION, PATH, PAYMENT, SIGNATURE, SIZE, STATUS, TIME } from '#window/features/traffic/columns.tsx'
import { AnswersPage } from '#window/features/answers/AnswersPage.tsx'
import { FaultsPage } from '#window/features/faults/FaultsPage.tsx'
import { ExchangePane } from '#window/features/traffic/ExchangePane.tsx'
import { ReplayPane } from '#window/features/replay/ReplayPane.tsx'
import { Button } from '#window/ui/Button.tsx'

function StateCell({ callback }: { readonly callback: CallbackSummary }) {
  const now = useVirtualNow()
  const { once, scheduleAttempts } = callback
  const word = once === true ? 'sent once' : callbackStateWord(callback, now)
  return (
    <>
      <StateMark look={callbackLook(callback)}>{word}</StateMark>
      {scheduleAttempts === undefined ? null : (
        <i className="retries" style={{ '--sent': `${(100 * scheduleAttempts) / MAX_ATTEMPTS}%` }} />
      )}
    </>
  )
}

/** Narrow panes drop the duration and the time, which the detail shows; wide ones add the target. */
export const SENT_COLUMNS: readonly GridColumn<CallbackSummary>[] = [
  {
    name: 'state',
    fold: 2,
    sorts: { field: 'state', first: 'ascending' },
    least: 'clamp(var(--col-delivery), 100cqi - 640px, var(--col-delivery-rare))',
    head: 'State',
    cell: (callback) => <StateCell callback={callback} />,
    title: (callback) => callback.note ?? callback.state,
  },
  {
    name: 'time',
    sorts: { field: 'created', first: 'descending' },
    least: 'clamp(var(--col-time-short), 100cqi - 544px, var(--col-time))',
    from: 545,
    head: 'Created',
    className: 'mono mid short-time',
    cell: ({ createdAt }) => <RowTime at={createdAt} />,
    title: ({ createdAt }) => `${formatDateTime(parseTime(createdAt))} on the virtual clock, UTC`,
  },
  {
    name: 'kind',
    fold: 3,
    sorts: { field: 'kind', first: 'ascending' },
    least: '96px',
    share: 0.8,
    head: 'Kind',
    cell: (callback) => (
      <MarkedWords
        marks={
          <>
            <RowMark marks={callback.marks} />
            <RowAnnotation annotation={callback.annotation} />
          </>
        }
      >
        {callbackKindWords(callback)}
      </MarkedWords>
    ),
    title: (callback) => [callbackKindWords(callback), ...callback.marks.map(({ text }) => text)].join('\n'),
  },
  {
    name: 'payment',
    fold: 1,
    least: 'clamp(60px, 100cqi - 357px, var(--col-id))',
    share: 1.2,
    head: 'Payment',
    className: 'mono',
    cell: (callback) =>
      callback.paymentId === '' ? <span className="dim">none</span> : <IdText id={callback.paymentId} />,
    title: (callback) =>
      callback.paymentId === '' ? 'A card token belongs to no payment' : visibleId(callback.paymentId),
  },
  {
    name: 'target',
    least: '116px',
    share: 0.8,
    from: 960,
    head: 'Target',
    className: 'dim',
    cell: (callback) => targetWords(callback.target),
    title: (callback) => callback.target ?? 'no callback URL',
  },
  {
    name: 'answer',
    fold: 4,
    sorts: { field: 'status', first: 'ascending' },
    least: 'var(--col-status-code)',
    head: 'Response',
    cell: (callback) => <LastResponse callback={callback} />,
  },
  {
    name: 'took',
    least: 'var(--col-duration)',
    from: 665,
    head: 'Duration',
    className: 'num mid',
    cell: (callback) =>
      callback.lastDurationMs === undefined ? null : formatDuration(callback.lastDurationMs),
  },
]

function SentPage() {
  return (
    <SidePage
      list="callbacks"
      live={CALLBACKS}
      columns={SENT_COLUMNS}
      nothing={
        <div className="empty">
          <h2>No callbacks yet</h2>
          <p>Paybench sends one when a payment needs data, changes or ends.</p>
        </div>
      }
      detail={(id) => (id === COMPOSE ? <ComposePane /> : <CallbackDetailPane key={id} id={id} />)}
    />
  )
}

export function CallbacksPage() {
  const view = readView(usePreferences((state) => state.callbacks.view))
  switch (view) {
    case 'sent':
      return <SentPage />
    case 'captured':
      return <CapturedPage />
    case 'answers':
      return <AnswersPage />
    case 'faults':
      return <FaultsPage />
  }
}

export const CAPTURED_COLUMNS: readonly GridColumn<ExchangeSummary>[] = [
  TIME,
  PAYMENT,
  {
    ...PATH,
    cell: ({ method, path, marks, annotation }) => (
      <MarkedWords
        marks={
          <>
            <RowMark marks={marks} byRule="rule" />
            <RowAnnotation annotation={annotation} />
          </>
        }
      >
        {method === 'POST' ? '' : `${method} `}
        {path}
      </MarkedWords>
    ),
  },
  { ...SIGNATURE, from: 540 },
  STATUS,
  {
    ...DURATION,
    from: 620,
    // Without a response, the duration is that of the request alone.
    cell: (exchange, above) => (exchange.status === undefined ? '–' : DURATION.cell(exchange, above)),
  },
  SIZE,
]

function CapturedPage() {
  return (
    <SidePage
      list="captures"
      live={CAPTURES}
      columns={CAPTURED_COLUMNS}
      nothing={
        <div className="empty">
          <h2>No captured requests yet</h2>
          <p>
            Requests to the merchant address are kept here byte for byte. They get a 200 response unless a
            response rule says otherwise.
          </p>
          <Button onClick={() => showView('answers')}>Respond differently…</Button>
        </div>
      }
      detail={(id) => (
        <ExchangePane
          key={id}
          id={id}
          edit={<ReplayPane key={id} id={id} />}
          actions={[...REPLAY_COMMANDS, ...RULE_COMMANDS]}
          onLeave={() => setPlace('callbacks', { selection: null })}
        />
      )}
    />
  )
}
