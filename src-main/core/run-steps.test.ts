import { expect, it } from 'vitest'
import { createPacer } from './run-steps'

it('continues one piece of work in each turn of the event loop, so that several do not keep others waiting', async () => {
  let turns = 0
  let isDone = false
  const count = (): void => {
    turns += 1
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  const continuedIn = await Promise.all(
    ['one', 'another', 'third'].map(async () => {
      await createPacer(undefined, { sliceMs: 0 }).pause()
      return turns
    }),
  )
  isDone = true
  expect(new Set(continuedIn).size).toBe(3)
})
