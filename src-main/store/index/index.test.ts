import { copyFileSync, cpSync, existsSync, rmSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { seedOfRun } from '#scripts/test/seed'
import { seededRandom } from '#domain/testing/seeded'
import { rebuildIndex } from '#store/testing/rebuild-index'
import { temporaryFolder } from '#store/testing/programs'
import { aProject, EVERYTHING, insertParcel, opened, PARCEL, START } from '#store/testing/samples'
import { DATABASE_NAME } from '#store/open-database'
import { parseQuery } from '#domain/query/parse'
import { CALLBACK_QUERY_FIELDS, EXCHANGE_QUERY_FIELDS, PAYMENT_QUERY_FIELDS } from '#domain/query/fields'
import { askStore } from '#store/testing/ask-store'
import { aStoreStep, createStorePlayer, type StoreStep, WORDS } from '#store/testing/random-store'
import { INDEX_NAME } from './open-index'
import type { AnyPage, ListQuestion } from './list-queries'

const PLACES = process.env['PAYBENCH_TESTS'] === 'all' ? 500 : 24

const intactFolder = temporaryFolder()
const cutFolder = temporaryFolder()
const journalFile = join(intactFolder, DATABASE_NAME)

/** A data folder as a process leaves it when it dies: with the logs of both databases. */
beforeAll(async () => {
  const store = opened({ directory: intactFolder })
  store.projects.insert(aProject())
  for (let n = 0; n < 120; n += 1) {
    insertParcel(store, n)
    store.flush()
    if (n === 60) await store.payments.list(EVERYTHING)
  }
  await store.callbacks.list(PARCEL)
  cpSync(intactFolder, cutFolder, { recursive: true })
  await store.close()
  // The tests need the files as a dead process leaves them, not as an orderly shutdown does.
  for (const name of FILES) {
    rmSync(join(intactFolder, name), { force: true })
    if (existsSync(join(cutFolder, name))) copyFileSync(join(cutFolder, name), join(intactFolder, name))
  }
})

const FILES = [DATABASE_NAME, INDEX_NAME].flatMap((name) => [name, `${name}-wal`, `${name}-shm`])

async function allAnswersOf(
  asked: readonly ListQuestion[],
  ask: (question: ListQuestion) => AnyPage | Promise<AnyPage>,
) {
  const answers: { readonly question: ListQuestion; readonly page: AnyPage }[] = []
  for (const question of asked) answers.push({ question, page: await ask(question) })
  return answers
}

/** The answers of an index that is rebuilt from the journal of a folder. */
async function rebuiltAnswers(asked: readonly ListQuestion[], directory: string) {
  const { engine, close } = rebuildIndex(directory)
  const answers = await allAnswersOf(asked, (question) => engine.page(question))
  close()
  return answers
}

/** Every payment, and the messages that mention a parcel. */
const ofParcels: readonly ListQuestion[] = [
  { list: 'payments', request: EVERYTHING },
  { list: 'callbacks', request: PARCEL },
  { list: 'traffic', request: PARCEL },
]

describe('a data folder with a file that was truncated at a random offset', () => {
  it('opens, if need be without its damaged database, and its lists always agree with the journal', async () => {
    const random = seededRandom(seedOfRun())
    let setAside = 0
    let opens = 0
    for (let n = 0; n < PLACES; n += 1) {
      const name = random.pick(FILES)
      const file = join(intactFolder, name)
      if (!existsSync(file)) continue
      cpSync(intactFolder, cutFolder, { recursive: true })
      truncateSync(join(cutFolder, name), random.below(statSync(file).size))

      const log: string[] = []
      const store = opened({ directory: cutFolder, log: (_, message) => log.push(message) })
      const answers = await allAnswersOf(ofParcels, askStore(store))
      // A truncated log may lose its last commits, but never part of a commit.
      const count = store.payments.count()
      expect(answers[0]?.page.total, name).toBe(count)
      await store.close()
      expect(answers, name).toEqual(await rebuiltAnswers(ofParcels, cutFolder))
      if (log.some((message) => message.includes('damaged'))) setAside += 1
      else opens += 1
      if (name.startsWith(INDEX_NAME)) expect(count, name).toBe(120)
    }
    expect(opens).toBeGreaterThan(0)
    expect(setAside + opens).toBeGreaterThan(PLACES / 3)
  }, 600_000)
})

it('the logs to truncate are not empty', () => {
  expect(statSync(`${journalFile}-wal`).size).toBeGreaterThan(0)
  expect(statSync(join(intactFolder, `${INDEX_NAME}-wal`)).size).toBeGreaterThan(0)
})

const folder = temporaryFolder()

const LISTS = [
  ['payments', PAYMENT_QUERY_FIELDS],
  ['callbacks', CALLBACK_QUERY_FIELDS],
  ['captures', EXCHANGE_QUERY_FIELDS],
  ['exchanges', EXCHANGE_QUERY_FIELDS],
  ['traffic', EXCHANGE_QUERY_FIELDS],
] as const

const QUERIES = [
  '',
  ...WORDS,
  'status:success',
  'amount>1000',
  'order-1',
  'customer:cust',
  'label:tram',
  'mark:yes',
  'answered',
]

/** Every list with every query that it understands, in full. */
const questions: readonly ListQuestion[] = LISTS.flatMap(([list, fields]) =>
  QUERIES.flatMap((query) => {
    const { terms, errors } = parseQuery(query, fields)
    return errors.length > 0 ? [] : [{ list, request: { terms, limit: 500, nowMs: START } }]
  }),
)

async function play(directory: string, steps: readonly StoreStep[]): Promise<void> {
  let store = opened({ directory })
  try {
    if (store.projects.byId(1) === null) store.projects.insert(aProject())
    store.reset()
    const take = createStorePlayer(store)
    for (const step of steps) {
      take(step)
      // Lets the index catch up.
      if (step.name === 'turn') await store.payments.list({ terms: [], limit: 1, nowMs: START })
    }
    const followed = await allAnswersOf(questions, askStore(store))
    expect(followed).toEqual(await rebuiltAnswers(questions, directory))
    await store.close()
    // The next start uses the same index.
    store = opened({ directory })
    expect(await allAnswersOf(questions, askStore(store))).toEqual(followed)
  } finally {
    await store.close()
  }
}

describe('an index', () => {
  it('that has followed the journal answers like one rebuilt from it, whatever happened', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(aStoreStep, { minLength: 20, maxLength: 80 }), (steps) =>
        play(folder, steps),
      ),
      { numRuns: 40 },
    )
  }, 120_000)
})
