import { describe, expect, it } from 'vitest'
import type { BenchEvent } from '#protocol/events'
import { createChanges, type ChangeReaders } from './changes'

const RESET: BenchEvent = { type: 'bench.reset' }

/** Changes whose commits the test settles. */
function open(readers: Partial<ChangeReaders> = {}, isWatched = true) {
  const published: BenchEvent[] = []
  const failures: string[] = []
  const commits: { succeed: () => void; fail: (reason: Error) => void }[] = []
  const nothing = (): null => null
  let skipped = 0
  const changes = createChanges({
    committed: () =>
      new Promise<void>((resolve, reject) => {
        commits.push({ succeed: resolve, fail: reject })
      }),
    readers: { payment: nothing, callback: nothing, exchange: nothing, capture: nothing, ...readers },
    publish: (event) => void published.push(event),
    isWatched: () => isWatched,
    skip: () => {
      skipped += 1
    },
    onFailure: (message) => void failures.push(message),
  })
  return { changes, published, failures, commits, skipped: () => skipped }
}
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

describe('the events of changes', () => {
  it('wait for the commit, and several changes of one payment become one event', async () => {
    const readCalls: [string, boolean][] = []
    const { changes, published, commits } = open({
      payment: (key, isNew) => {
        readCalls.push([key, isNew])
        return RESET
      },
    })
    changes.payment('pay_1', true)
    changes.payment('pay_1', false)
    await nextTurn()
    expect([readCalls, published]).toEqual([[], []])
    commits[0]?.succeed()
    await nextTurn()
    expect(readCalls).toEqual([['pay_1', true]])
    expect(published).toEqual([RESET])
  })

  it('are not built from rows while no client is watching', async () => {
    const { changes, published, commits, skipped } = open(
      {
        payment: () => {
          throw new Error('No row is read')
        },
      },
      false,
    )
    changes.payment('pay_1', true)
    changes.exchange('ex_1')
    changes.other(() => RESET)
    await nextTurn()
    expect(skipped()).toBe(0)
    commits[0]?.succeed()
    await nextTurn()
    expect([skipped(), published]).toEqual([1, [RESET]])
  })

  it('are published after the next commit if a commit fails', async () => {
    const { changes, published, failures, commits } = open({ exchange: () => RESET })
    changes.exchange('ex_1')
    await nextTurn()
    commits[0]?.fail(new Error('disk full'))
    await nextTurn()
    expect([published, failures]).toEqual([[], ['A transaction could not be committed']])
    changes.exchange('ex_2')
    await nextTurn()
    commits[1]?.succeed()
    await nextTurn()
    expect(published).toEqual([RESET, RESET])
  })

  it('are still published after a change that cannot be read', async () => {
    const { changes, published, failures, commits } = open({
      capture: () => {
        throw new Error('unreadable')
      },
      exchange: () => RESET,
    })
    changes.capture('ex_1', true)
    await nextTurn()
    commits[0]?.succeed()
    await nextTurn()
    expect(failures).toEqual(['A change could not be shown'])
    changes.exchange('ex_2')
    await nextTurn()
    commits[1]?.succeed()
    await nextTurn()
    expect(published).toEqual([RESET])
  })
})
