import type { CallbackSummary } from '#protocol/messages'
import { useListLook } from '#window/list/columns'
import type { GridColumn } from '#window/list/VirtualGrid.tsx'
import { callbackStateWord } from '#window/message-view/callback-words'
import { shownCallback } from '#window/message-view/shown-message'
import { curlOf } from '#window/message-view/wire'
import { ComposePane } from '#window/features/replay/ComposePane.tsx'
import { RowMark } from '#window/message-view/Marks.tsx'
import { COMPOSE } from '#window/features/replay/replay-commands'
import { MarkedWords, RowAnnotation, RowTime } from '#window/list/cells.tsx'
import { useBench } from '#window/state/bench'
import { useVirtualNow } from '#window/state/clock'
import { usePreferences } from '#window/state/preferences'
import { callbackKindName, callbackLook, StateMark } from '#window/ui/StatusMark.tsx'
import { IdText, visibleId } from '#window/ui/IdText.tsx'
import { formatDateTime, formatDuration, parseTime } from '#window/lib/time'
import { readView, subjectOf } from '#window/navigation/views'
import { CallbackDetailPane } from './CallbackDetailPane'
import { copyWithToast } from '#window/state/toasts'
import { SidePage } from './SidePage'
import { useSentList } from './use-callback-lists'
import { AnswersPage } from '#window/features/answers/AnswersPage.tsx'
import { FaultsPage } from '#window/features/faults/FaultsPage.tsx'
import { CapturedPage } from './CapturedPage'

function StateCell({ callback }: { readonly callback: CallbackSummary }) {
  const now = useVirtualNow()
  // The column of the status says the rest.
  const word = callback.once === true ? 'sent once' : callbackStateWord(callback, now)
  return <StateMark look={callbackLook(callback)}>{word}</StateMark>
}

/** Status of the last attempt; `none` where attempts were made and none was answered. */
function Answer({ callback }: { readonly callback: CallbackSummary }) {
  const { lastStatus, attemptCount } = callback
  if (lastStatus !== undefined)
    return <span className={`http ${lastStatus === 200 ? 'ok' : 'bad'}`}>{lastStatus}</span>
  return attemptCount === 0 ? null : <span className="http bad">none</span>
}

function kindOf({ kind, replayOf }: CallbackSummary): string {
  return `${callbackKindName(kind)}${replayOf === undefined ? '' : ', replay'}`
}

function hostOf(target: string | null): string {
  if (target === null) return 'nowhere'
  return URL.canParse(target) ? new URL(target).host : target
}

/** Narrow panes drop the time and the duration, which the detail shows; wide ones add the target. */
const COLUMNS: readonly GridColumn<CallbackSummary>[] = [
  {
    name: 'state',
    sorts: { field: 'state', first: 'ascending' },
    least: 'var(--col-delivery-rare)',
    head: 'State',
    cell: (callback) => <StateCell callback={callback} />,
    title: (callback) => callback.note ?? callback.state,
  },
  {
    name: 'time',
    sorts: { field: 'created', first: 'descending' },
    least: 'var(--col-time)',
    head: 'Created',
    className: 'mono mid c-time',
    cell: ({ createdAt }) => <RowTime at={createdAt} />,
    title: ({ createdAt }) => `${formatDateTime(parseTime(createdAt))} on the virtual clock, UTC`,
  },
  {
    name: 'kind',
    sorts: { field: 'kind', first: 'ascending' },
    least: '110px',
    share: 1.2,
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
        {kindOf(callback)}
      </MarkedWords>
    ),
    title: (callback) => [kindOf(callback), ...callback.marks.map(({ text }) => text)].join('\n'),
  },
  {
    name: 'payment',
    least: '96px',
    share: 0.9,
    head: 'Payment',
    className: 'mono mid',
    cell: (callback) =>
      callback.paymentId === '' ? <span className="dim">none</span> : <IdText id={callback.paymentId} />,
    title: (callback) =>
      callback.paymentId === '' ? 'A card token belongs to no payment' : visibleId(callback.paymentId),
  },
  {
    name: 'target',
    least: '96px',
    share: 0.8,
    head: 'Target',
    className: 'c-tgt dim',
    cell: (callback) => hostOf(callback.target),
    title: (callback) => callback.target ?? 'no callback URL',
  },
  {
    name: 'answer',
    sorts: { field: 'status', first: 'ascending' },
    least: 'var(--col-status-code)',
    head: 'Response',
    cell: (callback) => <Answer callback={callback} />,
  },
  {
    name: 'took',
    least: 'var(--col-duration)',
    head: 'Duration',
    className: 'num mid c-dur',
    cell: (callback) =>
      callback.lastDurationMs === undefined ? null : formatDuration(callback.lastDurationMs),
  },
]

/** What the platform sent or will send. */
function SentPage() {
  const bench = useBench()
  const { query, selection } = usePreferences((state) => state.callbacks)
  const look = useListLook('callbacks')
  const rows = useSentList(query, look.sort, selection === null)
  return (
    <SidePage
      side="sent"
      rows={rows}
      columns={COLUMNS}
      gridName="Callbacks"
      look={look}
      gridClassName="cb-grid"
      nothing={
        <div className="empty">
          <h2>No callbacks yet</h2>
          <p>Paybench sends one when a payment needs data, changes or ends.</p>
        </div>
      }
      onCopy={({ id, paymentId }) => {
        copyWithToast(
          async () => {
            const callback = await bench.call('callbacks.get', { id })
            return curlOf(shownCallback(callback, callback.attempts.at(-1)).request)
          },
          `Copied the callback ${subjectOf(paymentId)} as curl`,
        )
      }}
      detail={(id) => (id === COMPOSE ? <ComposePane /> : <CallbackDetailPane key={id} id={id} />)}
    />
  )
}

/** Everything that the platform sent and everything that the merchant listener captured, with the rules about both. */
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
