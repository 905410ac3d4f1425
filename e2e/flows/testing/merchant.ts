import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { buffer } from 'node:stream/consumers'
import { gate, listening } from '#core/testing/listening'
import type { KeyAndCertificate } from '#net/tls/certificates'
import { isRecord, type JsonRecord } from './signer'

/** A callback as a merchant's own server received it. */
export interface Received {
  readonly method: string
  readonly path: string
  readonly httpVersion: string
  readonly rawHeaders: readonly string[]
  readonly bytes: Buffer
  readonly text: string
  /** Empty if the text is not a JSON object. */
  readonly json: JsonRecord
  readonly paymentId: string
  /** Wall time, milliseconds of `performance.now()`. */
  readonly at: number
}

/** A status alone, a JSON body, or any text; `silent`: no response ever; `reset`: the connection is cut. */
export type MerchantReaction =
  | number
  | { readonly status: number; readonly json: unknown }
  | { readonly text: string }
  | 'silent'
  | 'reset'

/** A merchant's callback receiver on a free port, which uses no code of the product. */
export interface TestMerchant {
  /** The origin, without a path. */
  readonly url: string
  readonly received: readonly Received[]
  /** Sets the responses from now on; until then, 200. `n` counts the callbacks of the payment, from 0. */
  answerWith(policy: (callback: Received, n: number) => MerchantReaction | Promise<MerchantReaction>): void
  /** Holds back responses until the returned function is called. */
  hold(): () => void
  /** Paths of requests that broke off before they were complete. */
  readonly brokenOff: readonly string[]
  /** The most callbacks that were open at the same time, by payment id and overall. */
  readonly mostAtOnce: { readonly perPayment: ReadonlyMap<string, number>; readonly overall: number }
  /** Settles when `wanted` callbacks have been received. */
  count(wanted: number): Promise<void>
  close(): Promise<void>
}

/** Serves HTTPS if a certificate is given, otherwise HTTP. */
export async function openMerchant(tls?: KeyAndCertificate): Promise<TestMerchant> {
  const received: Received[] = []
  const waiting = new Set<() => void>()
  const openNow = new Map<string, number>()
  const mostAtOnce = { perPayment: new Map<string, number>(), overall: 0 }
  const brokenOff: string[] = []
  let released: Promise<void> = Promise.resolve()
  let policy: Parameters<TestMerchant['answerWith']>[0] = () => 200

  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const bytes = await buffer(request).catch(() => null)
    if (bytes === null) {
      request.socket.destroy()
      brokenOff.push(request.url ?? '')
      return
    }
    const text = bytes.toString('utf8')
    const body = readObject(text)
    const payment = body['payment']
    const callback: Received = {
      method: request.method ?? '',
      path: request.url ?? '',
      httpVersion: request.httpVersion,
      rawHeaders: request.rawHeaders,
      bytes,
      text,
      json: body,
      paymentId: isRecord(payment) && typeof payment['id'] === 'string' ? payment['id'] : '',
      at: performance.now(),
    }
    const { paymentId } = callback
    const n = received.filter((one) => one.paymentId === paymentId).length
    const open = (openNow.get(paymentId) ?? 0) + 1
    openNow.set(paymentId, open)
    mostAtOnce.perPayment.set(paymentId, Math.max(open, mostAtOnce.perPayment.get(paymentId) ?? 0))
    mostAtOnce.overall = Math.max(
      mostAtOnce.overall,
      [...openNow.values()].reduce((sum, count) => sum + count, 0),
    )
    received.push(callback)
    for (const look of [...waiting]) look()
    const reaction = await policy(callback, n)
    await released
    openNow.set(paymentId, (openNow.get(paymentId) ?? 1) - 1)
    if (reaction === 'silent') return
    if (reaction === 'reset') request.socket.resetAndDestroy()
    else if (typeof reaction === 'number') {
      response.writeHead(reaction, { 'Content-Type': 'text/plain' }).end('seen')
    } else if ('text' in reaction) response.end(reaction.text)
    else {
      const { status, json } = reaction
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(json))
    }
  }
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    // Paybench may end while a callback is on its way; the connection then breaks.
    take(request, response).catch(() => request.socket.destroy())
  }
  const server =
    tls === undefined
      ? createServer(listener)
      : createTlsServer({ key: tls.keyPem, cert: tls.certPem }, listener)
  const { port, close } = await listening(server)

  return {
    url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`,
    received,
    answerWith(next) {
      policy = next
    },
    hold() {
      const { opened, open } = gate()
      released = opened
      return open
    },
    brokenOff,
    mostAtOnce,
    count: (wanted) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (received.length < wanted) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
      }),
    close,
  }
}

function readObject(text: string): JsonRecord {
  try {
    const json: unknown = JSON.parse(text)
    return isRecord(json) ? json : {}
  } catch {
    return {}
  }
}

/** Statuses of received callbacks, at the top level or in `payment`, in the order of their arrival. */
export const receivedStatuses = (received: readonly Received[]): readonly unknown[] =>
  received.map(({ json }) => json['status'] ?? (json['payment'] as { status?: unknown } | undefined)?.status)
