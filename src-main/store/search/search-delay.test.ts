import { copyFileSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect, type Connection } from '../connection'
import { temporaryFolder, type TemporaryFolder } from '../fixtures/programs'
import { aCallback, anExchange, aPayment, aProject, START, utf8 } from '../fixtures/samples'
import { migrate } from '../migrate'
import { MIGRATIONS } from '../migrations/list'
import { assembleStore } from '../open'
import type { Store } from '../store'

let folder: TemporaryFolder
beforeAll(() => {
  folder = temporaryFolder()
})
afterAll(() => {
  folder.remove()
})

class Planned extends Error {}

/** A store in a file, whose next commit can be made to fail. */
function aStoreIn(file: string) {
  const inner = connect(file, 0)
  inner.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF')
  migrate(inner, MIGRATIONS)
  const state = { losesNext: false, statements: 0 }
  const watched: Connection = {
    ...inner,
    get inTransaction() {
      return inner.inTransaction
    },
    run(sql, ...values) {
      if (sql === 'COMMIT' && state.losesNext) throw new Planned('the disk is full')
      if (sql.startsWith('INSERT INTO search ')) state.statements += 1
      return inner.run(sql, ...values)
    },
  }
  const logged: string[] = []
  const store = assembleStore(watched, null, {
    directory: folder.path,
    durability: 'normal',
    log: (_level, message) => logged.push(message),
  })
  return { store, state, logged, inner }
}

const kinds = ['exchange', 'callback', 'response', 'attempt', 'payment'] as const
type Kind = (typeof kinds)[number]
type Step =
  | { readonly do: 'add'; readonly kind: Kind }
  | { readonly do: 'part'; readonly kinds: readonly Kind[]; readonly fails: boolean; readonly looks: boolean }
  | { readonly do: 'commit' | 'lose' | 'die' | 'look' }

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('add' as const), kind: fc.constantFrom(...kinds) }) },
  fc.record({
    do: fc.constant('part' as const),
    kinds: fc.array(fc.constantFrom(...kinds), { maxLength: 3 }),
    fails: fc.boolean(),
    looks: fc.boolean(),
  }),
  fc.record({ do: fc.constantFrom('commit' as const, 'lose' as const, 'die' as const, 'look' as const) }),
)

const word = (text: string) => [{ kind: 'text', text, negated: false, from: 0, to: text.length } as const]
const found = (store: Store, text: string): readonly string[] => {
  const request = { terms: word(text), limit: 10, nowMs: START }
  return [
    ...store.exchanges.list('traffic', request).items.map(({ id }) => id),
    ...store.callbacks.list(request).items.map(({ id }) => id),
    ...store.payments.list(request).items.map(({ key }) => key),
  ]
}

describe('the index of text', () => {
  let copies = 0
  const nextFile = (): string => {
    copies += 1
    const directory = join(folder.path, String(copies))
    mkdirSync(directory)
    return join(directory, 'index.db')
  }

  it('finds what the rows hold, whatever was undone, lost or cut short', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        let file = nextFile()
        let { store, state, inner } = aStoreIn(file)
        let n = 0
        const made: { readonly kind: Kind; readonly id: string; readonly text: string }[] = []
        const add = (kind: Kind): void => {
          n += 1
          const text = `word${n}x`
          const body = utf8(`{"a":"${text}"}`)
          const last = (of: Kind) => made.findLast((one) => one.kind === of)?.id
          const id = `${kind}_${n}`
          switch (kind) {
            case 'exchange':
              store.exchanges.insert(
                anExchange({
                  id,
                  paymentKey: null,
                  body,
                  responseStatus: null,
                  responseHeaders: null,
                  responseBody: null,
                }),
              )
              break
            case 'callback':
              store.callbacks.insert(aCallback({ id, paymentKey: null, body }))
              break
            case 'payment':
              store.payments.insert(aPayment({ key: id, paymentId: text }))
              break
            case 'response': {
              const owner = last('exchange')
              if (owner === undefined) return
              store.exchanges.setResponse(owner, { status: 200, headers: [], body, durationMs: 1 })
              made.push({ kind, id: owner, text })
              return
            }
            case 'attempt': {
              const callbackId = last('callback')
              if (callbackId === undefined || store.callbacks.row(callbackId) === null) return
              const seq = store.attempts.start({
                callbackId,
                n,
                dueAt: START,
                sentAt: START,
                wallSentAt: START,
              })
              store.attempts.finish(seq, {
                status: 200,
                answerHttpVersion: '1.1',
                answerHeaders: [],
                answerBody: body,
                answerTruncated: false,
                failureCode: null,
                failureMessage: null,
                durationMs: 1,
                tlsVersion: null,
              })
              made.push({ kind, id: callbackId, text })
              return
            }
          }
          made.push({ kind, id, text })
        }
        const has = ({ kind, id, text }: (typeof made)[number]): boolean => {
          const holds = (bytes: Uint8Array | null | undefined): boolean =>
            bytes !== null && bytes !== undefined && Buffer.from(bytes).includes(text)
          switch (kind) {
            case 'exchange':
              return store.exchanges.byId(id) !== null
            case 'response':
              return holds(store.exchanges.byId(id)?.responseBody)
            case 'callback':
              return store.callbacks.row(id) !== null
            case 'attempt':
              return store.attempts.byCallback(id).some(({ answerBody }) => holds(answerBody))
            case 'payment':
              return store.payments.row(id) !== null
          }
        }
        const look = (): void => {
          for (const one of made)
            expect([one.text, found(store, one.text)]).toEqual([one.text, has(one) ? [one.id] : []])
        }
        store.projects.insert(aProject())
        store.flush()
        for (const one of steps) {
          switch (one.do) {
            case 'add':
              add(one.kind)
              break
            case 'part':
              try {
                store.write(() => {
                  for (const kind of one.kinds) add(kind)
                  if (one.looks) look()
                  if (one.fails) throw new Planned()
                })
              } catch (error) {
                if (!(error instanceof Planned)) throw error
              }
              break
            case 'commit':
              store.flush()
              break
            case 'lose':
              state.losesNext = true
              try {
                store.flush()
              } catch (error) {
                if (!(error instanceof Planned)) throw error
              }
              state.losesNext = false
              break
            case 'die': {
              store.flush()
              const copy = nextFile()
              for (const suffix of ['', '-wal']) {
                if (existsSync(file + suffix)) copyFileSync(file + suffix, copy + suffix)
              }
              store.close()
              file = copy
              ;({ store, state, inner } = aStoreIn(file))
              break
            }
            case 'look':
              look()
          }
        }
        look()
        expect(inner.get('SELECT count(*) AS n FROM search_pending')).toEqual({ n: 0 })
        store.close()
      }),
      { numRuns: 60 },
    )
  })

  it('is written once for many commits', () => {
    const { store, state } = aStoreIn(nextFile())
    store.projects.insert(aProject())
    for (let n = 1; n <= 100; n += 1) {
      store.exchanges.insert(anExchange({ id: `ex_${n}`, paymentKey: null, body: utf8(`word${n}x`) }))
      store.flush()
    }
    expect(state.statements).toBe(0)
    expect(found(store, 'word77x')).toEqual(['ex_77'])
    expect(state.statements).toBeGreaterThanOrEqual(100)
    store.close()
  })

  it('does not wait for more than is read again at once', () => {
    const { store, state } = aStoreIn(nextFile())
    for (let n = 1; n <= 400; n += 1) {
      store.exchanges.insert(anExchange({ id: `ex_${n}`, paymentKey: null, body: utf8(`word${n}x`) }))
      store.flush()
    }
    expect(state.statements).toBeGreaterThan(200)
    store.close()
  })
})
