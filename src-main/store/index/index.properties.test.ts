import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { parseQuery } from '#domain/query/parse'
import { CALLBACK_QUERY_FIELDS, EXCHANGE_QUERY_FIELDS, PAYMENT_QUERY_FIELDS } from '#domain/query/fields'
import { temporaryFolder } from '#store/fixtures/programs'
import { askStore } from '#store/fixtures/ask-store'
import { rebuildIndex } from '#store/fixtures/rebuild-index'
import { aStoreStep, createStorePlayer, WORDS, type StoreStep } from '#store/fixtures/random-store'
import { aProject, opened, START } from '#store/fixtures/samples'
import type { AnyPage, ListQuestion } from './list-queries'

const folder = temporaryFolder()
afterEach(() => {
  folder.remove()
})

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

async function answersOf(ask: (question: ListQuestion) => AnyPage | Promise<AnyPage>): Promise<unknown[]> {
  const answers: unknown[] = []
  for (const question of questions) {
    answers.push({ list: question.list, terms: question.request.terms, page: await ask(question) })
  }
  return answers
}

async function play(directory: string, steps: readonly StoreStep[]): Promise<void> {
  let store = opened({ directory })
  try {
    if (store.projects.byId(1) === null) store.projects.insert(aProject())
    store.reset()
    const take = createStorePlayer(store)
    for (const step of steps) {
      take(step)
      // The index follows up to here.
      if (step.do === 'turn') await store.payments.list({ terms: [], limit: 1, nowMs: START })
    }
    const followed = await answersOf(askStore(store))
    const anew = rebuildIndex(directory)
    expect(followed).toEqual(await answersOf((question) => anew.engine.page(question)))
    anew.close()
    await store.close()
    // The same index, found at the next start.
    store = opened({ directory })
    expect(await answersOf(askStore(store))).toEqual(followed)
  } finally {
    await store.close()
  }
}

describe('an index', () => {
  it('that follows the journal answers as one that is built from it anew, whatever happened', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(aStoreStep, { minLength: 20, maxLength: 80 }), (steps) =>
        play(folder.path, steps),
      ),
      { numRuns: 40 },
    )
  }, 120_000)
})
