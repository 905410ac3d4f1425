import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ENDPOINTS } from '#domain/api/endpoints'
import { SWITCHES } from '#domain/project/switches'
import { rowsBelow } from './testing/table-rows'

const project = resolve(import.meta.dirname, '..')
const page = readFileSync(join(import.meta.dirname, 'platform.md'), 'utf8')
const anchors = [...page.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id)

/** Every text below a folder, with line breaks removed: a citation may continue on the next line. */
function textsBelow(folder: string): readonly string[] {
  return readdirSync(join(project, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:ts|tsx|mjs|js|css|html|md)$/.test(name))
    .map((name) =>
      readFileSync(join(project, folder, name), 'utf8').replaceAll(/\s*\n\s*(?:\*|\/\/)?\s*/g, ' '),
    )
}

/** The places that a text cites: `contract 5.1`, `contract 2.2, 2.6`, `contract 3.2 to 3.4`, `contract 12 rows 3 and 19`. */
function citedIn(text: string): readonly string[] {
  return [...text.matchAll(/\bcontract (\d[\d., ]*(?:(?:and|to|rows?) \d[\d., ]*)*)/gi)].flatMap(
    ([, list = '']) => {
      const first = /^\d+(?:\.\d+)?/.exec(list)?.[0] ?? ''
      const sections = [...list.matchAll(/\b\d+\.\d+/g)].map(([place]) => place)
      const rows = [...list.matchAll(/\b12 rows? (\d+(?!\.\d)(?:(?:, | and )\d+\b(?!\.\d))*)/g)].flatMap(
        ([, numbers = '']) => [...numbers.matchAll(/\d+/g)].map(([row]) => `12.${row}`),
      )
      return [first, ...sections, ...rows]
    },
  )
}

const cited = ['src-main', 'src-renderer', 'e2e', 'docs'].flatMap(textsBelow).flatMap(citedIn)

/** The sections that tables of the code name, and that the window shows. */
const shown = [...ENDPOINTS.map(({ contract }) => contract), ...SWITCHES.map(({ contract }) => contract)]

describe('the rules of the platform', () => {
  it.each([...new Set([...cited, ...shown])].sort())('has a place for contract %s', (place) => {
    expect(anchors).toContain(place)
  })

  it('is cited in every way that this test reads', () => {
    expect(citedIn('(contract 3.6, 12 row 1, 13.1)')).toEqual(['3.6', '3.6', '13.1', '12.1'])
    expect(citedIn('contract 12 rows 3, 5 and 19.')).toEqual(['12', '12.3', '12.5', '12.19'])
    expect(citedIn('contract 2.2 to 2.4, 2.6')).toEqual(['2.2', '2.2', '2.4', '2.6'])
    expect(new Set(cited).size).toBeGreaterThan(80)
  })

  it('has each place once', () => {
    expect(new Set(anchors).size).toBe(anchors.length)
  })

  it('has no link to a section that does not exist', () => {
    const links = [...page.matchAll(/\]\(#([^)]+)\)/g)].map(([, id = '']) => id)
    expect(links.filter((id) => !anchors.includes(id))).toEqual([])
  })

  it('lists every switch of a project, with its section', () => {
    const rows = rowsBelow(page, '<a id="15"></a>15. Switches and their defaults')
    expect(rows.map(([label, , section]) => [label, section])).toEqual(
      SWITCHES.map(({ label, contract }) => [label, `[${contract}](#${contract})`]),
    )
  })
})
