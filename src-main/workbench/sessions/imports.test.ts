import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { BenchError } from '#protocol/connection'
import type { ParsedParams } from '#protocol/methods'
import { LIMITS } from '#lib/limits/limit-table'
import { openTestBench } from '#e2e/fixtures/hosts/served-bench'
import { turn } from '#e2e/fixtures/hosts/failing-bench'
import { createForeign } from '#scenarios/foreign/create-foreign'
import { type Foreign, inThisThread } from '#scenarios/foreign/foreign'
import { startProcess, startThread } from '#scenarios/foreign/foreign-program'
import { bundleForeignProgram } from '#store/testing/programs'
import { createImports, type Imports } from './imports'
import { createSessionLibrary, type SessionLibrary } from './session-library'

/** A session file of one payment. */
let file: Buffer
let directory: string
let library: SessionLibrary
let imports: Imports
let now = 0
/** Free bytes that the disk reports. */
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
  imports = importsWith(inThisThread)
})
afterEach(() => {
  free = Number.MAX_SAFE_INTEGER
})

const importsWith = (foreign: Foreign): Imports =>
  createImports({
    library,
    foreign,
    wallNow: () => now,
    onProgress: () => undefined,
    onListed: () => undefined,
    freeBytes: () => Promise.resolve(free),
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
/** `part`, `whole`, or the code of the error. */
const outcomeOf = (work: Promise<{ readonly session?: object | undefined }>): Promise<string> =>
  work.then(
    ({ session }) => (session === undefined ? 'part' : 'whole'),
    (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : String(error)),
  )

describe('a cancelled import', () => {
  it('leaves nothing behind, however much of its last part was read', async () => {
    for (let turns = 0; ; turns += 1 + (turns >> 1)) {
      let answered = ''
      const work = outcomeOf(upload()).then((word) => (answered = word))
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
    const first = outcomeOf(upload())
    expect(await outcomeOf(upload())).toBe('conflict')
    expect(await first).toBe('whole')
    expect(library.list()).toHaveLength(1)
  })

  it('is not replaced by another, however long its last part takes', async () => {
    const first = outcomeOf(upload())
    now += 3_600_000
    expect(await outcomeOf(upload({ upload: 'two' }))).toBe('conflict')
    expect(await first).toBe('whole')
    expect(await outcomeOf(upload({ upload: 'two' }))).toBe('whole')
  })

  it('is replaced by another after a long pause between its parts', async () => {
    const half = { chunkBase64: file.subarray(0, 100).toString('base64'), last: false }
    expect(await outcomeOf(upload(half))).toBe('part')
    expect(await outcomeOf(upload({ upload: 'two' }))).toBe('conflict')
    now += 30_000
    expect(await outcomeOf(upload({ upload: 'two' }))).toBe('whole')
    expect(await outcomeOf(upload({ index: 1 }))).toBe('conflict')
    expect(readdirSync(directory)).toHaveLength(1)
  })
})

describe('a file that another program reads', () => {
  let program: URL
  beforeAll(() => {
    program = pathToFileURL(bundleForeignProgram())
  }, 60_000)

  it.each([
    ['process', startProcess],
    ['thread', startThread],
  ])('is imported by a %s, or refused with its reason', async (_, start) => {
    const foreign = createForeign(program, start)
    imports = importsWith(foreign)
    expect(await outcomeOf(upload())).toBe('whole')
    const lines = gzipSync('{}\n').toString('base64')
    await expect(upload({ upload: 'two', chunkBase64: lines })).rejects.toThrow(
      'The session file does not begin with the head of a Paybench session. Nothing was imported.',
    )
    expect([library.list().length, readdirSync(directory).length]).toEqual([1, 1])
    await foreign.close()
  })
})

describe('an import on a nearly full disk', () => {
  it('is refused with the reason, and leaves nothing behind', async () => {
    free = LIMITS.freeDiskBytes - 1
    const fault = await upload().catch((error: unknown) => error)
    expect(fault).toBeInstanceOf(BenchError)
    expect(String(fault)).toMatch(/only 511 MiB of free space.*Nothing was imported\. Free some space/)
    expect(library.list()).toEqual([])
    expect(readdirSync(directory)).toEqual([])
  })

  it('is accepted again once there is room', async () => {
    free = LIMITS.freeDiskBytes - 1
    expect(await outcomeOf(upload())).toBe('unavailable')
    free = LIMITS.freeDiskBytes
    expect(await outcomeOf(upload({ upload: 'two' }))).toBe('whole')
  })
})
