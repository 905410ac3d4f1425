import type { Ref } from 'react'
import type { CallbackSummary } from '../../../src-main/contract/messages'
import { VirtualGrid } from '../list/VirtualGrid'
import type { GridColumn, GridHandle } from '../list/VirtualGrid'
import type { UsedList } from '../list/use-paged-list'
import { callbackStateWord } from '../message-view/callback-words'
import { useVirtualNow } from '../state/clock'
import { StateMark } from '../ui/StatusMark'
import { callbackKindName, callbackLook } from '../ui/states'
import { formatDuration } from '../ui/time'

function StateCell({ callback }: { readonly callback: CallbackSummary }) {
  const now = useVirtualNow()
  return <StateMark look={callbackLook(callback.state)}>{callbackStateWord(callback, now)}</StateMark>
}

function hostOf(target: string | null): string {
  if (target === null) return 'nowhere'
  return URL.canParse(target) ? new URL(target).host : target
}

const COLUMNS: readonly GridColumn<CallbackSummary>[] = [
  {
    name: 'state',
    head: 'State',
    cell: (callback) => <StateCell callback={callback} />,
    title: (callback) => callback.note ?? callback.state,
  },
  {
    name: 'kind',
    head: 'Kind',
    cell: (callback) =>
      `${callbackKindName(callback.kind)}${callback.replayOf === undefined ? '' : ', replay'}`,
  },
  {
    name: 'payment',
    head: 'Payment',
    className: 'mono mid',
    cell: (callback) => callback.paymentId,
    title: (callback) => callback.paymentId,
  },
  {
    name: 'target',
    head: 'Target',
    className: 'c-tgt dim',
    cell: (callback) => hostOf(callback.target),
    title: (callback) => callback.target ?? 'no callback URL',
  },
  {
    name: 'answer',
    head: 'Answer',
    cell: (callback) =>
      callback.lastStatus === undefined ? (
        callback.attemptCount > 0 ? (
          <span className="http bad">none</span>
        ) : null
      ) : (
        <span className={`http ${callback.lastStatus === 200 ? 'ok' : 'bad'}`}>{callback.lastStatus}</span>
      ),
  },
  {
    name: 'took',
    head: 'Took',
    className: 'num mid c-dur',
    cell: (callback) =>
      callback.lastDurationMs === undefined ? null : formatDuration(callback.lastDurationMs),
  },
]

interface SentGridProps {
  readonly rows: UsedList<CallbackSummary>
  readonly selectedId: string | null
  readonly onSelect: (id: string) => void
  readonly onTop: (atTop: boolean) => void
  readonly ref?: Ref<GridHandle>
}

/** What the platform sent or will send, newest first. */
export function SentGrid({ rows, selectedId, onSelect, onTop, ref }: SentGridProps) {
  return (
    <VirtualGrid
      label="Callbacks, newest first"
      className="cb-grid"
      rows={rows}
      columns={COLUMNS}
      keyOf={(callback) => callback.id}
      selectedKey={selectedId}
      onSelect={(callback) => {
        onSelect(callback.id)
      }}
      onTop={onTop}
      {...(ref === undefined ? {} : { ref })}
    />
  )
}
