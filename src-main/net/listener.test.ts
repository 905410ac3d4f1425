import { createServer, type Server } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
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
  const outcome = await bindListener(server(), { host: '127.0.0.1', port: { kind: 'default', port: 0 } })
  if (outcome.kind === 'failed') throw new Error(outcome.message)
  return outcome.address.port
}

describe('binding', () => {
  it('takes any free port if port 0 is requested', async () => {
    const outcome = await bindListener(server(), {
      host: '127.0.0.1',
      port: { kind: 'explicit', port: 0, option: '--platform-port' },
    })
    expect(outcome).toMatchObject({ kind: 'bound', movedFrom: null })
  })

  it('moves from a default port in use to the next free one, and reports the move', async () => {
    const taken = await takenPort()
    const outcome = await bindListener(server(), {
      host: '127.0.0.1',
      port: { kind: 'default', port: taken },
    })
    expect(outcome).toMatchObject({ kind: 'bound', movedFrom: taken })
    expect(outcome.kind === 'bound' && outcome.address.port).toBeGreaterThan(taken)
    expect(outcome.kind === 'bound' && outcome.address.port).toBeLessThanOrEqual(taken + 50)
  })

  it('reports an explicit port in use as an error that names the port and the option', async () => {
    const taken = await takenPort()
    const outcome = await bindListener(server(), {
      host: '127.0.0.1',
      port: { kind: 'explicit', port: taken, option: '--merchant-port' },
    })
    expect(outcome).toMatchObject({ kind: 'failed', code: 'EADDRINUSE' })
    expect(outcome.kind === 'failed' && outcome.message).toMatch(new RegExp(`${taken}.*--merchant-port`))
  })

  it('reports an address of another computer instead of trying further ports', async () => {
    const outcome = await bindListener(server(), { host: '192.0.2.1', port: { kind: 'default', port: 8610 } })
    expect(outcome).toMatchObject({ kind: 'failed', code: 'EADDRNOTAVAIL' })
    expect(outcome.kind === 'failed' && outcome.message).toContain('--bind')
  })

  it('fails with a clear error if the whole range is in use', async () => {
    const outcome = await bindListener(await blockedRange(), {
      host: '127.0.0.1',
      port: { kind: 'default', port: 65_535 },
    })
    expect(outcome).toMatchObject({ kind: 'failed', code: 'EADDRINUSE' })
    expect(outcome.kind === 'failed' && outcome.message).toContain('65535')
  })
})

/** Occupies the last port, so that the range from there on is in use, and returns an unbound server. */
async function blockedRange(): Promise<Server> {
  const holder = await bindListener(server(), {
    host: '127.0.0.1',
    port: { kind: 'explicit', port: 65_535, option: '--x' },
  })
  // It does not matter which program holds the port.
  if (holder.kind === 'failed' && holder.code !== 'EADDRINUSE') throw new Error(holder.message)
  return server()
}
