import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seededNumbers } from '#lib/seeded-numbers'
import { openFlowBench, type FlowBench } from './testing/flow-bench'

/** A listener that keeps the bytes of every connection and answers 200 to whatever it got. */
async function openRawListener() {
  const requests: Buffer[] = []
  const server = createServer((socket) => {
    let bytes: Buffer = Buffer.alloc(0)
    socket.on('error', () => socket.destroy())
    socket.on('data', (chunk) => {
      bytes = Buffer.concat([bytes, chunk])
      const head = bytes.indexOf('\r\n\r\n')
      if (head < 0) return
      const length = Number(/content-length: (\d+)/i.exec(bytes.subarray(0, head).toString('latin1'))?.[1])
      if (bytes.length < head + 4 + length) return
      requests.push(bytes)
      bytes = Buffer.alloc(0)
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${String(port)}/raw`, requests, close: () => server.close() }
}

let bench: FlowBench
let listener: Awaited<ReturnType<typeof openRawListener>>

beforeAll(async () => {
  listener = await openRawListener()
  bench = await openFlowBench({ callbackUrl: listener.url })
})
afterAll(async () => {
  await bench.close()
  listener.close()
})

const WORDS = [
  'Zoë',
  '鲸 🐋',
  'a\\u00fcb',
  '\\/',
  '\\"',
  ' ',
  'tab\\t',
  '"',
  ';',
  ':',
  'ｚ',
  '0',
  '\\ud83d\\udc0b',
]
const SPACES = ['', '', '', ' ', '\n', '\r\n\t', '  ']
const NUMBERS = ['0', '-0', '1.0', '1e3', '12345678901234567890', '0.1', '-7.50']
const KEYS = ['a', 'b', 'payment', 'general', 'id', '10', '2', 'ключ', 'sign\\u0061ture2']

/** JSON as a careless hand writes it: odd spacing, repeated keys, every escape. */
function careless(next: () => number): string {
  const pick = (from: readonly string[]): string => from[Math.floor(next() * from.length)] ?? ''
  const text = (): string =>
    `"${Array.from({ length: Math.floor(next() * 4) }, () => pick(WORDS.filter((word) => word !== '"'))).join('')}"`
  const value = (depth: number): string => {
    const kind = next()
    if (depth > 3 || kind < 0.4) return text()
    if (kind < 0.6) return pick(NUMBERS)
    if (kind < 0.7) return pick(['true', 'false', 'null', '{}', '[]'])
    const size = Math.floor(next() * 4)
    if (kind < 0.85) return `[${Array.from({ length: size }, () => spaced(value(depth + 1))).join(',')}]`
    return object(depth, size)
  }
  const spaced = (part: string): string => pick(SPACES) + part + pick(SPACES)
  const object = (depth: number, size: number): string =>
    `{${Array.from({ length: size }, () => `${spaced(`"${pick(KEYS)}"`)}:${spaced(value(depth + 1))}`).join(',')}}`
  return pick(SPACES) + object(0, 1 + Math.floor(next() * 5)) + pick(SPACES)
}

/** Composes messages, waits for them, and gives what is shown of each and what came over the wire. */
async function sent(messages: readonly { readonly body: string; readonly signing: 'keep' | 'resign' }[]) {
  const from = listener.requests.length
  const ids = await Promise.all(
    messages.map(async ({ body, signing }, at) => {
      const headers: [string, string][] = [['X-Number', String(at)]]
      // Messages to one address go one after another.
      const target = `${listener.url}/${String(at)}`
      return (await bench.call('callbacks.compose', { body, signing, headers, target })).id
    }),
  )
  await bench.settle()
  const shown = await Promise.all(ids.map((id) => bench.call('callbacks.get', { id })))
  const came = listener.requests.slice(from)
  return shown.map((callback, at) => {
    const bytes = came.find((one) => one.includes(`\r\nX-Number: ${String(at)}\r\n`))
    if (bytes === undefined) throw new Error('Nothing came over the wire')
    return { callback, bytes }
  })
}

const BATCH = 25

it('sends exactly what it shows, for a thousand careless bodies', { timeout: 240_000 }, async () => {
  const next = seededNumbers(20_310_409)
  for (let round = 0; round < 1000; round += BATCH) {
    const messages = Array.from({ length: BATCH }, (_, at) => ({
      body: careless(next),
      signing: at % 2 === 0 ? ('keep' as const) : ('resign' as const),
    }))
    for (const [at, { callback, bytes }] of (await sent(messages)).entries()) {
      const head = Buffer.from(callback.attempts[0]?.requestHead ?? '', 'latin1')
      expect(bytes.equals(Buffer.concat([head, Buffer.from(callback.body)]))).toBe(true)
      const message = messages[at]
      if (message?.signing === 'keep') expect(callback.body).toBe(message.body)
      else expect(callback.signature).toMatchObject({ state: 'valid', dialect: 'REF' })
    }
  }
})

it('sends two megabytes exactly as they are written', { timeout: 60_000 }, async () => {
  const body = `{ "items" : [${Array.from({ length: 30_000 }, (_, at) => `{"n": ${String(at)}.0, "u":"\\u00fcü 🐋"}`).join(',\n')}] }`
  expect(Buffer.byteLength(body)).toBeGreaterThan(1_000_000)
  const twice = body.replace('] }', `],"rest":${JSON.stringify(body)} }`)
  expect(Buffer.byteLength(twice)).toBeGreaterThan(2_000_000)
  const [only] = await sent([{ body: twice, signing: 'keep' }])
  expect(only?.callback.body).toBe(twice)
  const bytes = only?.bytes ?? Buffer.alloc(0)
  expect(bytes.subarray(bytes.indexOf('\r\n\r\n') + 4).equals(Buffer.from(twice))).toBe(true)
})
