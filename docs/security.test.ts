import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { describe, expect, it } from 'vitest'
import { LIMIT_TABLE, type Limit } from '#lib/limits/limit-table'
import { rowsBelow } from './testing/table-rows'

const root = resolve(import.meta.dirname, '..')
const file = join(root, 'docs/security.md')
const text = readFileSync(file, 'utf8')

const KIB = 1024
const MIB = 1024 * KIB
const GIB = 1024 * MIB

/** A limit as people write it: `16 MiB`, `20 s`, `512 levels`. */
function written({ value, unit }: Limit): string {
  const grouped = (number: number): string => number.toLocaleString('en').replaceAll(',', ' ')
  switch (unit) {
    case 'bytes':
    case 'characters': {
      const [size, name] = (
        [
          [GIB, 'GiB'],
          [MIB, 'MiB'],
          [KIB, 'KiB'],
        ] as const
      ).find(([each]) => unit === 'bytes' && value % each === 0) ?? [1, unit]
      return `${grouped(value / size)} ${name}`
    }
    case 'ms':
      return value % 1000 === 0 ? `${grouped(value / 1000)} s` : `${grouped(value)} ms`
    case 'levels':
      return `${grouped(value)} levels`
    case 'ratio':
      return `${grouped(value)} : 1`
    case 'count':
      return grouped(value)
  }
}

describe('the page about security', () => {
  it('shows the limits of the code', async () => {
    const rows = Object.values(LIMIT_TABLE).map((limit) => `| ${limit.bounds} | ${written(limit)} |\n`)
    const [, before = '', head = '', after = ''] =
      /^([^]*\n## Limits\n[^|]*)((?:\|.*\n){2})(?:\|.*\n)*([^]*)$/.exec(text) ?? []
    const page = await format(before + head + rows.join('') + after, {
      ...(await resolveConfig(file)),
      filepath: file,
    })
    await expect(page).toMatchFileSnapshot(file)
  })

  it('names a test for every promise, and every test exists', () => {
    const headings = [...text.matchAll(/^### (.+)$/gm)].map(([, heading = '']) => heading)
    expect(headings.length).toBeGreaterThan(5)
    for (const heading of headings) {
      const rows = rowsBelow(text, heading)
      expect(rows.length, heading).toBeGreaterThan(0)
      for (const [promise = '', tests = ''] of rows) {
        const files = [...tests.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file)
        expect(files.length, promise).toBeGreaterThan(0)
        for (const file of files) expect(existsSync(join(root, file)), `${file}: ${promise}`).toBe(true)
      }
    }
  })
})
