import { OpenRow, Table, type TableColumn } from '#window/ui/Table.tsx'
import { useEffect, useState } from 'react'
import type { ReplayItem, ReplayJob } from '#protocol/replay'
import { useFetched } from '#window/message-view/use-fetched'
import { useBench } from '#window/state/bench'
import { useVirtualNow } from '#window/state/clock'
import { MINUTE_MS } from '#lib/time/time'
import { Check } from '#window/ui/Field.tsx'
import { callbackKindName } from '#window/ui/StatusMark.tsx'
import { formatCount } from '#lib/words'
import { formatDuration, formatNear, formatWait, parseTime } from '#window/lib/time'
import { differenceWords, endedOf, jobWords, nothingDiffers } from './bulk-jobs'
import { openMessage } from './replay-commands'

const SHOWN_ITEMS = 200

function Status({ status }: { readonly status: number | null }) {
  return <span className={`http ${status === 200 ? 'ok' : 'bad'}`}>{status ?? 'none'}</span>
}

function Counts({ job }: { readonly job: ReplayJob }) {
  const now = useVirtualNow()
  const parts = [
    [job.accepted, 'accepted'],
    [job.refused, 'refused'],
    [job.unanswered, 'without a response'],
    [job.inFlight, 'in progress'],
    [job.waiting, 'waiting'],
    [job.left, 'not sent'],
    [job.repeating, 'to be retried'],
  ] as const
  return (
    <div className="stack small">
      <progress max={job.total} value={endedOf(job)} aria-label={`Bulk replay, ${jobWords(job)}`} />
      <p role="status">
        {parts
          .filter(([count]) => count > 0)
          .map(([count, what]) => `${formatCount(count)} ${what}`)
          .join(', ')}
      </p>
      <p className="dim">
        up to {job.mostAtOnce} in parallel (limit {job.concurrency})
        {job.order === 'shuffled' ? `, shuffled with seed ${job.seed.toString()}` : ''}
        {job.target === undefined ? '' : `, all to ${job.target}`}
        {job.nextAt === undefined
          ? ''
          : `, the next one ${formatWait(parseTime(job.nextAt) - now)} on the virtual clock`}
      </p>
    </div>
  )
}

function Outcomes({ job }: { readonly job: ReplayJob }) {
  if (job.outcomes.length === 0) return null
  const compared = job.outcomes.reduce((sum, { count }) => sum + count, 0)
  return (
    <Table
      caption="Responses before and now"
      rows={job.outcomes}
      keyOf={({ before, after }) => `${String(before)} ${String(after)}`}
      columns={[
        { head: 'Before', cell: ({ before }) => <Status status={before} /> },
        {
          head: <span className="sr">Share</span>,
          className: 'rp-flow',
          cell: ({ after, count }) => {
            const half = 1 + (7 * count) / compared
            return (
              <svg
                className={after === 200 ? 'http ok' : 'bad'}
                viewBox="0 0 100 16"
                preserveAspectRatio="none"
                aria-hidden="true"
              >
                <path d={`M0 ${8 - half}H97L100 8L97 ${8 + half}H0z`} />
              </svg>
            )
          },
        },
        {
          head: 'Now',
          cell: (outcome) => (
            <>
              <Status status={outcome.after} /> <span className="mid">{differenceWords(outcome)}</span>
            </>
          ),
        },
        { head: 'Messages', className: 'num', cell: ({ count }) => formatCount(count) },
      ]}
    />
  )
}

/** Columns for the message that was replayed. `onLeave` is called before a message replaces the view. */
export const sourceColumns = (now: number, onLeave?: () => void): readonly TableColumn<ReplayItem>[] => [
  {
    head: 'Message',
    className: 'mono clip',
    cell: ({ callbackId, paymentId, sourceId, copy }) => (
      <>
        {callbackId === undefined ? (
          paymentId || sourceId
        ) : (
          <OpenRow
            isOpen={false}
            className="mono"
            onOpen={() => {
              onLeave?.()
              openMessage(callbackId)
            }}
          >
            {paymentId || sourceId}
          </OpenRow>
        )}
        {copy === 0 ? null : <span className="dim"> copy {copy + 1}</span>}
      </>
    ),
  },
  { head: 'Kind', className: 'mid', cell: ({ kind }) => callbackKindName(kind) },
  {
    head: 'Created',
    className: 'mono dim',
    title: ({ createdAt }) => createdAt,
    cell: ({ createdAt }) => formatNear(parseTime(createdAt), now),
  },
  { head: 'Before', cell: ({ before }) => <Status status={before} /> },
]

const RESULT_COLUMNS: readonly TableColumn<ReplayItem>[] = [
  {
    head: 'Now',
    cell: ({ state, after, otherBody, note }) =>
      state === 'accepted' || state === 'refused' || state === 'unanswered' ? (
        <>
          <Status status={after ?? null} />{' '}
          {otherBody === true ? <span className="mid">different body</span> : null}
        </>
      ) : (
        <span className="dim">{note ?? state}</span>
      ),
  },
  {
    head: 'Duration',
    className: 'num mid',
    cell: ({ durationMs }) => (durationMs === undefined ? '' : formatDuration(durationMs)),
  },
]

export function BulkResult({ job, onLeave }: { readonly job: ReplayJob; readonly onLeave: () => void }) {
  const bench = useBench()
  const now = useVirtualNow(MINUTE_MS)
  const [only, setOnly] = useState<'all' | 'different'>('all')
  const { value, reload } = useFetched(`bulk:${job.id}:${only}`, () =>
    bench.call('replay.get', { id: job.id, only, limit: SHOWN_ITEMS }),
  )
  const progress = `${job.state} ${endedOf(job).toString()} ${job.inFlight.toString()}`
  useEffect(() => {
    reload()
  }, [progress, reload])
  const items = value?.items ?? []
  return (
    <div className="stack dialog-pad">
      <Counts job={job} />
      <Outcomes job={job} />
      <Check checked={only === 'different'} onChange={(on) => setOnly(on ? 'different' : 'all')}>
        Only those with a different response
      </Check>
      <div className="scroll rp-items" role="region" aria-label="Messages of the replay" tabIndex={0}>
        <Table
          caption="Messages in sending order"
          rows={items}
          columns={[...sourceColumns(now, onLeave), ...RESULT_COLUMNS]}
          keyOf={({ sourceId, copy }) => `${sourceId} ${String(copy)}`}
        />
        {only === 'different' && value?.matching === 0 ? (
          <p className="row note pad" role="status">
            {nothingDiffers(job)}
          </p>
        ) : null}
        {value !== null && value.matching > items.length ? (
          <p className="row note pad dim">and {formatCount(value.matching - items.length)} more</p>
        ) : null}
      </div>
    </div>
  )
}
