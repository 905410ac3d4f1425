import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { seedOfRun } from '#scripts/test/seed'
import { seededRandom } from '#domain/testing/seeded'
import { connect } from './connection'
import { askStore } from './testing/ask-store'
import { rebuildIndex } from './testing/rebuild-index'
import { bundleIndexProgram, bundleWriter, run, temporaryFolder } from './testing/programs'
import { opened, START, utf8 } from './testing/samples'
import { INDEX_NAME } from './index/open-index'
import type { AnyPage, ListQuestion } from './index/list-queries'
import { DATABASE_NAME } from './open-database'

const ROUNDS = process.env['PAYBENCH_TESTS'] === 'all' ? 200 : 5
/** Rounds per folder: few enough to read all of its lists after each round. */
const ROUNDS_OF_A_FOLDER = 10

let writer: string
let indexProgram: string
beforeAll(() => {
  writer = bundleWriter()
  indexProgram = bundleIndexProgram()
}, 60_000)

/** By how many commits the index of a dead process is behind. Reads a copy, because opening the folder repairs it. */
function commitsBehind(directory: string): number {
  const copy = temporaryFolder()
  cpSync(directory, copy, { recursive: true })
  const read = (name: string, table: string): number => {
    const connection = connect(join(copy, name), 1000)
    const isThere = connection.get('SELECT 1 FROM sqlite_schema WHERE name = ?', table) !== undefined
    const row = isThere ? connection.get(`SELECT max(position) AS position FROM ${table}`) : undefined
    connection.close()
    return Number(row?.['position'] ?? 0)
  }
  const behind = read(DATABASE_NAME, 'changes') - read(INDEX_NAME, 'progress')
  rmSync(copy, { recursive: true })
  return behind
}

const LISTS = ['payments', 'callbacks', 'exchanges', 'captures', 'traffic'] as const

/** Every page of every list, unfiltered and for one word. */
async function wholeLists(
  word: string,
  ask: (question: ListQuestion) => AnyPage | Promise<AnyPage>,
): Promise<readonly AnyPage[]> {
  const term = { kind: 'text', text: word, negated: false, from: 0, to: word.length } as const
  const pages: AnyPage[] = []
  for (const list of LISTS) {
    for (const terms of [[], [term]]) {
      let cursor: string | undefined
      do {
        const page = await ask({ list, request: { terms, limit: 500, nowMs: START, cursor } })
        pages.push(page)
        cursor = page.next
      } while (cursor !== undefined)
    }
  }
  return pages
}

describe('a store whose process was killed while it wrote', () => {
  it(`has everything that was acknowledged, and its lists agree with its rows, in ${ROUNDS} rounds (seed ${seedOfRun()})`, async () => {
    const random = seededRandom(seedOfRun())
    let folder = temporaryFolder()
    let acknowledged: string[] = []
    let total = 0
    let mostBehind = 0
    for (let round = 0; round < ROUNDS; round += 1) {
      if (round % ROUNDS_OF_A_FOLDER === 0) {
        folder = temporaryFolder()
        acknowledged = []
      }
      const word = `round${round}`
      const program = run(writer, [folder, word, indexProgram])
      expect(await program.line()).toBe('{"ok":true}')
      const minimum = 1 + random.below(200)
      for (let n = 0; n < minimum; n += 1) acknowledged.push(await program.line())
      acknowledged.push(...(await program.kill()))
      mostBehind = Math.max(mostBehind, commitsBehind(folder))

      const store = opened({ directory: folder })
      for (const key of acknowledged) {
        expect(store.payments.byKey(key)?.state).toBe(JSON.stringify({ key }))
        expect(store.events.byPayment(key)).toHaveLength(1)
        expect(store.timers.byPayment(key)).toHaveLength(1)
        expect(store.callbacks.byId(`cb-${key}`)?.body).toEqual(utf8(key))
        expect(store.exchanges.byId(`ex-${key}`)?.body).toEqual(utf8(key))
      }
      const lists = await wholeLists(word, askStore(store))
      // The last commits before the kill may not have been acknowledged.
      expect(lists[1]?.total).toBeGreaterThanOrEqual(minimum)
      expect(store.payments.count()).toBe(store.timers.count())
      expect(store.callbacks.due(START, 100_000)).toHaveLength(store.payments.count())
      await store.close()
      const rebuilt = rebuildIndex(folder)
      expect(lists).toEqual(await wholeLists(word, (question) => rebuilt.engine.page(question)))
      rebuilt.close()
      total += minimum
    }
    // At least one kill left the index behind.
    expect(mostBehind).toBeGreaterThan(0)
    expect(total).toBeGreaterThan(ROUNDS)
    process.stdout.write(
      `${total} payments acknowledged in ${ROUNDS} rounds; the index was up to ${mostBehind} commits behind\n`,
    )
  }, 900_000)
})
