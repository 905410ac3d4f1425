import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { inlineOf, sectionOf } from './contract-text'

const page = readFileSync(join(import.meta.dirname, '../../../../docs/platform.md'), 'utf8')
const places = [...page.matchAll(/<a id="([^"]+)">/g)].map(([, place = '']) => place)

describe('a section of the contract', () => {
  it.each(places)('%s has a title and a text', (place) => {
    const section = sectionOf(page, place)
    expect(section?.title).toMatch(/^\d+(\.\d+)?\.? \S/)
    expect(section?.blocks.length).toBeGreaterThan(0)
    expect(JSON.stringify(section)).not.toContain('<a id')
  })

  it('ends where the next section starts', () => {
    expect(sectionOf(page, '5.1')?.title).toBe('5.1 Rules for every request')
    expect(JSON.stringify(sectionOf(page, '5.1'))).not.toContain('Clarification: `POST')
  })

  it('includes its subsections', () => {
    expect(sectionOf(page, '5')?.blocks).toContainEqual({
      kind: 'heading',
      text: '5.1 Rules for every request',
    })
  })

  it('is the section around a numbered row', () => {
    expect(sectionOf(page, '12.13')?.title).toBe('12. Details that real clients depend on')
  })

  it('is null for an unknown place', () => {
    expect(sectionOf(page, '99.1')).toBeNull()
  })
})

describe('a block of the contract', () => {
  it('is a paragraph, a list, a table or a sample', () => {
    const lines = [
      '## <a id="1"></a>1. Title',
      'One',
      'two',
      '',
      '- a',
      '  b',
      '- c',
      '',
      '| A | B |',
      '| - | - |',
      '| <a id="1.1"></a>1 | x \\| y |',
    ]
    const page = [...lines, '', '```json', '{', '', '}', '```'].join('\n')
    expect(sectionOf(page, '1')?.blocks).toEqual([
      { kind: 'paragraph', text: 'One two' },
      { kind: 'list', isNumbered: false, items: ['a b', 'c'] },
      { kind: 'table', head: ['A', 'B'], rows: [{ place: '1.1', cells: ['1', 'x | y'] }] },
      { kind: 'code', text: '{\n\n}' },
    ])
  })
})

describe('a line of the contract', () => {
  it('has code, strong and emphasized text, and links within the page', () => {
    expect(inlineOf('A `b_c` **d** _e_ [f](#5.1) [g](form.md)')).toEqual([
      { kind: 'text', text: 'A ' },
      { kind: 'code', text: 'b_c' },
      { kind: 'text', text: ' ' },
      { kind: 'strong', text: 'd' },
      { kind: 'text', text: ' ' },
      { kind: 'emphasis', text: 'e' },
      { kind: 'text', text: ' ' },
      { kind: 'link', text: 'f', place: '5.1' },
      { kind: 'text', text: ' ' },
      { kind: 'text', text: 'g' },
    ])
  })
})
