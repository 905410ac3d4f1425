import { describe, expect, it } from 'vitest'
import { openFailingBench, turn } from '#e2e/fixtures/hosts/failing-bench'
import type { Store } from '#store/store'

const MESSAGE = { body: '{"a":1}', signing: 'keep', target: 'http://127.0.0.1:1/pay' } as const

/** A store that cannot record outcomes of attempts while `isFailing` returns true. */
const withoutOutcomes =
  (isFailing: () => boolean) =>
  (store: Store): Store => ({
    ...store,
    attempts: {
      ...store.attempts,
      finish(seq, outcome) {
        if (isFailing()) throw new Error('disk full')
        return store.attempts.finish(seq, outcome)
      },
    },
  })

describe('an attempt whose outcome cannot be recorded', () => {
  it('is recorded as soon as that is possible, and not sent again', async () => {
    let failing = true
    let sent = 0
    const { bench, faults } = openFailingBench({
      failing: withoutOutcomes(() => failing),
      send: () => {
        sent += 1
        return Promise.resolve(200)
      },
    })
    const { id } = await bench.handlers['callbacks.compose'](MESSAGE)
    while (faults.length === 0) await turn()
    expect(await bench.handlers['callbacks.get']({ id })).toMatchObject({ state: 'delivering' })
    failing = false
    await bench.handlers['clock.advance']({ ms: 0 })
    const callback = await bench.handlers['callbacks.get']({ id })
    expect(callback).toMatchObject({ state: 'delivered', attemptCount: 1 })
    expect(callback.attempts).toHaveLength(1)
    expect(sent).toBe(1)
    await bench.close()
  })

  it('does not keep the bench from closing', async () => {
    const { bench, faults } = openFailingBench({ failing: withoutOutcomes(() => true) })
    await bench.handlers['callbacks.compose'](MESSAGE)
    while (faults.length === 0) await turn()
    await bench.close()
    expect(faults).toHaveLength(1)
  })
})
