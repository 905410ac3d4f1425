import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { opened } from '#store/fixtures/samples'
import type { Store } from '#store/store'
import { moveItem, newItem, newJob, type BulkJob } from './job'
import { createBulkRecords, type BulkRecords } from './records'

let store: Store
let records: BulkRecords
let logged: string[]
beforeEach(() => {
  store = opened()
  logged = []
  records = createBulkRecords(store, (_, message) => {
    logged.push(message)
  })
})
afterEach(() => store.close())

const PARAMS: BulkJob['params'] = {
  pacing: 'flat',
  order: 'original',
  signing: 'keep',
  copies: 1,
  concurrency: 4,
  seed: 7,
  startedAt: '2031-04-09T16:20:05.000Z',
  repeat: false,
}

const aJob = (id: string, count: number): BulkJob =>
  newJob(
    id,
    PARAMS,
    Array.from({ length: count }, (_, position) => {
      const source = {
        id: `cb_${String(position)}`,
        dueAt: 5,
        paymentId: 'order',
        kind: 'result',
        createdAt: 1000,
        lastStatus: 200,
      }
      return newItem({ ...source, kind: 'result' }, { copy: 0, offsetMs: 0, position })
    }),
  )

const statesOf = (job: BulkJob | undefined): readonly string[] => job?.items.map(({ state }) => state) ?? []

describe('the stored record of a bulk replay', () => {
  it('has every item, with the changes since the replay began', async () => {
    const job = aJob('job_1', 120)
    await records.saveNew(job, () => true)
    expect(job.unsaved.size).toBe(0)
    const last = job.items[119]
    if (last !== undefined) moveItem(job, last, 'accepted')
    records.save(job)
    const [recalled] = records.recall()
    expect(recalled).toMatchObject({ id: 'job_1', params: PARAMS, total: 120, counts: job.counts })
    expect(statesOf(recalled)).toEqual(statesOf(job))
    expect(recalled?.items.map(({ position }) => position)).toEqual(job.items.map(({ position }) => position))
  })

  it('is read although another record, or a part of it, is unreadable; the log names that one', async () => {
    for (const id of ['job_1', 'job_2', 'job_3']) await records.saveNew(aJob(id, 60), () => true)
    store.bulkReplays.put({ id: 'job_2', data: '{"state":"levitating"}' })
    store.bulkReplays.putPart('job_3', 0, 'no JSON')
    const recalled = records.recall()
    expect(recalled.map(({ id }) => id)).toEqual(['job_3', 'job_1'])
    expect(statesOf(recalled[0])).toHaveLength(10)
    expect(recalled[0]?.items[0]?.position).toBe(50)
    expect(statesOf(recalled[1])).toHaveLength(60)
    expect(logged[0]).toMatch(/^The bulk replay job_2 cannot be read: /)
    expect(logged[1]).toMatch(/^Part 0 of the bulk replay job_3 cannot be read: /)
  })

  it('is read as earlier versions wrote it, which called messages in flight `underWay`', async () => {
    const job = aJob('job_1', 2)
    const [sent] = job.items
    if (sent !== undefined) moveItem(job, sent, 'inFlight')
    await records.saveNew(job, () => true)
    const earlier = (data: string): string => data.replaceAll('inFlight', 'underWay')
    for (const { id, data } of store.bulkReplays.list(1)) {
      store.bulkReplays.put({ id, data: earlier(data) })
      for (const part of store.bulkReplays.parts(id)) {
        expect(part.data).toContain('inFlight')
        store.bulkReplays.putPart(id, part.part, earlier(part.data))
      }
    }
    const [recalled] = records.recall()
    expect(recalled?.counts).toMatchObject({ waiting: 1, inFlight: 1 })
    expect(statesOf(recalled)).toEqual(['inFlight', 'waiting'])
    expect(logged).toEqual([])
  })

  it('is removed with its items when it is not among those to keep', async () => {
    for (const id of ['job_1', 'job_2']) await records.saveNew(aJob(id, 60), () => true)
    records.keepOnly([aJob('job_2', 0)])
    expect(records.recall().map(({ id }) => id)).toEqual(['job_2'])
    expect(store.bulkReplays.parts('job_1')).toEqual([])
    expect(store.bulkReplays.parts('job_2')).toHaveLength(2)
  })
})
