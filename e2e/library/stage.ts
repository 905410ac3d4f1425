import { createServer } from 'node:http'
import type { IncomingHttpHeaders, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buildCustomerFile } from '../../scripts/build-customer.mjs'
import { framePage, shopPage } from './pages'

/** A request as the platform got it. */
export interface Arrival {
  readonly method: string
  readonly target: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/**
 * A platform that serves the built library and a form of hand-written messages, and a shop on another origin. The
 * frame says nothing by itself but `epframe.destroy` when the customer closes it.
 */
export interface Stage {
  /** Origin of the platform. */
  readonly platform: string
  /** Address of the shop's page. */
  readonly shop: string
  /** What arrived at the platform, assets apart. */
  readonly arrivals: Arrival[]
  /** Keeps forms waiting for their first byte until the returned function is called. */
  hold(): () => void
  close(): Promise<void>
}

const listen = async (server: Server): Promise<string> => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Builds the library and starts both servers. */
export async function openStage(): Promise<Stage> {
  const [script, styles] = await Promise.all([
    buildCustomerFile('merchant.js'),
    buildCustomerFile('merchant.css'),
  ])
  const arrivals: Arrival[] = []
  let released: Promise<void> = Promise.resolve()
  const platformServer = createServer((request, response) => {
    const target = request.url ?? ''
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const send = (type: string, content: string): void => {
        response.writeHead(200, { 'content-type': `${type}; charset=utf-8` }).end(content)
      }
      if (target === '/shared/merchant.js') {
        send('text/javascript', script)
        return
      }
      if (target === '/shared/merchant.css') {
        send('text/css', styles)
        return
      }
      const body = Buffer.concat(chunks).toString('utf8')
      arrivals.push({ method: request.method ?? '', target, headers: request.headers, body })
      void released.then(() => {
        send('text/html', framePage)
      })
    })
  })
  const platform = await listen(platformServer)
  const shopServer = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(shopPage(platform))
  })
  const shop = await listen(shopServer)
  return {
    platform,
    shop: `${shop}/cart?from=test`,
    arrivals,
    hold: () => {
      let release = (): void => undefined
      released = new Promise((resolve) => {
        release = resolve
      })
      return release
    },
    close: async () => {
      for (const server of [platformServer, shopServer]) {
        server.closeAllConnections()
        await new Promise((done) => server.close(done))
      }
    },
  }
}
