import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

/** A merchant that responds with whatever it is told to. */
export interface HostileMerchant {
  readonly url: string
  /** What it responds with from now on. */
  respondWith(body: string): void
  close(): Promise<void>
}

export async function openHostileMerchant(): Promise<HostileMerchant> {
  let body = ''
  const server = createServer((request, response) => {
    request.resume()
    response.end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${String(port)}/`,
    respondWith(text) {
      body = text
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
