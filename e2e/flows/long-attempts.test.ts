import { expect, it } from 'vitest'
import { aFaultRule, saveFaults } from './testing/fault-rules'
import { PROJECT } from './testing/flow-bench'
import { useMerchantBench } from './testing/merchant-bench'
import { HOUR } from './testing/requests'

const { bench, merchant } = useMerchantBench({ per: 'test' })

const BODY_BYTES = 300_000
const PART_CHARS = 1024 * 1024

/** Makes a callback whose attempts all fail, with a long body that a rule changes; `sent`: attempts received. */
async function manyLongAttempts() {
  merchant.answerWith(() => 500)
  await saveFaults(
    bench,
    aFaultRule({ kind: 'unknownField', path: 'extra', value: '1', signing: 'resign' }, { id: 'extra' }),
  )
  const body = JSON.stringify({
    project_id: PROJECT.id,
    payment: { id: 'long', status: 'success' },
    text: '😀'.repeat(BODY_BYTES / 4),
  })
  const { id } = await bench.call('callbacks.compose', {
    body,
    signing: 'resign',
    repeat: true,
    target: merchant.url,
  })
  await bench.settle()
  await bench.advance(HOUR)
  return { id, sent: merchant.received.length }
}

it('a callback with many long attempts omits the older bodies, and each attempt can be read in full', async () => {
  const { id, sent } = await manyLongAttempts()
  const { attempts } = await bench.call('callbacks.get', { id })
  expect(attempts).toHaveLength(sent)
  const held = attempts.filter(({ withheldBytes }) => withheldBytes !== undefined)
  const whole = attempts.filter(({ withheldBytes }) => withheldBytes === undefined)
  // Six of 300 kB fit into 2 MiB, and the newest ones are included.
  expect([whole.length, attempts.slice(-6)]).toEqual([6, whole])
  expect(whole[0]).toMatchObject({ signature: { state: 'valid' }, answer: { status: 500 } })

  const [first] = held
  if (first === undefined) throw new Error('every attempt was returned in full')
  expect(first).toMatchObject({ n: 0, status: 500, marks: [{ ruleId: 'extra' }] })
  expect([first.requestBodyBase64, first.signature, first.answer]).toEqual([undefined, undefined, undefined])
  expect(first.withheldBytes).toBeGreaterThan(BODY_BYTES)
  const { withheldBytes: _withheld, ...short } = first
  const read = await bench.call('callbacks.attempt', { id, seq: first.seq })
  expect(read).toMatchObject({ ...short, signature: { state: 'valid' }, answer: { status: 500 } })
  expect(Buffer.from(read.requestBodyBase64 ?? '', 'base64').toString()).toContain('"extra":1')
  expect(await bench.refused('callbacks.attempt', { id, seq: 9_999_999 })).toBe('not_found')
})

it('a callback with many long attempts is exported attempt by attempt, in parts of limited size', async () => {
  const { id, sent } = await manyLongAttempts()
  const parts: string[] = []
  const done: number[] = []
  let next: string | undefined
  do {
    const part = await bench.call('traffic.exportHar', {
      ids: [id],
      ...(next === undefined ? {} : { cursor: next }),
    })
    parts.push(part.text)
    done.push(part.done)
    next = part.next
  } while (next !== undefined)
  expect(parts.length).toBeGreaterThan(3)
  // One more where the limit falls inside a character. Whether it does depends on the digits of the measured times.
  expect([PART_CHARS, PART_CHARS + 1]).toContain(Math.max(...parts.map(({ length }) => length)))
  expect(parts.filter((part) => /\p{Surrogate}/u.test(part))).toEqual([])
  expect(done).toEqual([...parts.slice(1).map(() => 0), 1])
  const { log } = JSON.parse(parts.join('')) as {
    log: { entries: { request: { postData: { text: string } }; _paybench: { attempt: number } }[] }
  }
  expect(log.entries.map(({ _paybench }) => _paybench.attempt)).toEqual(
    Array.from({ length: sent }, (_, n) => n),
  )
  expect(log.entries.every(({ request }) => request.postData.text.includes('"extra":1'))).toBe(true)
})
