import { createServer, type Server } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { errorText } from '#lib/error-text'
import { bindListener } from './listener'

const open: Server[] = []
const server = (): Server => {
  const made = createServer()
  open.push(made)
  return made
}
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => new Promise((resolve) => one.close(resolve))))
})

async function takenPort(): Promise<number> {
  const { port } = await bindListener(server(), { host: '127.0.0.1', port: { kind: 'default', port: 0 } })
  return port
}

describe('binding', () => {
  it('takes any free port if port 0 is requested', async () => {
    const bound = await bindListener(server(), {
      host: '127.0.0.1',
      port: { kind: 'explicit', port: 0, option: '--platform-port' },
    })
    expect(bound.movedFrom).toBeNull()
  })

  it('moves from a default port in use to the next free one, and reports the move', async () => {
    const taken = await takenPort()
    const bound = await bindListener(server(), {
      host: '127.0.0.1',
      port: { kind: 'default', port: taken },
    })
    expect(bound.movedFrom).toBe(taken)
    expect(bound.port).toBeGreaterThan(taken)
    expect(bound.port).toBeLessThanOrEqual(taken + 50)
  })

  it('reports an explicit port in use as an error that names the port and the option', async () => {
    const taken = await takenPort()
    const port = { kind: 'explicit', port: taken, option: '--merchant-port' } as const
    await expect(bindListener(server(), { host: '127.0.0.1', port })).rejects.toThrow(
      new RegExp(`${taken}.*--merchant-port.* is already in use`),
    )
  })

  it('reports an address of another computer instead of trying further ports', async () => {
    const port = { kind: 'default', port: 8610 } as const
    await expect(bindListener(server(), { host: '192.0.2.1', port })).rejects.toThrow('--bind')
  })

  it('fails with a clear error if the whole range is in use', async () => {
    await occupyLastPort()
    const port = { kind: 'default', port: 65_535 } as const
    await expect(bindListener(server(), { host: '127.0.0.1', port })).rejects.toThrow(
      'The ports 65535 to 65535 on 127.0.0.1 are all in use.',
    )
  })
})

/** The range from there on is then in use. It does not matter which program holds the port. */
async function occupyLastPort(): Promise<void> {
  const port = { kind: 'explicit', port: 65_535, option: '--x' } as const
  await bindListener(server(), { host: '127.0.0.1', port }).catch((error: unknown) => {
    if (!errorText(error).includes('already in use')) throw error
  })
}
