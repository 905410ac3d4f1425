import type { RetryAction } from '../../protocol/messages'
import type { ParsedParams, Result } from '../../protocol/methods'
import type { ReplayJob } from '../../protocol/replay'
import type { OpenSession } from '../../protocol/sessions'
import { LIMITS } from '../../lib/limits/limit-table'
import { planReplay } from '../../domain/replay/plan'
import type { CallbackRow } from '../../store/records'
import type { BenchContext } from '../context'
import { notFound } from '../../bench/errors'
import type { Deliveries } from '../../platform/callbacks/delivery'
import { isDifferent, itemView, jobView, leaveItem, moveItem, newItem, newJob, takeOutcome } from './bulk-job'
import type { BulkItem, BulkJob } from './bulk-job'
import { createBulkMessages, waitsForTurn } from './bulk-messages'
import { createBulkRecords } from './bulk-records'
import { bulkSources } from './sources'
import type { BulkSource } from './sources'

/** Many messages sent again at once. The newest jobs are kept with their results, also through a restart. */
export interface BulkReplays {
  start(params: ParsedParams<'replay.start'>): ReplayJob
  get(params: ParsedParams<'replay.get'>): Result<'replay.get'>
  /** Newest first. */
  list(): readonly ReplayJob[]
  /** What was not sent is dropped, nothing is repeated; what is on its way ends. Resolves when that is written down. */
  cancel(id: string): Promise<ReplayJob>
  /** Deliveries that also tell how the attempts for these messages go. */
  watch(deliveries: Deliveries): Deliveries
  /** A fault rule stopped this message before its first attempt. */
  stopped(id: string): void
  /** The tester did this to a message, of a bulk replay or not. */
  steered(action: RetryAction, id: string): void
  /**
   * Takes over the jobs of earlier runs of the program. What these had not sent stays held, with the reason; nothing is
   * written where the session is only looked at.
   */
  recall(session: OpenSession): void
  /** Whether one is under way. */
  readonly isBusy: boolean
  /** Everything was removed. */
  forget(): void
  close(): void
}

/** Messages made or dropped in one turn of the event loop, and the time after which a turn ends, in real milliseconds. */
const BATCH = 50
const TURN_MS = 10
const TELL_EVERY_MS = 100
const CANCELLED_NOTE = 'The bulk replay was cancelled before its turn came.'
const NEVER_MADE_NOTE = 'The program ended before this message was made.'
const TURN_NEVER_CAME_NOTE = 'The program ended before its turn came.'
const NOT_REPEATED_NOTE = 'Not repeated: the bulk replay was cancelled.'

export function createBulkReplays(context: BenchContext): BulkReplays {
  const { store, clock, ports, changes, scheduler } = context
  const messages = createBulkMessages(context)
  const records = createBulkRecords(store, ports.log)
  const jobs: BulkJob[] = []
  const byCallback = new Map<string, { readonly job: BulkJob; readonly item: BulkItem }>()
  const repeatedBy = new Map<string, BulkJob>()
  const toTell = new Set<BulkJob>()
  let tellTimer: NodeJS.Timeout | null = null
  let closed = false
  let isReadOnly = false

  const nextAtOf = (job: BulkJob): number | null => {
    if (job.state !== 'running' || job.onTheWire.size > 0) return null
    const dues = job.items
      .slice(0, job.next)
      .flatMap((item) => (item.state === 'underWay' ? [job.startAt + item.offsetMs] : []))
    const due = dues.length === 0 ? null : Math.min(...dues)
    return due === null || due <= clock.now() ? null : due
  }
  const view = (job: BulkJob): ReplayJob => jobView(job, nextAtOf(job))

  /** Tells the changed jobs and writes them down. */
  const tell = (job: BulkJob): void => {
    toTell.add(job)
    if (tellTimer !== null || closed) return
    tellTimer = setTimeout(() => {
      tellTimer = null
      for (const changed of toTell) changes.other(() => ({ type: 'replay.changed', job: view(changed) }))
      saveAll(toTell)
      toTell.clear()
    }, TELL_EVERY_MS)
    tellTimer.unref()
  }

  const saveAll = (changed: Iterable<BulkJob>): void => {
    if (isReadOnly) return
    try {
      for (const job of changed) if (jobs.includes(job)) records.save(job)
    } catch (error) {
      ports.log('error', 'The results of a bulk replay could not be written down', error)
    }
  }

  /** The body of the answer that the original had last. */
  const answerBefore = (sourceId: string): Uint8Array | null =>
    store.callbacks.row(sourceId) === null
      ? (store.exchanges.byId(sourceId)?.replyBody ?? null)
      : store.attempts.lastAnswerBody(sourceId)

  const hasOtherBody = ({ source }: BulkItem, { id }: CallbackRow): boolean =>
    !isSameBody(answerBefore(source.id), store.attempts.lastAnswerBody(id))

  const find = (id: string): BulkJob => {
    const job = jobs.find((one) => one.id === id)
    if (job === undefined) throw notFound('bulk replay', id)
    return job
  }

  const isPreparing = (job: BulkJob): boolean => job.state === 'preparing' && !closed

  /** Makes messages from the item at this index on, as many as fit into a turn; the index after them. */
  const prepare = (job: BulkJob, from: number): number => {
    const until = performance.now() + TURN_MS
    const made = store.write(() => {
      const all: { readonly item: BulkItem; readonly message: ReturnType<typeof messages.make> }[] = []
      for (const item of job.items.slice(from, from + BATCH)) {
        all.push({ item, message: messages.make(job, item) })
        if (performance.now() >= until) break
      }
      return all
    })
    for (const { item, message } of made) {
      if ('id' in message) {
        item.callbackId = message.id
        job.unsaved.add(item.place)
        byCallback.set(message.id, { job, item })
      } else leaveItem(job, item, message.refusal)
    }
    // In the same commit, so that no message is made of which the record knows nothing.
    if (jobs.includes(job)) records.save(job)
    return from + made.length
  }

  const run = async (job: BulkJob): Promise<void> => {
    // Whoever starts it has the answer before the work begins.
    await new Promise(setImmediate)
    await records.saveNew(job, () => isPreparing(job) && jobs.includes(job))
    for (let at = 0; at < job.items.length && isPreparing(job);) {
      at = prepare(job, at)
      await store.committed()
      tell(job)
    }
    if (!isPreparing(job)) return
    job.state = 'running'
    job.startAt = clock.now()
    letGo(job)
  }

  /** Takes over what is on record for an item; true where its message needs no more waiting. */
  const settle = (job: BulkJob, item: BulkItem, row: CallbackRow | null): boolean => {
    if (row !== null && waitsForTurn(row)) return false
    if (!takeOutcome(job, item, row, hasOtherBody)) {
      // The tester sent it off before its turn.
      if (item.state === 'waiting') moveItem(job, item, 'underWay')
      return false
    }
    if (item.callbackId !== null) byCallback.delete(item.callbackId)
    if (row !== null && willBeRepeated(row)) {
      job.repeating.set(row.id, item)
      repeatedBy.set(row.id, job)
    }
    return true
  }

  /** Lets the next messages go, so that as many as wished for are on their way. Of the others it takes what became of them. */
  const letGo = (job: BulkJob): void => {
    if (job.state !== 'running') return
    const looked = store.write(() => {
      const all: { readonly item: BulkItem; readonly left: CallbackRow | null | 'gone' }[] = []
      let room = job.params.concurrency - job.counts.underWay
      for (let at = job.next; room > 0 && at < job.items.length; at += 1) {
        const item = job.items[at]
        if (item === undefined) break
        const isWaiting = item.state === 'waiting' && item.callbackId !== null
        const row = isWaiting ? store.callbacks.row(item.callbackId ?? '') : null
        const leaves = row !== null && waitsForTurn(row)
        if (leaves) messages.letGo(row, job.startAt + item.offsetMs)
        if (leaves) room -= 1
        all.push({ item, left: leaves ? 'gone' : row })
      }
      return all
    })
    for (const { item, left } of looked) {
      job.next += 1
      if (left === 'gone') moveItem(job, item, 'underWay')
      else if (item.state === 'waiting') settle(job, item, left)
    }
    if (job.counts.underWay === 0 && job.next === job.items.length) {
      job.state = 'done'
      saveAll([job])
    }
    store.committed().catch((error: unknown) => giveUp(job, error))
    scheduler.wake()
    tell(job)
  }

  /** Something became of this message. */
  const look = (callbackId: string): void => {
    if (closed) return
    const known = byCallback.get(callbackId)
    const repeats = repeatedBy.get(callbackId)
    const job = known?.job ?? repeats
    if (job === undefined) return
    try {
      const row = store.callbacks.row(callbackId)
      if (known !== undefined) {
        if (settle(job, known.item, row)) letGo(job)
      } else if (row === null || isOver(row)) {
        forgetRepeats(job, callbackId)
      }
    } catch (error) {
      giveUp(job, error)
    }
    tell(job)
  }

  const forgetRepeats = (job: BulkJob, callbackId: string): void => {
    job.repeating.delete(callbackId)
    repeatedBy.delete(callbackId)
  }

  const drop = (job: BulkJob, items: readonly BulkItem[], note: string): void => {
    const looked = store.write(() =>
      items.flatMap((item) => {
        const { callbackId } = item
        const isWaiting = item.state === 'waiting' || item.state === 'underWay'
        const repeats = callbackId !== null && job.repeating.has(callbackId)
        if (!isWaiting && !repeats) return []
        const isThere = callbackId !== null && messages.stop(callbackId, repeats ? NOT_REPEATED_NOTE : note)
        const isLeaving = isThere && store.callbacks.row(callbackId)?.state === 'delivering'
        return [{ item, isThere, isLeaving, repeats }]
      }),
    )
    for (const { item, isThere, isLeaving, repeats } of looked) {
      if (item.callbackId !== null) forgetRepeats(job, item.callbackId)
      if (repeats) {
        item.note = NOT_REPEATED_NOTE
        job.unsaved.add(item.place)
      }
      if (repeats || isLeaving) continue
      if (item.callbackId !== null) byCallback.delete(item.callbackId)
      if (!isThere) item.callbackId = null
      leaveItem(job, item, note)
    }
  }

  const dropAll = async (job: BulkJob, note: string): Promise<void> => {
    for (let at = 0; at < job.items.length && !closed; at += BATCH) {
      drop(job, job.items.slice(at, at + BATCH), note)
      saveAll([job])
      await store.committed()
    }
    tell(job)
  }

  /** For reasons of our own, such as a full disk: the tester finds them at every message. */
  const giveUp = (job: BulkJob, error: unknown): void => {
    ports.log('error', 'A bulk replay could not go on', error)
    if (isOpen(job)) job.state = 'cancelled'
    tell(job)
    const reason = error instanceof Error ? error.message : String(error)
    dropAll(job, `The bulk replay could not go on, so this was not sent: ${reason}`).catch(
      (failure: unknown) => {
        ports.log('error', 'The messages of a bulk replay could not be dropped', failure)
      },
    )
  }

  const newJobFrom = (params: ParsedParams<'replay.start'>): BulkJob => {
    const { pacing, order, copies = 1, concurrency, signing, repeat = false } = params
    const seed = params.seed ?? Number.parseInt(ports.randomHex(8), 16)
    const sources = new Map<string, BulkSource>(
      bulkSources(context, params).map((source) => [source.id, source]),
    )
    const items = planReplay([...sources.values()], { pacing, order, copies, seed }).flatMap(
      ({ id, copy, offsetMs }, place) => {
        const source = sources.get(id)
        return source === undefined ? [] : [newItem(source, { copy, offsetMs, place })]
      },
    )
    const startedAt = new Date(ports.wallNow()).toISOString()
    return newJob(
      `job_${ports.randomHex(20)}`,
      { pacing, order, copies, concurrency, signing, seed, startedAt, repeat },
      items,
    )
  }

  /** The oldest that are over make room; what the schedule still repeats of them goes on by itself. */
  const makeRoom = (): void => {
    let messageCount = 0
    for (const [place, job] of [...jobs].entries()) {
      messageCount += job.total
      if (isOpen(job) || (place < LIMITS.bulkReplays && messageCount <= LIMITS.bulkReplayMessages)) continue
      for (const callbackId of job.repeating.keys()) repeatedBy.delete(callbackId)
      jobs.splice(jobs.indexOf(job), 1)
    }
    records.keepOnly(jobs)
  }

  /** What became of the messages of a job of an earlier run, as far as it was not written down with the job. */
  const catchUp = (job: BulkJob): void => {
    let isCutOff = job.items.length < job.total
    const cutOff = (item: BulkItem, note: string): void => {
      isCutOff = true
      leaveItem(job, item, note)
    }
    for (const item of job.items) {
      const { callbackId } = item
      const row = callbackId === null ? null : store.callbacks.row(callbackId)
      if (item.state === 'waiting' || item.state === 'underWay') {
        if (callbackId === null) cutOff(item, NEVER_MADE_NOTE)
        else if (row !== null && waitsForTurn(row)) cutOff(item, TURN_NEVER_CAME_NOTE)
        else if (!takeOutcome(job, item, row, hasOtherBody)) {
          // It had been let go, and goes on by itself.
          if (item.state === 'waiting') moveItem(job, item, 'underWay')
          byCallback.set(callbackId, { job, item })
        }
      }
      if (row !== null && item.state !== 'underWay' && willBeRepeated(row)) {
        job.repeating.set(row.id, item)
        repeatedBy.set(row.id, job)
      }
    }
    // The program ended before these were written down.
    job.counts.left += job.counts.waiting
    job.counts.waiting = 0
    if (isOpen(job)) job.state = isCutOff || job.counts.underWay > 0 ? 'interrupted' : 'done'
  }

  return {
    start(params) {
      const job = newJobFrom(params)
      jobs.unshift(job)
      makeRoom()
      run(job).catch((error: unknown) => giveUp(job, error))
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
      if (job.state === 'done' && job.repeating.size === 0) return view(job)
      if (isOpen(job)) job.state = 'cancelled'
      await dropAll(job, CANCELLED_NOTE)
      return view(job)
    },
    watch: (deliveries) => ({
      async attempt(id, signal) {
        const job = byCallback.get(id)?.job
        job?.onTheWire.add(id)
        if (job !== undefined) job.mostAtOnce = Math.max(job.mostAtOnce, job.onTheWire.size)
        try {
          return await deliveries.attempt(id, signal)
        } finally {
          job?.onTheWire.delete(id)
          look(id)
        }
      },
    }),
    stopped: look,
    steered(action, id) {
      const job = repeatedBy.get(id)
      // A new schedule is the tester's own, and ends with no replay.
      if (action === 'resend' && job !== undefined) forgetRepeats(job, id)
      look(id)
    },
    recall(session) {
      isReadOnly = session.kind === 'imported' && session.mode === 'readOnly'
      jobs.push(...records.recall())
      const unfinished = jobs.filter(
        (job) => isOpen(job) || job.counts.underWay + job.counts.waiting + job.repeatedBefore > 0,
      )
      for (const job of unfinished) catchUp(job)
      saveAll(unfinished)
      if (isReadOnly) return
      store.write(() => {
        messages.keepHeld(session.kind)
      })
    },
    get isBusy() {
      return jobs.some(isOpen)
    },
    forget() {
      for (const job of jobs) if (isOpen(job)) job.state = 'cancelled'
      for (const job of jobs) tell(job)
      byCallback.clear()
      repeatedBy.clear()
      jobs.length = 0
    },
    close() {
      closed = true
      if (tellTimer !== null) clearTimeout(tellTimer)
      saveAll(toTell)
      toTell.clear()
    },
  }
}

/** No answer and an empty one are the same body; statuses tell them apart. */
const isSameBody = (one: Uint8Array | null, other: Uint8Array | null): boolean =>
  Buffer.compare(one ?? new Uint8Array(), other ?? new Uint8Array()) === 0

const isOpen = ({ state }: BulkJob): boolean => state === 'preparing' || state === 'running'

const isOver = ({ state, nextAttemptAt }: CallbackRow): boolean =>
  state === 'delivered' || state === 'dropped' || (state === 'failed' && nextAttemptAt === null)

const willBeRepeated = ({ state, nextAttemptAt }: CallbackRow): boolean =>
  state === 'failed' && nextAttemptAt !== null
