import type { Ref } from 'react'
import type { ExchangeSummary } from '../../../src-main/contract/messages'
import { VirtualGrid } from '../list/VirtualGrid'
import type { GridColumn, GridHandle } from '../list/VirtualGrid'
import type { UsedList } from '../list/use-paged-list'
import { verdictLook } from '../message-view/verdict'
import { StateMark } from '../ui/StatusMark'
import { formatBytes, formatClockMs, formatDayAndClock, parseTime } from '../ui/time'

const COLUMNS: readonly GridColumn<ExchangeSummary>[] = [
  {
    name: 'time',
    head: 'Virtual time',
    className: 'mono',
    cell: (capture) => formatClockMs(parseTime(capture.receivedAt)),
    title: (capture) => `${formatDayAndClock(parseTime(capture.receivedAt))}, wall ${capture.wallReceivedAt}`,
  },
  {
    name: 'request',
    head: 'Request',
    className: 'mono',
    cell: (capture) => `${capture.method} ${capture.path}`,
    title: (capture) => capture.note ?? `${capture.method} ${capture.path}`,
  },
  {
    name: 'payment',
    head: 'Payment',
    className: 'mono mid c-tgt',
    cell: (capture) => capture.paymentId ?? null,
  },
  {
    name: 'signature',
    head: 'Signature',
    cell: (capture) =>
      capture.signatureState === undefined ? null : (
        <StateMark look={verdictLook(capture.signatureState)}>
          {verdictLook(capture.signatureState).word}
        </StateMark>
      ),
  },
  {
    name: 'reply',
    head: 'Reply',
    cell: (capture) => (
      <span className={`http ${capture.status !== undefined && capture.status < 300 ? 'ok' : 'bad'}`}>
        {capture.status ?? 'none'}
      </span>
    ),
  },
  {
    name: 'size',
    head: 'Size',
    className: 'num mid c-dur',
    cell: (capture) => formatBytes(capture.sizeBytes),
  },
]

interface CapturedGridProps {
  readonly rows: UsedList<ExchangeSummary>
  readonly selectedId: string | null
  readonly onSelect: (id: string) => void
  readonly onTop: (atTop: boolean) => void
  readonly ref?: Ref<GridHandle>
}

/** What arrived at the merchant listener, newest first. */
export function CapturedGrid({ rows, selectedId, onSelect, onTop, ref }: CapturedGridProps) {
  return (
    <VirtualGrid
      label="Captured requests, newest first"
      className="cap-grid"
      rows={rows}
      columns={COLUMNS}
      keyOf={(capture) => capture.id}
      selectedKey={selectedId}
      onSelect={(capture) => {
        onSelect(capture.id)
      }}
      onTop={onTop}
      {...(ref === undefined ? {} : { ref })}
    />
  )
}
