import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isRecord, isSigned, type JsonRecord } from './signer'

/** What a careful shop makes of a callback. `late`: it tells of a time before what is known already. */
export type Judgement = 'accepted' | 'duplicate' | 'late' | 'refused'

export interface Judged {
  readonly judgement: Judgement
  /** Why it was refused. */
  readonly reason: string
  readonly httpVersion: string
  readonly rawHeaders: readonly string[]
  readonly bytes: Buffer
  readonly json: JsonRecord
  readonly path: string
}

/** A shop's own receiver: it looks at type, charset, JSON and signature, and books every message once. */
export interface VerifyingMerchant {
  readonly url: string
  readonly judged: readonly Judged[]
  readonly judgements: readonly Judgement[]
  /** Messages that broke off before they were whole. */
  readonly brokenOff: number
  /** Settles when so many messages were judged. */
  count(wanted: number): Promise<void>
  close(): Promise<void>
}

export async function openVerifyingMerchant(secret: string): Promise<VerifyingMerchant> {
  const judged: Judged[] = []
  const waiting = new Set<() => void>()
  const seen = new Set<string>()
  const finished = new Set<string>()
  let brokenOff = 0

  const judge = (request: IncomingMessage, bytes: Buffer): Judged => {
    const { httpVersion, rawHeaders, url: path = '' } = request
    const common = { httpVersion, rawHeaders, bytes, path }
    const refuse = (reason: string, json: JsonRecord = {}): Judged => ({
      ...common,
      judgement: 'refused',
      reason,
      json,
    })
    if (!/^application\/json\s*(;\s*charset=utf-8\s*)?$/i.test(request.headers['content-type'] ?? '')) {
      return refuse('type')
    }
    let json: unknown
    try {
      json = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
    } catch {
      return refuse('json')
    }
    if (!isRecord(json)) return refuse('json')
    if (!isSigned(bytes.toString('utf8'), secret)) return refuse('signature', json)
    const text = bytes.toString('utf8')
    if (seen.has(text)) return { ...common, judgement: 'duplicate', reason: '', json }
    seen.add(text)
    const payment = json['payment']
    const paymentId = isRecord(payment) ? String(payment['id']) : ''
    const tellsResult = 'operation' in json
    const late = !tellsResult && finished.has(paymentId)
    if (tellsResult) finished.add(paymentId)
    return { ...common, judgement: late ? 'late' : 'accepted', reason: '', json }
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.once('error', () => {
      brokenOff += 1
    })
    request.once('end', () => {
      const one = judge(request, Buffer.concat(chunks))
      judged.push(one)
      response.writeHead(one.judgement === 'refused' ? 422 : 200, { 'Content-Type': 'text/plain' })
      response.end(one.reason)
      for (const look of [...waiting]) look()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    judged,
    get judgements() {
      return judged.map(({ judgement }) => judgement)
    },
    get brokenOff() {
      return brokenOff
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
