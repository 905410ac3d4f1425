import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A merchant's web server that answers everything with one page. */
export interface PageServer {
  /** Its host is `localhost`, another site than the platform's 127.0.0.1, as shop and platform are in real life. */
  readonly url: string
  close(): Promise<void>
}

export async function servePage(html: string): Promise<PageServer> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/cart`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
