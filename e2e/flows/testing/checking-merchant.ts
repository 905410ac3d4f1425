import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isRecord, isSigned } from './signer'

/** What a careful merchant makes of a callback. */
export type MerchantVerdict = 'accepted' | 'wrong signature' | 'duplicate' | 'out of order'

export interface Judged {
  readonly text: string
  readonly method: string
  readonly path: string
  readonly rawHeaders: readonly string[]
  readonly verdict: MerchantVerdict
}

/**
 * A merchant that verifies every callback with the reference, keeps the state of its payments, and tells what it makes of
 * each: 200 for what it takes and for a repeat, 400 for a signature that does not fit, 409 for news that is older than
 * what it knows. Nothing of the product is in it.
 */
export interface CheckingMerchant {
  readonly url: string
  readonly judged: readonly Judged[]
  /** The most requests that were open at once. */
  readonly mostAtOnce: number
  /** Answers wait until the returned function is called. */
  hold(): () => void
  /** Settles when so many requests have come. */
  count(wanted: number): Promise<void>
  close(): Promise<void>
}

/** Status to answer with, by verdict. */
const STATUS: Readonly<Record<MerchantVerdict, number>> = {
  accepted: 200,
  duplicate: 200,
  'wrong signature': 400,
  'out of order': 409,
}

export async function openCheckingMerchant(secret: string): Promise<CheckingMerchant> {
  const judged: Judged[] = []
  const seen = new Set<string>()
  const ended = new Set<string>()
  const waiting = new Set<() => void>()
  let released: Promise<void> = Promise.resolve()
  let open = 0
  let mostAtOnce = 0

  const judge = (text: string): MerchantVerdict => {
    if (!isObject(text) || !isSigned(text, secret)) return 'wrong signature'
    if (seen.has(text)) return 'duplicate'
    seen.add(text)
    const body: unknown = JSON.parse(text)
    const payment = isRecord(body) ? body['payment'] : undefined
    const id = isRecord(payment) && typeof payment['id'] === 'string' ? payment['id'] : ''
    const isResult = isRecord(body) && 'operation' in body
    // After the result of a payment nothing that comes before it is news.
    if (!isResult && ended.has(id)) return 'out of order'
    if (isResult) ended.add(id)
    return 'accepted'
  }
  const read = async (request: IncomingMessage): Promise<string> => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    return Buffer.concat(chunks).toString('utf8')
  }
  const server = createServer((request, response) => {
    open += 1
    mostAtOnce = Math.max(mostAtOnce, open)
    const { method = '', url = '', rawHeaders } = request
    read(request)
      .then(async (text) => {
        const verdict = judge(text)
        judged.push({ text, method, path: url, rawHeaders, verdict })
        for (const look of [...waiting]) look()
        await released
        open -= 1
        response
          .writeHead(STATUS[verdict], { 'Content-Type': 'application/json' })
          .end(JSON.stringify({ verdict }))
      })
      .catch(() => request.socket.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/pay/callback`,
    judged,
    get mostAtOnce() {
      return mostAtOnce
    },
    hold() {
      let release = (): void => undefined
      released = new Promise((resolve) => {
        release = resolve
      })
      return release
    },
    count: (wanted) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (judged.length < wanted) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
      }),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function isObject(text: string): boolean {
  try {
    return isRecord(JSON.parse(text))
  } catch {
    return false
  }
}
