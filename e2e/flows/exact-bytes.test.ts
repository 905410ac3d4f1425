import { seedOfRun } from '#scripts/test/seed'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Result } from '#protocol/methods'
import { exampleOf, FAULT_KINDS } from '#domain/fault/fault-table'
import { seededNumbers } from '#lib/seeded-numbers'
import { isWhole, openRawReceiver, type RawReceiver } from '#net/testing/raw-receiver'
import { careless } from './testing/careless-json'
import { saveFaults } from './testing/fault-rules'
import { useFlowBench } from './testing/merchant-bench'
import { callbacksOf, merchantOf } from './testing/requests'

const SEED = seedOfRun()

const bytesOf = (attempt: Result<'callbacks.get'>['attempts'][number], shown: string): Buffer =>
  attempt.wireBase64 !== undefined
    ? Buffer.from(attempt.wireBase64, 'base64')
    : Buffer.concat([
        Buffer.from(attempt.requestHead ?? '', 'latin1'),
        attempt.requestBodyBase64 === undefined
          ? Buffer.from(shown)
          : Buffer.from(attempt.requestBodyBase64, 'base64'),
      ])

let receiver: RawReceiver
const { bench } = useFlowBench({ per: 'test' })
let original: string

beforeEach(async () => {
  receiver = await openRawReceiver((socket, received) => {
    if (isWhole(received)) socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
  })
  await merchantOf(bench).sold('original')
  original = (await callbacksOf(bench, 'original'))[0]?.id ?? ''
})
afterEach(async () => {
  await receiver.close()
})

describe('the bytes on the wire are the bytes shown', () => {
  it.each(FAULT_KINDS.map((kind) => [kind]))(
    `with the fault %s (seed ${SEED})`,
    { timeout: 60_000 },
    async (kind) => {
      const next = seededNumbers(SEED)
      const example = exampleOf(kind)
      const fault = example.kind === 'slowBody' ? { ...example, bytesPerSecond: 50_000 } : example
      await saveFaults(bench, fault)
      if (kind === 'drop' || kind === 'reorder') {
        // A message that is not sent leaves no bytes; once released, it is sent unchanged.
        const target = `${receiver.url}/later`
        const { id } = await bench.call('callbacks.replay', { id: original, target, signing: 'keep' })
        await bench.settle()
        expect(await receiver.ended(0)).toEqual([])
        await bench.call('callbacks.release', { id })
        await bench.settle()
        const { attempts, body: shown } = await bench.call('callbacks.get', { id })
        expect(attempts.map((attempt) => bytesOf(attempt, shown))).toEqual(await receiver.ended(1))
        return
      }
      const { body: signedBody } = await bench.call('callbacks.get', { id: original })
      const others = Array.from({ length: 18 }, () => careless(next))
      const bodies = [signedBody, '', 'no JSON: é😀\0\u2028', ...others]
      const copies = kind === 'duplicate' ? 2 : 1
      const sending = bodies.map(async (one, index) => {
        const target = `${receiver.url}/f${index}`
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
      const all = await receiver.ended(bodies.length * copies)
      const { rules } = await bench.call('faults.list', {})
      expect(rules[0]?.fired).toBeGreaterThan(0)
      for (const [index, id] of ids.entries()) {
        const family = [id, ...(await bench.call('callbacks.get', { id })).replays]
        expect(family).toHaveLength(copies)
        const records: Buffer[] = []
        for (const member of family) {
          const { attempts, body: shown } = await bench.call('callbacks.get', { id: member })
          records.push(...attempts.map((attempt) => bytesOf(attempt, shown)))
        }
        const received = all.filter((bytes) => bytes.toString('latin1', 0, 200).includes(` /cb/f${index} `))
        expect(received.length, `f${index}`).toBe(records.length)
        for (const bytes of received) expect(records.some((record) => record.equals(bytes))).toBe(true)
      }
    },
  )
})
