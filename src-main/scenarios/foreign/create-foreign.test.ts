import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bundleForeignProgram, bundleOneTask } from '#store/testing/programs'
import { type Foreign, readForeignScenario, type Task, TASKS } from './foreign'
import { createForeign } from './create-foreign'
import { startProcess, startThread } from './foreign-program'

const GOOD = 'name: A sale\nsteps:\n  - sale: { as: order, amount: 1.00 EUR }\n'
/** A comparison that takes years. */
const endless = {
  words: { body: '/^(a+)+$/' },
  candidates: [{ label: 'one', view: {}, bodies: { body: `${'a'.repeat(60)}b` } }],
}

let program: string
let foreign: Foreign
beforeAll(() => {
  program = bundleForeignProgram()
}, 60_000)
/** Resolves when the program has started, so that the next task begins at once. */
const ready = () => foreign.run(TASKS.readBody, { text: '1' })

describe.each([
  ['process', startProcess],
  ['thread', startThread],
])('the %s for untrusted data', (_, start) => {
  beforeEach(() => {
    foreign = createForeign(pathToFileURL(program), start)
  })
  afterEach(() => foreign.close())

  it('reads, compares and explains', async () => {
    expect(await readForeignScenario(foreign, GOOD)).toMatchObject({ ok: true, scenario: { name: 'A sale' } })
    const candidates = ['{"a":1}', '{"a":"x7"}'].map((body) => ({ label: body, view: {}, bodies: { body } }))
    const words = { body: { a: '/^x\\d$/' } }
    expect(await foreign.run(TASKS.findMatch, { words, candidates })).toEqual({
      index: 1,
      bodies: { body: { a: 'x7' } },
    })
    expect(await foreign.run(TASKS.explainMiss, { words, candidates: candidates.slice(0, 1) })).toMatchObject(
      {
        order: [0],
        members: [{ path: ['body', 'a'], actual: '1' }],
      },
    )
  })

  it('names a remedy when terminated for a slow regular expression; queued tasks still run', async () => {
    const comparing = foreign.run(TASKS.findMatch, endless)
    const queued = foreign.run(TASKS.readBody, { text: '[2]' })
    await expect(comparing).rejects.toThrow(
      'Comparing what was received with what was expected took longer than 2 s and was abandoned. Write a simpler regular expression',
    )
    expect(await queued).toEqual([2])
  })

  it('is terminated when the run is stopped, before the task takes too long', async () => {
    await ready()
    const stopping = new AbortController()
    const comparing = foreign.run(TASKS.findMatch, endless, stopping.signal)
    stopping.abort()
    await expect(comparing).rejects.toThrow('stopped')
    expect(await foreign.run(TASKS.readBody, { text: '3' })).toBe(3)
  })

  it('is terminated when Paybench closes, before the task takes too long', async () => {
    await ready()
    const comparing = expect(foreign.run(TASKS.findMatch, endless)).rejects.toThrow('closing')
    await foreign.close()
    await comparing
    await expect(ready()).rejects.toThrow('closing')
  })

  it('refuses to return a result that is too large, and continues', async () => {
    const aliases = Array.from({ length: 900 }, () => '*a').join(', ')
    const text = `name: A\nsteps:\n  - sale: {as: o, amount: 1.00 EUR, body: {x: &a "${'x'.repeat(60_000)}", y: [${aliases}]}}\n`
    expect(await readForeignScenario(foreign, text)).toMatchObject({
      ok: false,
      problems: [{ message: expect.stringContaining('produced more than 33554432 characters') as string }],
    })
    expect(await foreign.run(TASKS.readBody, { text: '4' })).toBe(4)
  })

  it('is terminated if it needs too much time or memory; later tasks run', { timeout: 30_000 }, async () => {
    const list = JSON.stringify(Array.from({ length: 90_000 }, (_, n) => ({ n })))
    const candidates = Array.from({ length: 300 }, () => ({ label: '', view: {}, bodies: { body: list } }))
    const words = { body: [] }
    await expect(foreign.run(TASKS.explainMiss, { words, candidates })).rejects.toThrow(
      /needed more than 256 MiB of memory|took longer than 2 s/,
    )
    expect(await foreign.run(TASKS.readBody, { text: '5' })).toBe(5)
  })
})

it('the program for untrusted data is closed before its parent exits', { timeout: 60_000 }, () => {
  const oneTask = bundleOneTask()
  const codes = Array.from({ length: 5 }, () => spawnSync(process.execPath, [oneTask, program]).status)
  expect(codes).toEqual([7, 7, 7, 7, 7])
})

it('a task has its time from one report of its progress to the next', async () => {
  const file = join(dirname(program), 'reporting.js')
  const report = `process.send({ type: 'progress', progress: n }); n += 1; if (n < 4) setTimeout(report, 300);`
  const done = `else process.send({ type: 'done', output: n })`
  writeFileSync(
    file,
    `let n = 0; const report = () => { ${report} ${done} }; process.on('message', () => { process.send({ type: 'began' }); report() })`,
  )
  const own = createForeign(pathToFileURL(file), startProcess)
  const seen: number[] = []
  const counting: Task<object, number, number> = { ...TASKS.readBody, ms: 600, work: () => 0 }
  const count = await own.run(counting, {}, undefined, (n) => seen.push(n))
  expect([count, seen]).toEqual([4, [0, 1, 2, 3]])
  await own.close()
})

describe('a process that exits on its own', () => {
  it.each([
    [
      'one object larger than its memory',
      "x = 'x'.repeat(2 ** 27).split('')",
      'needed more than 256 MiB of memory',
    ],
    ['its exit code', 'process.exit(3)', 'failed: its process ended with code 3'],
    [
      'the error that it wrote',
      "console.error('Assertion failed'); process.abort()",
      'ended with SIGABRT: Assertion failed',
    ],
  ])('fails its task with the reason: %s', { timeout: 30_000 }, async (_, ending, reason) => {
    const file = join(dirname(program), 'ending.js')
    writeFileSync(file, `let x; process.on('message', () => { process.send({ type: 'began' }); ${ending} })`)
    const own = createForeign(pathToFileURL(file), startProcess)
    await expect(own.run(TASKS.readBody, { text: '6' })).rejects.toThrow(reason)
    await own.close()
  })
})
