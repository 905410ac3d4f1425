import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { writeFor, writeReports } from './command'

const folder = mkdtempSync(join(tmpdir(), 'paybench-file-errors-'))
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

const text = (): string => 'a report'
const write = (file: string): Promise<void> =>
  writeReports([{ kind: 'html', file }], { html: text, json: text, junit: text })

describe('a file that cannot be written', () => {
  it('is named with its option, the reason and the remedy', async () => {
    const taken = join(folder, 'taken')
    mkdirSync(taken)
    await expect(write(taken)).rejects.toThrow(
      `--report: ${taken} cannot be written: illegal operation on a directory. Make it writable, or give --report another path.`,
    )
  })

  it('is named where a file is in the place of its folder', async () => {
    writeFileSync(join(folder, 'a-file'), '')
    const below = join(folder, 'a-file', 'deep', 'report.html')
    await expect(write(below)).rejects.toThrow(`--report: ${below} cannot be written: not a directory.`)
  })

  it('does not hide an error that is not about the file', async () => {
    const bug = new TypeError('a bug')
    await expect(writeFor('--session', 'x', () => Promise.reject(bug))).rejects.toBe(bug)
  })
})
