import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { LIMITS } from '#lib/limits/limit-table'
import { createPacer, createRoomCheck } from './retention'

const MIB = 1024 * 1024

describe('the check for free disk space', () => {
  it('runs before the first byte and every 16 MiB, not at every write', async () => {
    let checks = 0
    const makeRoom = createRoomCheck('/somewhere', 'export', () => {
      checks += 1
      return Promise.resolve(LIMITS.freeDiskBytes)
    })
    for (let written = 0; written <= 40 * MIB; written += MIB) await makeRoom(written)
    expect(checks).toBe(3)
  })

  it('stops work that would use up the reserve', async () => {
    let free = LIMITS.freeDiskBytes
    const makeRoom = createRoomCheck('/somewhere', 'export', () => Promise.resolve(free))
    await makeRoom(0)
    free -= 1
    await expect(makeRoom(16 * MIB)).rejects.toThrow(/\/somewhere.*Nothing was exported/)
  })

  it('asks the operating system', async () => {
    await createRoomCheck(tmpdir(), 'export')(0)
    const missing = join(tmpdir(), `paybench-none-${randomUUID()}`)
    await expect(createRoomCheck(missing, 'export')(0)).rejects.toThrow('ENOENT')
  })
})

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
