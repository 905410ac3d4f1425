import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { BenchError } from '#protocol/connection'
import type { ParsedParams } from '#protocol/methods'
import { LIMITS } from '#lib/limits/limit-table'
import { openTestBench } from '#e2e/fixtures/hosts/served-bench'
import { turn } from '#e2e/fixtures/hosts/failing-bench'
import { createImports, type Imports } from './imports'
import { createSessionLibrary, type SessionLibrary } from './session-library'

/** A session file of one payment. */
let file: Buffer
let directory: string
let library: SessionLibrary
let imports: Imports
let now = 0
/** What the disk says, in bytes. */
let free = Number.MAX_SAFE_INTEGER

beforeAll(async () => {
  const bench = openTestBench()
  const { handlers } = bench.served
  await handlers['payments.create']({ amount: 100, currency: 'EUR' })
  const { id } = await handlers['sessions.export']({})
  file = Buffer.from((await handlers['sessions.download']({ id, offset: 0 })).chunkBase64, 'base64')
  await bench.close()
})
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'paybench-imports-'))
  library = createSessionLibrary(directory, () => undefined)
  imports = createImports({
    library,
    wallNow: () => now,
    onProgress: () => undefined,
    onListed: () => undefined,
    freeBytes: () => Promise.resolve(free),
  })
})
afterEach(() => {
  free = Number.MAX_SAFE_INTEGER
})

type Part = ParsedParams<'sessions.upload'>
const upload = (change: Partial<Part> = {}) =>
  Promise.resolve(
    imports.handlers['sessions.upload']({
      upload: 'one',
      index: 0,
      chunkBase64: file.toString('base64'),
      last: true,
      name: 'a',
      ...change,
    }),
  )
/** How it went, in a word. */
const said = (work: Promise<{ readonly session?: object | undefined }>): Promise<string> =>
  work.then(
    ({ session }) => (session === undefined ? 'part' : 'whole'),
    (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : String(error)),
  )

describe('an import that is cancelled', () => {
  it('leaves nothing, however far its last part has come', async () => {
    for (let turns = 0; ; turns += 1 + (turns >> 1)) {
      let answered = ''
      const work = said(upload()).then((word) => (answered = word))
      for (let at = 0; at < turns; at += 1) await turn()
      const wasWhole = answered !== ''
      await imports.cancel()
      if (wasWhole) {
        expect(await work).toBe('whole')
        break
      }
      expect([turns, await work, library.list()]).toEqual([turns, 'cancelled', []])
      expect(readdirSync(directory)).toEqual([])
    }
  })
})

describe('a file that is being read', () => {
  it('does not restart when its first part arrives twice', async () => {
    const first = said(upload())
    expect(await said(upload())).toBe('conflict')
    expect(await first).toBe('whole')
    expect(library.list()).toHaveLength(1)
  })

  it('does not make room for another however long its last part takes', async () => {
    const first = said(upload())
    now += 3_600_000
    expect(await said(upload({ upload: 'two' }))).toBe('conflict')
    expect(await first).toBe('whole')
    expect(await said(upload({ upload: 'two' }))).toBe('whole')
  })

  it('makes room for another once it was silent between its parts', async () => {
    const half = { chunkBase64: file.subarray(0, 100).toString('base64'), last: false }
    expect(await said(upload(half))).toBe('part')
    expect(await said(upload({ upload: 'two' }))).toBe('conflict')
    now += 30_000
    expect(await said(upload({ upload: 'two' }))).toBe('whole')
    expect(await said(upload({ index: 1 }))).toBe('conflict')
    expect(readdirSync(directory)).toHaveLength(1)
  })
})

describe('a disk that is nearly full', () => {
  it('takes no session file, says why, and keeps nothing of it', async () => {
    free = LIMITS.freeDiskBytes - 1
    const fault = await upload().catch((error: unknown) => error)
    expect(fault).toBeInstanceOf(BenchError)
    expect(String(fault)).toMatch(/only 511 MiB of free space.*Nothing was imported\. Free some space/)
    expect(library.list()).toEqual([])
    expect(readdirSync(directory)).toEqual([])
  })

  it('takes one again when there is room', async () => {
    free = LIMITS.freeDiskBytes - 1
    expect(await said(upload())).toBe('unavailable')
    free = LIMITS.freeDiskBytes
    expect(await said(upload({ upload: 'two' }))).toBe('whole')
  })
})
