import { seedOfRun } from '#scripts/test/seed'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Result } from '#protocol/methods'
import { exampleOf, FAULT_KINDS } from '#domain/fault/fault-table'
import { saveFaults } from './testing/fault-rules'
import { openFlowBench, type FlowBench } from './testing/flow-bench'
import { callbacksOf, merchantOf } from './testing/requests'
import { seededRandom, type SeededRandom } from './testing/seeded'

const SEED = seedOfRun()

/** A TCP listener that knows of HTTP only when to answer; it keeps the bytes of every connection by its path. */
interface RawListener {
  readonly url: string
  readonly byPath: ReadonlyMap<string, readonly Buffer[]>
  /** Settles when so many connections have ended. */
  ended(wanted: number): Promise<void>
  close(): Promise<void>
}

async function openRawListener(): Promise<RawListener> {
  const byPath = new Map<string, Buffer[]>()
  const sockets = new Set<Socket>()
  let count = 0
  let look: () => void = () => undefined
  const server = createServer((socket) => {
    const chunks: Buffer[] = []
    let size = 0
    let wanted = Number.POSITIVE_INFINITY
    let answered = false
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      chunks.push(chunk)
      size += chunk.length
      if (wanted === Number.POSITIVE_INFINITY) wanted = lengthOf(Buffer.concat(chunks))
      const chunkedEnd = wanted < 0 && Buffer.concat(chunks).subarray(-5).toString('latin1') === '0\r\n\r\n'
      if (!answered && (chunkedEnd || (wanted >= 0 && size >= wanted))) {
        answered = true
        socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
      }
    })
    socket.once('close', () => {
      sockets.delete(socket)
      const bytes = Buffer.concat(chunks)
      const path = /^\S+ (\S+)/.exec(bytes.subarray(0, 200).toString('latin1'))?.[1] ?? ''
      byPath.set(path, [...(byPath.get(path) ?? []), bytes])
      count += 1
      look()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    byPath,
    ended: (wanted) =>
      new Promise((resolve) => {
        look = () => {
          if (count >= wanted) resolve()
        }
        look()
      }),
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Bytes of a whole message; infinite before its head is there, negative where it is chunked. */
function lengthOf(bytes: Buffer): number {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return Number.POSITIVE_INFINITY
  const head = bytes.subarray(0, end).toString('latin1')
  if (/transfer-encoding/i.test(head)) return -1
  return end + 4 + Number(/content-length: *(\d+)/i.exec(head)?.[1] ?? 0)
}

const ALPHABET = [
  ...Array.from('aZ09 _-/\\"\'{}[]:,'),
  ...['\n', '\r\n', '\t', '\0', '\u001f', '\u007f', '\u0085', '\u2028', '\uFEFF', '\u200d'],
  ...['é', 'ß', 'Ω', 'ж', '中', '한', 'ﷺ', '👩‍👩‍👧', '😀', '𝒳', 'e\u0301', '\u202e'],
]

function text(chance: SeededRandom, limit: number): string {
  return Array.from({ length: chance.below(limit) }, () => chance.pick(ALPHABET)).join('')
}

/** JSON as a person might write it: escapes where none are needed, keys that repeat, numbers of any form, white space. */
function json(chance: SeededRandom, depth: number): string {
  const space = chance.pick(['', '', ' ', '\n  ', '\t'])
  const string = (): string => {
    const written = JSON.stringify(text(chance, 12))
    return chance.below(3) === 0
      ? written.replaceAll(/[a-zé/]/g, (one) =>
          one === '/' ? String.raw`\/` : `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
        )
      : written
  }
  switch (depth <= 0 ? 2 + chance.below(3) : chance.below(5)) {
    case 0: {
      const members = Array.from(
        { length: chance.below(6) },
        () => `${string()}${space}:${json(chance, depth - 1)}`,
      )
      const repeated = members[0] === undefined || chance.below(3) > 0 ? [] : [members[0]]
      return `{${space}${[...members, ...repeated].join(`,${space}`)}${space}}`
    }
    case 1:
      return `[${Array.from({ length: chance.below(6) }, () => json(chance, depth - 1)).join(`,${space}`)}]`
    case 2:
      return string()
    case 3:
      return chance.pick(['0', '-0', '1.0', '1e400', '12345678901234567890123', '-3.50E-7'])
    default:
      return chance.pick(['true', 'false', 'null'])
  }
}

function body(chance: SeededRandom): string {
  switch (chance.below(10)) {
    case 0:
      return text(chance, 300)
    case 1:
      return ''
    case 2:
      return `${json(chance, 3)},` // no JSON
    default:
      return json(chance, 4)
  }
}

const recorded = (attempt: Result<'callbacks.get'>['attempts'][number], shown: string): Buffer =>
  attempt.wireBase64 !== undefined
    ? Buffer.from(attempt.wireBase64, 'base64')
    : Buffer.concat([
        Buffer.from(attempt.requestHead ?? '', 'latin1'),
        attempt.requestBodyBase64 === undefined
          ? Buffer.from(shown)
          : Buffer.from(attempt.requestBodyBase64, 'base64'),
      ])

let listener: RawListener
let bench: FlowBench
let original: string

beforeEach(async () => {
  listener = await openRawListener()
  bench = await openFlowBench()
  await merchantOf(bench).sale('original')
  await bench.settle()
  original = (await callbacksOf(bench, 'original'))[0]?.id ?? ''
})
afterEach(async () => {
  await bench.close()
  await listener.close()
})

/** Sends the bodies as they are, each to a path of its own, and compares what came with what is shown. */
async function sendAndCompare(bodies: readonly string[], prefix: string): Promise<readonly string[]> {
  const ids: string[] = []
  for (const [index, one] of bodies.entries()) {
    const target = `${listener.url}/${prefix}${index}`
    const { id } = await bench.call('callbacks.replay', { id: original, body: one, target, signing: 'keep' })
    ids.push(id)
  }
  await bench.settle()
  const bodiesShown: string[] = []
  for (const [index, id] of ids.entries()) {
    const { attempts, body: shown } = await bench.call('callbacks.get', { id })
    bodiesShown.push(shown)
    const received = listener.byPath.get(`/${prefix}${index}`) ?? []
    expect(attempts.length, `${prefix}${index}`).toBeGreaterThan(0)
    const records = attempts.map((attempt) => recorded(attempt, shown))
    const isSame = received.every((bytes, n) => records[n]?.equals(bytes) === true)
    expect(isSame && received.length === records.length, `${prefix}${index}, seed ${SEED}`).toBe(true)
  }
  return bodiesShown
}

describe('the bytes on the wire are the bytes shown', () => {
  it(`for 1,000 bodies (seed ${SEED})`, { timeout: 120_000 }, async () => {
    const chance = seededRandom(SEED)
    const bodies = Array.from({ length: 1000 }, () => body(chance))
    for (const [index, size] of [
      [100, 2_000_000],
      [500, 2_097_152],
      [900, 1_999_999],
    ] as const) {
      const unit = JSON.stringify(`é😀\u2028${text(chance, 200)}`)
      bodies[index] =
        `[${Array.from({ length: Math.ceil(size / Buffer.byteLength(unit)) }, () => unit).join()}]`
    }
    expect(await sendAndCompare(bodies, 'b')).toEqual(bodies)
    expect(listener.byPath.size).toBe(1000)
  })

  it.each(FAULT_KINDS.map((kind) => [kind]))(
    `with every fault (seed ${SEED}): %s`,
    { timeout: 60_000 },
    async (kind) => {
      const chance = seededRandom(SEED)
      const example = exampleOf(kind)
      const fault = example.kind === 'slowBody' ? { ...example, bytesPerSecond: 50_000 } : example
      await saveFaults(bench, {
        id: 'only',
        name: kind,
        enabled: true,
        match: {},
        when: { kind: 'always' },
        fault,
      })
      if (kind === 'drop' || kind === 'reorder') {
        // What does not leave leaves no byte; released, it is what it was.
        const target = `${listener.url}/later`
        const { id } = await bench.call('callbacks.replay', { id: original, target, signing: 'keep' })
        await bench.settle()
        expect(listener.byPath.size).toBe(0)
        await bench.call('callbacks.release', { id })
        await bench.settle()
        const { attempts, body: shown } = await bench.call('callbacks.get', { id })
        expect(attempts.map((attempt) => recorded(attempt, shown))).toEqual(listener.byPath.get('/later'))
        return
      }
      const { body: signedBody } = await bench.call('callbacks.get', { id: original })
      const bodies = [signedBody, ...Array.from({ length: 20 }, () => body(chance))]
      const copies = kind === 'duplicate' ? 2 : 1
      const sending = bodies.map(async (one, index) => {
        const target = `${listener.url}/f${index}`
        const { id } = await bench.call('callbacks.replay', {
          id: original,
          body: one,
          target,
          signing: 'keep',
        })
        return id
      })
      const ids = await Promise.all(sending)
      await bench.call('clock.advance', { ms: kind === 'delay' ? 30_000 : 0 })
      await listener.ended(bodies.length * copies)
      const { rules } = await bench.call('faults.list', {})
      expect(rules[0]?.fired).toBeGreaterThan(0)
      for (const [index, id] of ids.entries()) {
        const family = [id, ...(await bench.call('callbacks.get', { id })).replays]
        expect(family).toHaveLength(copies)
        const records: Buffer[] = []
        for (const member of family) {
          const { attempts, body: shown } = await bench.call('callbacks.get', { id: member })
          records.push(...attempts.map((attempt) => recorded(attempt, shown)))
        }
        const received = listener.byPath.get(`/f${index}`) ?? []
        expect(received.length, `f${index}`).toBe(records.length)
        for (const bytes of received) expect(records.some((record) => record.equals(bytes))).toBe(true)
      }
    },
  )
})
