import { BenchFault } from '../../contract/fault'
import type { ParsedParams, Result } from '../../contract/methods'
import type { ReplayJob } from '../../contract/replay'
import { planReplay } from '../../core/replay/plan'
import type { BenchContext } from '../context'
import { notFound } from '../handlers/faults'
import type { Deliveries } from '../outbox/delivery'
import { readOwnJson } from '../own-json'
import { isDifferent, itemView, jobView, moveItem, newItem, newJob, takeOutcome } from './bulk-job'
import type { BulkItem, BulkJob } from './bulk-job'
import { readOrigin } from './origin'
import { callbackFrom, makeOutgoing } from './outgoing'
import { bulkSources } from './sources'
import type { BulkSource } from './sources'

/** Many messages sent again at once. Jobs live as long as the program. */
export interface BulkReplays {
  start(params: ParsedParams<'replay.start'>): ReplayJob
  get(params: ParsedParams<'replay.get'>): Result<'replay.get'>
  /** Newest first. */
  list(): readonly ReplayJob[]
  /** What was not sent is dropped; what is on its way ends. Resolves when that is written down. */
  cancel(id: string): Promise<ReplayJob>
  /** Deliveries that also tell how the attempts for these messages go. */
  watch(deliveries: Deliveries): Deliveries
  /** A fault rule stopped this message before its first attempt. */
  stopped(id: string): void
  /** What an earlier run of the program had not sent stays held, with the reason. */
  keepHeld(): void
  /** Everything was removed. */
  forget(): void
  close(): void
}

/** Messages made and written in one turn of the event loop. */
const BATCH = 50
const MOST_JOBS = 20
const TELL_EVERY_MS = 100
const HELD_NOTE = 'Waits for its turn in a bulk replay.'
const LEFT_NOTE = 'The program ended before its turn in a bulk replay came. Release it to send it.'
const CANCELLED_NOTE = 'The bulk replay was cancelled before its turn came.'

const holdOf = (jobId: string): string => JSON.stringify({ by: 'replay', job: jobId })

export function createBulkReplays(context: BenchContext): BulkReplays {
  const { store, ids, clock, ports, changes, scheduler } = context
  const jobs: BulkJob[] = []
  const byCallback = new Map<string, { readonly job: BulkJob; readonly item: BulkItem }>()
  const toTell = new Set<BulkJob>()
  let tellTimer: NodeJS.Timeout | null = null
  let closed = false

  const nextAtOf = (job: BulkJob): number | null => {
    if (job.state !== 'running' || job.onTheWire.size > 0) return null
    const dues = job.items
      .slice(0, job.next)
      .flatMap((item) => (item.state === 'underWay' ? [job.startAt + item.offsetMs] : []))
    const due = dues.length === 0 ? null : Math.min(...dues)
    return due === null || due <= clock.now() ? null : due
  }
  const view = (job: BulkJob): ReplayJob => jobView(job, nextAtOf(job))

  const tell = (job: BulkJob): void => {
    toTell.add(job)
    if (tellTimer !== null || closed) return
    tellTimer = setTimeout(() => {
      tellTimer = null
      for (const changed of toTell) changes.other(() => ({ type: 'replay.changed', job: view(changed) }))
      toTell.clear()
    }, TELL_EVERY_MS)
    tellTimer.unref()
  }

  const find = (id: string): BulkJob => {
    const job = jobs.find((one) => one.id === id)
    if (job === undefined) throw notFound('bulk replay', id)
    return job
  }

  /** Makes the message of an item and puts it into the outbox, held. */
  const prepare = (job: BulkJob, item: BulkItem): void => {
    try {
      const outgoing = makeOutgoing(context, readOrigin(context, item.source.id), {
        signing: job.params.signing,
      })
      const id = ids.messageId('cb')
      const callback = callbackFrom(context, outgoing, id)
      const copy = item.copy === 0 ? '' : `, copy ${String(item.copy + 1)}`
      store.callbacks.insert({
        ...callback,
        state: 'held',
        nextAttemptAt: null,
        note: HELD_NOTE,
        hold: holdOf(job.id),
        lane: id,
        marks: [{ ruleId: null, text: `${outgoing.change} in a bulk replay${copy}.` }],
      })
      item.callbackId = id
      byCallback.set(id, { job, item })
      changes.callback(id, true)
    } catch (error) {
      if (!(error instanceof BenchFault)) throw error
      item.note = error.message
      moveItem(job, item, 'left')
    }
  }

  const isPreparing = (job: BulkJob): boolean => job.state === 'preparing' && !closed

  const run = async (job: BulkJob): Promise<void> => {
    for (let at = 0; at < job.items.length && isPreparing(job); at += BATCH) {
      store.write(() => {
        for (const item of job.items.slice(at, at + BATCH)) prepare(job, item)
      })
      await store.committed()
      tell(job)
    }
    if (!isPreparing(job)) return
    job.state = 'running'
    job.startAt = clock.now()
    letGo(job)
  }

  /** Lets the next messages go, so that as many as wished for are on their way. */
  const letGo = (job: BulkJob): void => {
    if (job.state !== 'running') return
    store.write(() => {
      while (job.counts.underWay < job.params.concurrency && job.next < job.items.length) {
        const item = job.items[job.next]
        job.next += 1
        if (item?.state !== 'waiting' || item.callbackId === null) continue
        const due = job.startAt + item.offsetMs
        const known = store.callbacks.update(item.callbackId, {
          state: 'scheduled',
          firstDueAt: due,
          nextAttemptAt: due,
          hold: null,
          note: null,
        })
        moveItem(job, item, known ? 'underWay' : 'left')
        if (known) changes.callback(item.callbackId, false)
      }
    })
    if (job.counts.underWay === 0 && job.next === job.items.length) job.state = 'done'
    scheduler.wake()
    tell(job)
  }

  const ended = (callbackId: string): void => {
    const known = byCallback.get(callbackId)
    if (known === undefined) return
    const { job, item } = known
    job.onTheWire.delete(callbackId)
    const row = store.callbacks.row(callbackId)
    if (!takeOutcome(job, item, row)) return
    byCallback.delete(callbackId)
    if (row?.state === 'failed' && row.nextAttemptAt !== null && !job.params.repeat) {
      store.callbacks.update(callbackId, { nextAttemptAt: null, note: 'Sent once, by a bulk replay.' })
      changes.callback(callbackId, false)
    }
    tell(job)
    letGo(job)
  }

  const drop = (job: BulkJob, items: readonly BulkItem[]): void => {
    store.write(() => {
      for (const item of items) {
        const { callbackId } = item
        const isOpen = item.state === 'waiting' || item.state === 'underWay'
        if (!isOpen || (callbackId !== null && job.onTheWire.has(callbackId))) continue
        item.note = CANCELLED_NOTE
        moveItem(job, item, 'left')
        if (callbackId === null) continue
        byCallback.delete(callbackId)
        store.callbacks.update(callbackId, {
          state: 'dropped',
          nextAttemptAt: null,
          hold: null,
          note: CANCELLED_NOTE,
        })
        changes.callback(callbackId, false)
      }
    })
  }

  const newJobFrom = (params: ParsedParams<'replay.start'>): BulkJob => {
    const { pacing, order, copies = 1, concurrency, signing, repeat = false } = params
    const seed = params.seed ?? Number.parseInt(ports.randomHex(8), 16)
    const sources = new Map<string, BulkSource>(
      bulkSources(context, params).map((source) => [source.id, source]),
    )
    const items = planReplay([...sources.values()], { pacing, order, copies, seed }).flatMap(
      ({ id, copy, offsetMs }) => {
        const source = sources.get(id)
        return source === undefined ? [] : [newItem(source, copy, offsetMs)]
      },
    )
    const startedAt = new Date(ports.wallNow()).toISOString()
    return newJob(
      `job_${ports.randomHex(20)}`,
      { pacing, order, copies, concurrency, signing, seed, startedAt, repeat },
      items,
    )
  }

  return {
    start(params) {
      const job = newJobFrom(params)
      jobs.unshift(job)
      for (const old of jobs.splice(MOST_JOBS)) if (isOpen(old)) jobs.push(old)
      run(job).catch((error: unknown) => {
        ports.log('error', 'A bulk replay could not go on', error)
        job.state = 'cancelled'
        tell(job)
      })
      return view(job)
    },
    get({ id, only, skip = 0, limit = 200 }) {
      const job = find(id)
      const items = only === 'different' ? job.items.filter(isDifferent) : job.items
      return {
        job: view(job),
        items: items.slice(skip, skip + limit).map(itemView),
        matching: items.length,
      }
    },
    list: () => jobs.map(view),
    async cancel(id) {
      const job = find(id)
      if (!isOpen(job)) return view(job)
      job.state = 'cancelled'
      for (let at = 0; at < job.items.length; at += BATCH) {
        drop(job, job.items.slice(at, at + BATCH))
        await store.committed()
      }
      tell(job)
      return view(job)
    },
    watch: (deliveries) => ({
      async attempt(id, signal) {
        const job = byCallback.get(id)?.job
        job?.onTheWire.add(id)
        if (job !== undefined) job.mostAtOnce = Math.max(job.mostAtOnce, job.onTheWire.size)
        const recorded = await deliveries.attempt(id, signal)
        if (!closed) ended(id)
        return recorded
      },
    }),
    stopped(id) {
      if (!closed) ended(id)
    },
    keepHeld() {
      store.write(() => {
        for (const row of store.callbacks.held()) {
          if (row.state !== 'held' || !isReplayHold(row.hold)) continue
          store.callbacks.update(row.id, { hold: null, note: LEFT_NOTE })
        }
      })
    },
    forget() {
      for (const job of jobs) if (isOpen(job)) job.state = 'cancelled'
      for (const job of jobs) tell(job)
      byCallback.clear()
      jobs.length = 0
    },
    close() {
      closed = true
      if (tellTimer !== null) clearTimeout(tellTimer)
    },
  }
}

const isOpen = ({ state }: BulkJob): boolean => state === 'preparing' || state === 'running'

function isReplayHold(hold: string | null): boolean {
  if (hold === null) return false
  const data: unknown = readOwnJson(hold)
  return typeof data === 'object' && data !== null && 'by' in data && data.by === 'replay'
}
