import { copyFileSync, cpSync, existsSync, rmSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedOfRun } from '#scripts/test/seed'
import { seededRandom } from '#e2e/flows/testing/seeded'
import { rebuildIndex } from '#store/fixtures/rebuild-index'
import { temporaryFolder } from '#store/fixtures/programs'
import { aCallback, anExchange, aPayment, aProject, opened, START, utf8 } from '#store/fixtures/samples'
import { DATABASE_NAME } from '#store/open-database'
import type { Store } from '#store/store'
import { INDEX_NAME } from './open-index'

const PLACES = process.env['PAYBENCH_TESTS'] === 'all' ? 500 : 24

const whole = temporaryFolder()
const cut = temporaryFolder()
const journalFile = join(whole.path, DATABASE_NAME)

const EVERYTHING = { terms: [], limit: 500, nowMs: START }
const PARCEL = {
  ...EVERYTHING,
  terms: [{ kind: 'text', text: 'parcel', negated: false, from: 0, to: 6 } as const],
}

/** A data folder as a process leaves it that dies: the logs of both databases are beside them. */
beforeAll(async () => {
  const store = opened({ directory: whole.path })
  store.projects.insert(aProject())
  for (let n = 0; n < 120; n += 1) {
    const key = `pay_${String(n)}`
    store.write(() => {
      store.payments.insert(aPayment({ key, paymentId: `order-${String(n)}` }))
      store.callbacks.insert(
        aCallback({ id: `cb_${String(n)}`, paymentKey: key, body: utf8(`"parcel ${String(n)}"`) }),
      )
      store.exchanges.insert(
        anExchange({ id: `ex_${String(n)}`, paymentKey: key, body: utf8(`"parcel ${String(n)}"`) }),
      )
    })
    store.flush()
    if (n === 60) await store.payments.list(EVERYTHING)
  }
  await store.callbacks.list(PARCEL)
  cpSync(whole.path, cut.path, { recursive: true })
  await store.close()
  // What a dead process leaves is tried, and not what an orderly end leaves.
  for (const name of FILES) {
    rmSync(join(whole.path, name), { force: true })
    if (existsSync(join(cut.path, name))) copyFileSync(join(cut.path, name), join(whole.path, name))
  }
})
afterAll(() => {
  whole.remove()
  cut.remove()
})

const FILES = [DATABASE_NAME, INDEX_NAME].flatMap((name) => [name, `${name}-wal`, `${name}-shm`])

async function answersOf(store: Store): Promise<unknown> {
  return {
    payments: await store.payments.list(EVERYTHING),
    callbacks: await store.callbacks.list(PARCEL),
    exchanges: await store.exchanges.list('traffic', PARCEL),
  }
}

/** The answers of a new index over the journal of the folder. */
function answersAnew(): unknown {
  const { engine, close } = rebuildIndex(cut.path)
  const answers = {
    payments: engine.page({ list: 'payments', request: EVERYTHING }),
    callbacks: engine.page({ list: 'callbacks', request: PARCEL }),
    exchanges: engine.page({ list: 'traffic', request: PARCEL }),
  }
  close()
  return answers
}

describe('a data folder of which a file was cut at any place', () => {
  it('opens, or is set aside with a notice; and lists never say anything else than the journal', async () => {
    const random = seededRandom(seedOfRun())
    let setAside = 0
    let opens = 0
    for (let n = 0; n < PLACES; n += 1) {
      const name = random.pick(FILES)
      const file = join(whole.path, name)
      if (!existsSync(file)) continue
      rmSync(cut.path, { recursive: true, force: true })
      cpSync(whole.path, cut.path, { recursive: true })
      truncateSync(join(cut.path, name), random.below(statSync(file).size))

      const log: string[] = []
      const store = opened({ directory: cut.path, log: (_, message) => log.push(message) })
      const answers = await answersOf(store)
      // Commits at the end of a log may be lost with it; never is a part of one there.
      const count = store.payments.count()
      expect((answers as { payments: { total: number } }).payments.total, name).toBe(count)
      await store.close()
      expect(answers, name).toEqual(answersAnew())
      if (log.some((message) => message.includes('damaged'))) setAside += 1
      else opens += 1
      if (name.startsWith(INDEX_NAME)) expect(count, name).toBe(120)
    }
    expect(opens).toBeGreaterThan(0)
    expect(setAside + opens).toBeGreaterThan(PLACES / 3)
  }, 600_000)
})

it('is tried with logs that are not empty', () => {
  expect(statSync(`${journalFile}-wal`).size).toBeGreaterThan(0)
  expect(statSync(join(whole.path, `${INDEX_NAME}-wal`)).size).toBeGreaterThan(0)
})
