import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { load } from './load.mjs'

let close: () => void = () => undefined
afterEach(() => {
  close()
})

/** The address of a server that answers so. */
async function serving(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  close = () => {
    server.closeAllConnections()
    server.close()
  }
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`
}

/** Sends 40 requests over 4 connections. */
function sent(url: string) {
  let left = 40
  return load({ url, connections: 4, next: () => (left-- > 0 ? { path: '/' } : undefined) })
}

describe('a load', () => {
  it.each<[string, RequestListener]>([
    ['a body with its length', (_, response) => response.end('{"status":"success"}')],
    [
      'a body in chunks, the last of which comes later',
      (_, response) => {
        response.write('{"status":')
        setImmediate(() => response.end('"success"}'))
      },
    ],
  ])('counts responses with %s', async (_what, listener) => {
    expect((await sent(await serving(listener))).requests).toBe(40)
  })

  it('ends with what was answered where that is no success', async () => {
    const url = await serving((_, response) => response.writeHead(503).end('full'))
    await expect(sent(url)).rejects.toThrow('503')
  })
})
