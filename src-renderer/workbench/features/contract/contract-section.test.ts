import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sectionOf } from './contract-section'

const page = readFileSync(join(import.meta.dirname, '../../../../docs/platform.md'), 'utf8')
const places = [...page.matchAll(/<a id="([^"]+)">/g)].map(([, place = '']) => place)

describe('a section of the contract', () => {
  it.each(places)('has a title and text at %s', (place) => {
    const section = sectionOf(page, place)
    expect(section?.title).toMatch(/^\d+(\.\d+)?\.? \S/)
    expect(section?.html).toMatch(/<(p|ul|ol|table)/)
  })

  it('ends where the next section starts, and includes its subsections', () => {
    expect(sectionOf(page, '5.1')?.title).toBe('5.1 Rules for every request')
    expect(sectionOf(page, '5.1')?.html).not.toContain('Clarification: <code>POST')
    expect(sectionOf(page, '5')?.html).toContain('5.1 Rules for every request</h3>')
  })

  it('can be found by a numbered row in it, which is then marked', () => {
    const section = sectionOf(page, '12.13')
    expect(section?.title).toBe('12. Details that real clients depend on')
    expect(section?.html).toContain('<tr class="chosen">\n<td><a id="12.13"></a>')
  })

  it('is null for an unknown place', () => {
    expect(sectionOf(page, '99.1')).toBeNull()
  })

  it('has links only within the page', () => {
    expect(sectionOf('## <a id="1"></a>1. Title\n\n[f](#5.1) and [g](form.md)', '1')?.html).toBe(
      '<p><button type="button" class="link" data-place="5.1">f</button> and g</p>\n',
    )
  })
})
