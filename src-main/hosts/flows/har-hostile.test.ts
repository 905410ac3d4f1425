import { monitorEventLoopDelay } from 'node:perf_hooks'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openFlowBench, type FlowBench } from './testing/flow-bench'

let bench: FlowBench
beforeAll(async () => {
  bench = await openFlowBench()
}, 60_000)
afterAll(() => bench.close())

const MIB = 1024 * 1024
const PART = 4 * MIB

interface Watched {
  readonly said: string | null
  readonly longestMs: number
}

/** Sends a file made of pieces, as the window does, and watches how long nothing else could run. */
async function importOf(pieces: Iterable<string>): Promise<Watched> {
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  let upload: string | undefined
  const send = async (params: { readonly text?: string; readonly end?: boolean }): Promise<boolean> => {
    const result = await bench.call('traffic.importHar', {
      ...params,
      ...(upload === undefined ? {} : { upload }),
    })
    upload = result.upload
    return result.done
  }
  try {
    for (const text of pieces) await send({ text })
    for (let done = await send({ end: true }); !done;) done = await send({})
    return { said: null, longestMs: delay.max / 1e6 }
  } catch (error) {
    return { said: String(error), longestMs: delay.max / 1e6 }
  } finally {
    delay.disable()
  }
}

const entry = (body: string, own = ''): string =>
  `{"startedDateTime":"2030-04-09T10:00:00.000Z","time":1,${own}"request":{"method":"POST","url":"http://a.test/","httpVersion":"HTTP/1.1","headers":[],"postData":{"mimeType":"text/plain","text":"${body}"}},"response":{"status":200,"httpVersion":"HTTP/1.1","headers":[],"content":{}}}`
const HEAD = '{"log":{"version":"1.2","creator":{"name":"x","version":"1"},"entries":['
const TAIL = ']}}'

function* cut(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += PART) yield text.slice(at, at + PART)
}

function* repeated(head: string, unit: string, bytes: number): Generator<string> {
  yield head
  const part = unit.repeat(Math.floor(PART / unit.length))
  for (let sent = 0; sent < bytes; sent += part.length) yield part
}

describe('an archive that was written to do harm', () => {
  it.each<readonly [string, () => Iterable<string>, RegExp | null]>([
    ['120 MiB outside of its entries', () => repeated('{"x":"', 'a', 120 * MIB), /outside of log.entries/],
    [
      '60 MiB of brackets in an entry',
      () => repeated(`${HEAD}{"x":[`, '[],', 60 * MIB),
      /values|ends inside/,
    ],
    [
      '60 MiB of keys in an entry',
      () => repeated(`${HEAD}{"x":{`, '"a0":1,', 60 * MIB),
      /values|ends inside/,
    ],
    ['an entry without end', () => repeated(`${HEAD}{"x":"`, 'a', 80 * MIB), /longer than/],
    ['empty entries without end', () => repeated(HEAD, '{},', 8 * MIB), /Line 1/],
    ['a body of 16 MiB of digits', () => cut(HEAD + entry('1'.repeat(16 * MIB)) + TAIL), null],
    ['a body of 15 MiB of spaced digits', () => cut(HEAD + entry('1 '.repeat(7.5 * MIB)) + TAIL), null],
    [
      'many large bodies',
      () => cut(HEAD + Array.from({ length: 6 }, () => entry('z'.repeat(8 * MIB))).join(',') + TAIL),
      null,
    ],
  ])(
    '%s is refused or comes in, and nobody else waits',
    { timeout: 120_000 },
    async (_what, make, reason) => {
      const { said, longestMs } = await importOf(make())
      if (reason === null) expect(said).toBeNull()
      else {
        expect(said).toMatch(reason)
        expect(said).toContain('Nothing was imported.')
      }
      expect(longestMs).toBeLessThan(1000)
      expect(process.memoryUsage().rss / MIB).toBeLessThan(1000)
      const folder = join(bench.dataDir, 'imports')
      await expect.poll(() => (existsSync(folder) ? readdirSync(folder) : [])).toEqual([])
    },
  )

  it('has its signatures checked here, whatever it says of them', async () => {
    const own = (masked: string): string =>
      `"_paybench":{"version":1,"id":"ex_1","door":"platform","virtualTime":"2030-04-09T10:00:00.000Z","target":"/v2/payment/status","projectId":9041,"verdict":{"state":"valid","explanation":"The signature is right."},"marks":[],"masked":${masked}},`
    const body = String.raw`{\"general\":{\"project_id\":9041,\"signature\":\"bm8=\"}}`
    const bodies =
      HEAD + [entry(body, own('[]')), entry(body, own('[{"start":0,"end":1,"kind":"cvv"}]'))].join(',') + TAIL
    expect(await importOf([bodies])).toMatchObject({ said: null })
    const { items } = await bench.call('traffic.list', { doors: ['imported'], limit: 2 })
    const verdicts = await Promise.all(
      items.map(async ({ id }) => (await bench.call('traffic.get', { id })).signature),
    )
    expect(verdicts.map(({ state }) => state).sort()).toEqual(['invalid', 'unreadable'])
    expect(verdicts.find(({ state }) => state === 'unreadable')?.explanation).toContain(
      'Not verified: imported',
    )
  })
})
