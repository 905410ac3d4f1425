import { useEffect, useState } from 'react'
import type { ReplayItem, ReplayJob } from '#protocol/replay'
import { useFetched } from '#window/message-view/use-fetched'
import { useBench } from '#window/state/bench'
import { useVirtualNow } from '#window/state/clock'
import { MINUTE_MS } from '#lib/time/time'
import { callbackKindName } from '#window/ui/StatusMark.tsx'
import { formatCount, formatDuration, formatNear, formatWait, parseTime } from '#window/lib/time'
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
    <div className="stack small rp-progress">
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
        {job.nextAt === undefined
          ? ''
          : `, the next one ${formatWait(parseTime(job.nextAt) - now)} on the virtual clock`}
      </p>
    </div>
  )
}

function Outcomes({ job }: { readonly job: ReplayJob }) {
  if (job.outcomes.length === 0) return null
  return (
    <table className="plain">
      <caption className="sr">Responses before and now</caption>
      <thead>
        <tr>
          <th>Before</th>
          <th>Now</th>
          <th className="num">Messages</th>
        </tr>
      </thead>
      <tbody>
        {job.outcomes.map((outcome) => {
          const { before, after, count } = outcome
          return (
            <tr key={`${String(before)} ${String(after)}`}>
              <td>
                <Status status={before} />
              </td>
              <td>
                <Status status={after} /> <span className="mid">{differenceWords(outcome)}</span>
              </td>
              <td className="num">{formatCount(count)}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

interface ItemProps {
  readonly item: ReplayItem
  /** Virtual now, epoch milliseconds. */
  readonly now: number
  readonly onLeave: () => void
}

function Item({ item, now, onLeave }: ItemProps) {
  const { callbackId } = item
  const ended = item.state === 'accepted' || item.state === 'refused' || item.state === 'unanswered'
  return (
    <tr>
      <td className="mono clip">
        {callbackId === undefined ? (
          item.paymentId || item.sourceId
        ) : (
          <button
            type="button"
            className="bare step-open mono"
            onClick={() => {
              onLeave()
              openMessage(callbackId)
            }}
          >
            {item.paymentId || item.sourceId}
          </button>
        )}
        {item.copy === 0 ? null : <span className="dim"> copy {item.copy + 1}</span>}
      </td>
      <td className="mid">{callbackKindName(item.kind)}</td>
      <td className="mono dim" title={item.createdAt}>
        {item.createdAt === undefined ? '' : formatNear(parseTime(item.createdAt), now)}
      </td>
      <td>
        <Status status={item.before} />
      </td>
      <td>
        {ended ? (
          <>
            <Status status={item.after ?? null} />{' '}
            {item.otherBody === true ? <span className="mid">other body</span> : null}
          </>
        ) : (
          <span className="dim">{item.note ?? item.state}</span>
        )}
      </td>
      <td className="num mid">{item.durationMs === undefined ? '' : formatDuration(item.durationMs)}</td>
    </tr>
  )
}

/** The state of a bulk replay: progress, answers before and now, and message by message. */
export function BulkResult({
  job,
  onLeave,
}: {
  readonly job: ReplayJob
  /** Called before a message replaces this view. */
  readonly onLeave: () => void
}) {
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
    <div className="stack rp-result">
      <Counts job={job} />
      <Outcomes job={job} />
      <label className="check">
        <input
          type="checkbox"
          checked={only === 'different'}
          onChange={(event) => setOnly(event.target.checked ? 'different' : 'all')}
        />
        <span>Only those with a different response</span>
      </label>
      <div className="scroll rp-items" role="region" aria-label="Messages of the replay" tabIndex={0}>
        <table className="plain">
          <caption className="sr">Messages in sending order</caption>
          <thead>
            <tr>
              <th>Message</th>
              <th>Kind</th>
              <th>Created</th>
              <th>Before</th>
              <th>Now</th>
              <th className="num">Duration</th>
            </tr>
          </thead>
          <tbody>
            {items.map((item) => (
              <Item
                key={`${item.sourceId} ${item.copy.toString()}`}
                item={item}
                now={now}
                onLeave={onLeave}
              />
            ))}
          </tbody>
        </table>
        {only === 'different' && value?.matching === 0 ? (
          <p className="row note rp-hint" role="status">
            {nothingDiffers(job)}
          </p>
        ) : null}
        {value !== null && value.matching > items.length ? (
          <p className="row note rp-hint dim">and {formatCount(value.matching - items.length)} more</p>
        ) : null}
      </div>
    </div>
  )
}
