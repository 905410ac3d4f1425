import { expect, it } from 'vitest'
import { isLongRun } from '#scripts/test/seed'
import { seededNumbers } from '#lib/seeded-numbers'
import { careless } from './testing/careless-json'
import { useBenchOf } from './testing/merchant-bench'
import { openRawListener } from './testing/raw-listener'

const { bench, merchant: listener } = useBenchOf(openRawListener, { per: 'file' })
let count = 0

/** Composes messages, waits for them, and returns what is shown of each and what came over the wire. */
async function sendAll(messages: readonly { readonly body: string; readonly signing: 'keep' | 'resign' }[]) {
  const from = count
  count += messages.length
  const ids = await Promise.all(
    messages.map(async ({ body, signing }, at) => {
      // Messages to one address are sent one after another.
      const target = `${listener.url}/${String(from + at)}`
      return (await bench.call('callbacks.compose', { body, signing, target })).id
    }),
  )
  await bench.settle()
  await listener.ended(count)
  const shown = await Promise.all(ids.map((id) => bench.call('callbacks.get', { id })))
  return shown.map((callback, at) => {
    const [bytes = Buffer.alloc(0)] = listener.byPath.get(`/${String(from + at)}`) ?? []
    return { callback, bytes }
  })
}

const BATCH = 25
const MESSAGES = isLongRun ? 1000 : 250

it('hundreds of oddly written bodies are sent exactly as they are shown', { timeout: 240_000 }, async () => {
  const next = seededNumbers(20_310_409)
  for (let round = 0; round < MESSAGES; round += BATCH) {
    const messages = Array.from({ length: BATCH }, (_, at) => ({
      body: careless(next),
      signing: at % 2 === 0 ? ('keep' as const) : ('resign' as const),
    }))
    for (const [at, { callback, bytes }] of (await sendAll(messages)).entries()) {
      const head = Buffer.from(callback.attempts[0]?.requestHead ?? '', 'latin1')
      expect(bytes.equals(Buffer.concat([head, Buffer.from(callback.body)]))).toBe(true)
      const message = messages[at]
      if (message?.signing === 'keep') expect(callback.body).toBe(message.body)
      else expect(callback.signature).toMatchObject({ state: 'valid', dialect: 'REF' })
    }
  }
})

it('two megabytes are sent exactly as written', { timeout: 60_000 }, async () => {
  const body = `{ "items" : [${Array.from({ length: 30_000 }, (_, at) => `{"n": ${String(at)}.0, "u":"\\u00fcü 🐋"}`).join(',\n')}] }`
  expect(Buffer.byteLength(body)).toBeGreaterThan(1_000_000)
  const twice = body.replace('] }', `],"rest":${JSON.stringify(body)} }`)
  expect(Buffer.byteLength(twice)).toBeGreaterThan(2_000_000)
  const [only] = await sendAll([{ body: twice, signing: 'keep' }])
  expect(only?.callback.body).toBe(twice)
  const bytes = only?.bytes ?? Buffer.alloc(0)
  expect(bytes.subarray(bytes.indexOf('\r\n\r\n') + 4).equals(Buffer.from(twice))).toBe(true)
})
