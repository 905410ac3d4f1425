import type { ExchangeDetail, ExchangeSummary } from '#protocol/messages'
import { beginRule } from '#window/features/answers/answer-commands'
import { likeCaptured } from '#window/features/answers/like-captured'
import { RowMark } from '#window/message-view/Marks.tsx'
import { useListLook } from '#window/list/columns'
import type { GridColumn } from '#window/list/VirtualGrid.tsx'
import { MessagePane } from '#window/message-view/MessagePane.tsx'
import { isGoodStatus, shownExchange } from '#window/message-view/shown-message'
import { verdictLook } from '#window/message-view/callback-words'
import { curlOf } from '#window/message-view/wire'
import { ReplayPane } from '#window/features/replay/ReplayPane.tsx'
import { MarkedWords, RowAnnotation, RowTime } from '#window/list/cells.tsx'
import { useBench } from '#window/state/bench'
import { usePreferences } from '#window/state/preferences'
import { Button } from '#window/ui/Button.tsx'
import { StateMark } from '#window/ui/StatusMark.tsx'
import { formatBytes, formatDayAndClock, parseTime } from '#window/lib/time'
import { openAsSent, showView } from '#window/navigation/views'
import { copyWithToast } from '#window/state/toasts'
import { SidePage } from './SidePage'
import { useCapturedList } from './use-callback-lists'
import { IdText, visibleId } from '#window/ui/IdText.tsx'

/** Narrow panes drop the size; wide ones add the payment. */
const COLUMNS: readonly GridColumn<ExchangeSummary>[] = [
  {
    name: 'time',
    sorts: { field: 'created', first: 'descending' },
    least: 'var(--col-time)',
    head: 'Virtual time',
    className: 'mono',
    cell: (capture) => <RowTime at={capture.receivedAt} />,
    title: (capture) => `${formatDayAndClock(parseTime(capture.receivedAt))}, wall ${capture.wallReceivedAt}`,
  },
  {
    name: 'request',
    least: '140px',
    share: 2,
    head: 'Request',
    className: 'mono',
    cell: (capture) => (
      <MarkedWords
        marks={
          <>
            <RowMark marks={capture.marks} byRule="rule" />
            <RowAnnotation annotation={capture.annotation} />
          </>
        }
      >
        {`${capture.method} ${capture.path}`}
      </MarkedWords>
    ),
    title: (capture) => capture.note ?? `${capture.method} ${capture.path}`,
  },
  {
    name: 'payment',
    least: '100px',
    share: 1,
    head: 'Payment',
    className: 'mono mid c-tgt',
    cell: ({ paymentId }) => (paymentId === undefined ? null : <IdText id={paymentId} />),
    title: ({ paymentId }) => visibleId(paymentId ?? ''),
  },
  {
    name: 'signature',
    sorts: { field: 'signature', first: 'ascending' },
    least: 'var(--col-verdict)',
    head: 'Signature',
    cell: ({ signatureState }) =>
      signatureState === undefined ? null : (
        <StateMark look={verdictLook(signatureState)}>{verdictLook(signatureState).word}</StateMark>
      ),
  },
  {
    name: 'reply',
    sorts: { field: 'status', first: 'ascending' },
    least: 'var(--col-response)',
    head: 'Response',
    cell: ({ status }) => (
      <span className={`http ${isGoodStatus('capture', status) ? 'ok' : 'bad'}`}>
        {status ?? 'no response'}
      </span>
    ),
    title: ({ marks }) => marks.map(({ text }) => text).join('\n'),
  },
  {
    name: 'size',
    least: 'var(--col-bytes)',
    head: 'Size',
    className: 'num mid c-dur',
    cell: (capture) => formatBytes(capture.sizeBytes),
  },
]

function Actions({ capture }: { readonly capture: ExchangeDetail }) {
  const { callbackId } = capture
  return (
    <>
      <Button
        look="quiet"
        size="small"
        icon="answer"
        aria-label="Respond to requests like this with…"
        title="Respond to requests like this with…"
        does="answers.put"
        onClick={() => beginRule(likeCaptured(capture))}
      >
        <span className="b-t">Respond like this…</span>
      </Button>
      {callbackId === undefined ? null : (
        <Button
          look="quiet"
          size="small"
          icon="callbacks"
          aria-label="As sent"
          onClick={() => openAsSent(callbackId, capture.sentBy)}
        >
          <span className="b-t">As sent</span>
        </Button>
      )}
    </>
  )
}

function CapturedDetail({ id }: { readonly id: string }) {
  return (
    <article className="pane fill cb-detail" aria-label="Captured request">
      <MessagePane
        reference={{ type: 'capture', id }}
        edit={<ReplayPane key={id} id={id} />}
        actionsOf={(capture) => <Actions capture={capture} />}
      />
    </article>
  )
}

/** What arrived at the merchant listener. */
export function CapturedPage() {
  const bench = useBench()
  const { query, selection } = usePreferences((state) => state.callbacks)
  const look = useListLook('captures')
  const rows = useCapturedList(query, look.sort, selection === null)
  return (
    <SidePage
      side="captured"
      rows={rows}
      columns={COLUMNS}
      gridName="Captured requests"
      look={look}
      gridClassName="cap-grid"
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
      onCopy={({ id, path }) => {
        copyWithToast(
          async () => curlOf(shownExchange(await bench.call('captures.get', { id })).request),
          `Copied the request to ${path} as curl`,
        )
      }}
      detail={(id) => <CapturedDetail key={id} id={id} />}
    />
  )
}
