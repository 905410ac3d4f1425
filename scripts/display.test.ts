import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { whyNoDisplay } from './display.mjs'

let folder = ''
let servers: Server[] = []

const listen = async (
  where: { readonly path: string } | { readonly host: string; readonly port: number },
) => {
  const server = createServer((socket) => socket.destroy())
  servers.push(server)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(where, resolve)
  })
  return server.address()
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'paybench-display-'))
  servers = []
})
afterEach(() => {
  for (const server of servers) server.close()
  rmSync(folder, { recursive: true, force: true })
})

describe.runIf(process.platform === 'linux')('looking for a display', () => {
  it('finds a Wayland compositor by its name and by its path', async () => {
    await listen({ path: join(folder, 'wayland-7') })
    const byName = { WAYLAND_DISPLAY: 'wayland-7', XDG_RUNTIME_DIR: folder }
    expect(await whyNoDisplay(byName)).toBeUndefined()
    expect(await whyNoDisplay({ WAYLAND_DISPLAY: join(folder, 'wayland-7') })).toBeUndefined()
  })

  it('finds an X server over a network', async () => {
    const address = await listen({ host: '127.0.0.1', port: 0 })
    const port = typeof address === 'object' && address !== null ? address.port : 0
    expect(await whyNoDisplay({ DISPLAY: `127.0.0.1:${port - 6000}.0` })).toBeUndefined()
  })

  it('finds an X server that has a name and no file', async () => {
    const number = 50_000 + (process.pid % 9_000)
    await listen({ path: `\0/tmp/.X11-unix/X${number}` })
    expect(await whyNoDisplay({ DISPLAY: `:${number}` })).toBeUndefined()
  })

  it('says which values do not answer', async () => {
    const env = { DISPLAY: 'unix:59535', WAYLAND_DISPLAY: join(folder, 'gone') }
    expect((await whyNoDisplay(env))?.what).toBe(
      `no display answers (DISPLAY=unix:59535, WAYLAND_DISPLAY=${join(folder, 'gone').slice(0, 60)})`,
    )
    expect((await whyNoDisplay({ DISPLAY: 'nonsense' }))?.what).toBe('no display answers (DISPLAY=nonsense)')
    expect((await whyNoDisplay({}))?.what).toContain('neither DISPLAY nor WAYLAND_DISPLAY is set')
  })
})
