import { readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { constants, getPriority, platform } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { bundleIndexProgram, temporaryFolder } from '#store/testing/programs'
import { anExchange, aProject, EVERYTHING, insertParcel, opened, PARCEL, utf8 } from '#store/testing/samples'
import { connect } from '#store/connection'
import { CHECKPOINT_PAGES, DATABASE_NAME } from '#store/open-database'
import type { Store } from '#store/store'
import { INDEX_NAME } from './open-index'

let program: string
let folder: string
let store: Store
let log: string[]

beforeAll(() => {
  program = bundleIndexProgram()
}, 60_000)

const open = (): Store =>
  opened({
    directory: folder,
    indexProgram: pathToFileURL(program),
    log: (_, message) => log.push(message),
  })

beforeEach(() => {
  folder = temporaryFolder()
  log = []
  store = open()
  store.projects.insert(aProject())
})
afterEach(async () => {
  await store.close()
})

function fill(from: number, to: number): void {
  for (let n = from; n < to; n += 1) insertParcel(store, n)
}

/** Number of commits whose changes are still in the journal. */
function keptChanges(): number {
  const journal = connect(join(folder, DATABASE_NAME), 1000)
  const kept = journal.get('SELECT count(*) AS kept FROM changes')?.['kept']
  journal.close()
  return Number(kept)
}

/** Pages in the log of the journal, including those that were already moved to the database. */
function logPages(): number {
  const journal = connect(join(folder, DATABASE_NAME), 1000)
  const pages = journal.get('PRAGMA wal_checkpoint(NOOP)')?.['log']
  journal.close()
  return Number(pages)
}

/** The niceness of each thread of this process, or of the process if the system does not report threads. */
function nicenessOfThreads(): readonly number[] {
  if (platform() !== 'linux') return [getPriority()]
  return readdirSync('/proc/self/task').map((thread) => {
    const fields = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8')
    // The name of a thread, in brackets, may contain spaces; niceness is the nineteenth of all fields.
    return Number(fields.slice(fields.lastIndexOf(')') + 2).split(' ')[16])
  })
}

it('an index works in the main thread if a separate thread cannot be started', async () => {
  await store.close()
  store = opened({
    directory: folder,
    indexProgram: new URL('absent.js', pathToFileURL(program)),
    log: (_, message) => log.push(message),
  })
  fill(0, 3)
  expect((await store.payments.list(EVERYTHING)).total).toBe(3)
  fill(3, 4)
  expect((await store.callbacks.list(PARCEL)).total).toBe(4)
  expect(log).toEqual([expect.stringContaining('because a separate thread cannot be started')])
})

describe('an index in its own thread', () => {
  it('includes the newest commit in every page, even one from the same turn', async () => {
    for (let n = 0; n < 20; n += 1) {
      fill(n, n + 1)
      expect((await store.payments.list(EVERYTHING)).total).toBe(n + 1)
    }
    expect((await store.callbacks.list(PARCEL)).total).toBe(20)
    expect((await store.callbacks.list({ ...EVERYTHING, paymentKey: 'pay_7' })).items[0]?.id).toBe('cb_7')
    expect((await store.exchanges.list('traffic', { ...EVERYTHING, paymentKey: 'absent' })).total).toBe(0)
    expect((await store.payments.list({ ...EVERYTHING, limit: 3 })).next).toBeDefined()
  })

  it('has a low priority, so that responses come first, if threads can have priorities', async () => {
    expect((await store.payments.list(EVERYTHING)).total).toBe(0)
    const own = getPriority()
    const niceness = platform() === 'linux' ? Math.max(own, constants.priority.PRIORITY_BELOW_NORMAL) : own
    // Retried, because other threads may end while they are read.
    await vi.waitFor(() => {
      expect(nicenessOfThreads()).toContain(niceness)
    })
  })

  it('is ready at once if the journal is empty', async () => {
    await store.close()
    const empty = temporaryFolder()
    const fresh = opened({ directory: empty, indexProgram: pathToFileURL(program) })
    expect((await fresh.payments.list(EVERYTHING)).total).toBe(0)
    expect(fresh.indexState).toEqual({ behind: 0, rebuilding: null, texts: null })
    await fresh.close()
  })

  it('refuses an invalid cursor, and continues to answer', async () => {
    fill(0, 2)
    await expect(store.payments.list({ ...EVERYTHING, cursor: 'none' })).rejects.toThrow('not a cursor')
    expect((await store.payments.list(EVERYTHING)).total).toBe(2)
  })

  it('moves the pages of the journal’s log to the database, so that the log starts over', async () => {
    const body = utf8(`"${'x'.repeat(200_000)}"`)
    for (let n = 0; n < 220; n += 1) {
      store.exchanges.insert(anExchange({ id: `big_${String(n)}`, body }))
      if (n % 20 === 0) await store.exchanges.list('traffic', { ...EVERYTHING, limit: 1 })
    }
    await store.exchanges.list('traffic', { ...EVERYTHING, limit: 1 })
    let written = 0
    await vi.waitFor(() => {
      fill(written, (written += 1))
      store.flush()
      // About 11,000 pages were written.
      expect(logPages()).toBeLessThan(CHECKPOINT_PAGES * 1.5)
    })
    expect(log).toEqual([])
  })

  it.each([
    ['is not a database', (file: string) => writeFileSync(file, 'nonsense')],
    ['was truncated', (file: string) => truncateSync(file, 20_480)],
    ['is empty', (file: string) => truncateSync(file, 0)],
  ])('is built again if its file %s', async (_, damage) => {
    fill(0, 80)
    const before = await store.payments.list(EVERYTHING)
    await store.close()
    damage(join(folder, INDEX_NAME))
    store = open()
    expect(await store.payments.list(EVERYTHING)).toEqual(before)
    // Texts follow in the background, newest first.
    await vi.waitFor(async () => {
      expect((await store.callbacks.list(PARCEL)).total).toBe(80)
    })
  })

  it('catches up, so that the journal can delete the copied changes', async () => {
    for (let n = 0; n < 1500; n += 1) {
      fill(n, n + 1)
      await store.committed()
    }
    expect((await store.payments.list(EVERYTHING)).total).toBe(1500)
    await vi.waitFor(() => {
      expect(store.indexState).toEqual({ behind: 0, rebuilding: null, texts: null })
      expect(keptChanges()).toBeLessThan(1000)
    })
  })
})
