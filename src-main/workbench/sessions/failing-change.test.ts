import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { turn } from '#e2e/fixtures/hosts/failing-bench'
import { MEMORY_BENCH } from '#e2e/fixtures/hosts/memory-bench'
import { createBenchPorts } from '#hosts/wiring/bench-ports'
import { openStore } from '#store/open'
import type { Bench } from '#workbench/bench'
import { createBenchService } from './bench-service'

let directory: string
let bench: Bench
/** The part that fails at the moment. */
let failing: 'nothing' | 'clock' | 'start'
let sent: number

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'paybench-change-'))
  failing = 'nothing'
  sent = 0
  const opening = openStore({ directory, durability: 'normal', log: () => undefined })
  if (!opening.ok) throw new Error(opening.error.message)
  const { store } = opening
  const response = { status: 200, httpVersion: '1.1', headers: [], body: new Uint8Array(), truncated: false }
  bench = createBenchService({
    store: {
      ...store,
      clock: {
        ...store.clock,
        write(state) {
          if (failing === 'clock') throw new Error('disk full')
          store.clock.write(state)
        },
      },
    },
    ...MEMORY_BENCH,
    ports: {
      ...createBenchPorts(() => undefined, ''),
      send: () => {
        sent += 1
        const requestHead = new Uint8Array()
        return Promise.resolve({
          requestHead,
          response,
          failure: null,
          durationMs: 1,
          tlsVersion: null,
          wire: null,
          certificateError: null,
        })
      },
    },
  })
  const merchant = 'http://127.0.0.1:1'
  bench.start({
    addresses: { platform: '', platformTls: '', merchant, merchantTls: '', workbench: null },
    listeners: [],
    caPem: null,
    workbenchOrigin: null,
    get notices() {
      if (failing !== 'start') return []
      failing = 'nothing'
      throw new Error('no start')
    },
  })
})
afterEach(async () => {
  await bench.close()
})

async function importSession(): Promise<string> {
  const { handlers } = bench
  const { id } = await handlers['sessions.export']({})
  const { chunkBase64 } = await handlers['sessions.download']({ id, offset: 0 })
  const part = { upload: 'one', index: 0, chunkBase64, last: true, name: 'mine' }
  const { session } = await handlers['sessions.upload'](part)
  if (session === undefined) throw new Error('No session was imported')
  return session.id
}

async function expectOwnSessionWorks(): Promise<void> {
  const { handlers } = bench
  expect((await handlers['sessions.list']({})).open).toEqual({ kind: 'own' })
  const message = { body: '{"a":1}', signing: 'keep', target: 'http://127.0.0.1:1/pay' } as const
  await handlers['callbacks.compose'](message)
  for (let turns = 0; turns < 1000 && sent === 0; turns += 1) await turn()
  expect(sent).toBe(1)
}

it('Paybench continues with the tester’s own session if leaving it fails', async () => {
  const id = await importSession()
  failing = 'clock'
  await expect(bench.handlers['sessions.open']({ id, mode: 'live' })).rejects.toThrow('disk full')
  failing = 'nothing'
  await expectOwnSessionWorks()
})

it('Paybench releases an imported session that could not start, so that it can be opened again', async () => {
  const id = await importSession()
  failing = 'start'
  await expect(bench.handlers['sessions.open']({ id, mode: 'live' })).rejects.toThrow('no start')
  await expectOwnSessionWorks()
  expect(await bench.handlers['sessions.open']({ id, mode: 'live' })).toMatchObject({ kind: 'imported', id })
})
