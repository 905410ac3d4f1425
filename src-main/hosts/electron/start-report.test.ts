import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createStartReport } from './start-report'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'paybench-report-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

describe('the report to the script that started the program', () => {
  it('has each word once, in its order', () => {
    const file = join(folder, 'report')
    writeFileSync(file, '')
    const report = createStartReport(file, () => undefined)
    for (const word of ['loaded', 'shown', 'shown', 'ended'] as const) report.write(word)
    expect(readFileSync(file, 'utf8')).toBe('loaded\nshown\nended\n')
  })

  it('asks the program to end when the script removes it', async () => {
    const file = join(folder, 'report')
    writeFileSync(file, '')
    const report = createStartReport(file, () => undefined)
    const withdrawn = new Promise<void>((resolve) => {
      report.onWithdrawn(resolve)
    })
    rmSync(file)
    await withdrawn
  })

  it('is not written where no script waits for it', () => {
    const lines: string[] = []
    const file = join(folder, 'missing')
    createStartReport(file, (line) => lines.push(line)).write('loaded')
    createStartReport(undefined, (line) => lines.push(line)).write('loaded')
    expect(lines).toEqual([])
    expect(() => readFileSync(file)).toThrow('ENOENT')
  })
})
