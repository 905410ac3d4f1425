import { tmpdir } from 'node:os'
import { describe, expect, it } from 'vitest'
import { LIMITS } from '../lib/limits/limit-table'
import { freeBytesOfDisk, createRoomCheck } from './disk-room'

const MIB = 1024 * 1024

describe('room on the disk', () => {
  it('is asked for before the first byte and every 16 MiB, not at every write', async () => {
    let asked = 0
    const makeRoom = createRoomCheck('/somewhere', 'export', () => {
      asked += 1
      return Promise.resolve(LIMITS.freeDiskBytes)
    })
    for (let written = 0; written <= 40 * MIB; written += MIB) await makeRoom(written)
    expect(asked).toBe(3)
  })

  it('ends the work that would use up what is left', async () => {
    let free = LIMITS.freeDiskBytes
    const makeRoom = createRoomCheck('/somewhere', 'export', () => Promise.resolve(free))
    await makeRoom(0)
    free -= 1
    await expect(makeRoom(16 * MIB)).rejects.toThrow(/\/somewhere.*Nothing was exported/)
  })

  it('is what the system says', async () => {
    expect(await freeBytesOfDisk(tmpdir())).toBeGreaterThan(0)
  })
})
