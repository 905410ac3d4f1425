import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundleWriter, run, temporaryFolder } from './fixtures/programs'
import { opened, START, utf8 } from './fixtures/samples'

const ROUNDS = 5

let writer: ReturnType<typeof bundleWriter>
beforeAll(() => {
  writer = bundleWriter()
}, 60_000)
afterAll(() => {
  writer.folder.remove()
})

describe('a store whose process was killed while it wrote', () => {
  it('has everything that was acknowledged, and its totals and index agree with its rows', async () => {
    const folder = temporaryFolder()
    const acknowledged: string[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const program = run(writer.file, [folder.path, `round${round}`])
      expect(await program.line()).toBe('{"ok":true}')
      for (let n = 0; n < 20 + round * 37; n += 1) {
        acknowledged.push(await program.line())
      }
      acknowledged.push(...(await program.kill()))

      const store = opened({ directory: folder.path })
      for (const key of acknowledged) {
        expect(store.payments.byKey(key)?.state).toBe(JSON.stringify({ key }))
        expect(store.events.byPayment(key)).toHaveLength(1)
        expect(store.timers.byPayment(key)).toHaveLength(1)
        expect(store.callbacks.byId(`cb-${key}`)?.body).toEqual(utf8(key))
        expect(store.exchanges.byId(`ex-${key}`)?.body).toEqual(utf8(key))
      }
      const everything = { terms: [], limit: 500, nowMs: START }
      const word = { kind: 'text', text: `round${round}`, negated: false, from: 0, to: 6 } as const
      const found = await store.callbacks.list({ ...everything, terms: [word] })
      // What was committed in the instant before the death was never acknowledged.
      const payments = await store.payments.list({ ...everything, terms: [word] })
      expect(found.total).toBe(payments.total)
      expect(found.total).toBeGreaterThanOrEqual(20 + round * 37)
      expect(store.payments.count()).toBe(store.timers.count())
      expect(store.callbacks.due(START, 100_000)).toHaveLength(store.payments.count())
      await store.close()
    }
    expect(acknowledged.length).toBeGreaterThan(ROUNDS * 20)
    folder.remove()
  }, 120_000)
})
