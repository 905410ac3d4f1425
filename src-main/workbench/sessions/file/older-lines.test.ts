import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { announced } from '#store/export/tables'
import { openOlderLines } from './older-lines'

const MIB = 1024 * 1024

function openLines(lines: readonly string[]) {
  const path = join(mkdtempSync(join(tmpdir(), 'paybench-lines-')), 'received')
  writeFileSync(path, lines.map((line) => `${line}\n`).join(''))
  return openOlderLines(path)
}

it('a line longer than what is read at once is complete', () => {
  const value = 'é'.repeat(MIB)
  const session = openLines(['{}', JSON.stringify(['settings', 'key', value])])
  expect([...session.rows(announced('settings', 1))]).toEqual([[['key', value]]])
  session.close()
})

it('a line that ends with white space is refused before it is parsed', () => {
  const session = openLines(['{}', `["settings"${' '.repeat(MIB)}`])
  expect(() => [...session.rows(announced('settings', 1))]).toThrow('ends with white space')
  session.close()
})
