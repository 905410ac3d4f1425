import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { createDesktopLog, createStartReport } from './desktop-log'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'paybench-log-'))
})

describe('the log of the desktop program', () => {
  it('is a file that only its owner can read, with the time of each line', () => {
    const log = createDesktopLog()
    log.openIn(join(folder, 'logs'))
    log.log('error', 'A listener failed.', new Error('EADDRINUSE'))
    const file = log.file() ?? ''
    expect(readFileSync(file, 'utf8')).toMatch(
      /^\d{4}-\S+Z error: A listener failed\.\n\S+ Error: EADDRINUSE/,
    )
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('remembers the last warnings and errors', () => {
    const log = createDesktopLog()
    log.log('info', 'nothing to report')
    for (let n = 1; n <= 25; n += 1) log.log('warning', `number ${String(n)}`)
    expect(log.recent()).toHaveLength(20)
    expect(log.recent().at(-1)).toMatch(/warning: number 25$/)
  })

  it('keeps three files of about two megabytes each', () => {
    const log = createDesktopLog()
    log.openIn(folder)
    for (let n = 0; n < 9; n += 1) log.writeLine(`${String(n)} ${'x'.repeat(1_200_000)}`)
    expect(readdirSync(folder).sort()).toEqual(['paybench.log', 'paybench.log.1', 'paybench.log.2'])
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).size).toBeLessThan(3_300_000)
    expect(readFileSync(join(folder, 'paybench.log'), 'utf8')).toMatch(/^\S+ 8 x/)
  })

  it('continues without a file if none can be written', () => {
    const log = createDesktopLog()
    log.openIn(folder)
    mkdirSync(join(folder, 'paybench.log'))
    log.writeLine('first')
    expect(log.file()).toBeNull()
    log.writeLine('second')
  })
})

describe('the report to the script that started the program', () => {
  it('has each word once, in order', () => {
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

  it('is not written if no script waits for it', () => {
    const lines: string[] = []
    const file = join(folder, 'missing')
    createStartReport(file, (line) => lines.push(line)).write('loaded')
    createStartReport(undefined, (line) => lines.push(line)).write('loaded')
    expect(lines).toEqual([])
    expect(() => readFileSync(file)).toThrow('ENOENT')
  })
})
