import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { explainKey, wordsAt, yamlPlace } from './schema-completion'

const SCENARIOS = join(import.meta.dirname, '../../../resources/scenarios')
const schema: unknown = JSON.parse(readFileSync(join(SCENARIOS, 'scenario.schema.json'), 'utf8'))

/** What is offered where `|` stands. */
function offered(text: string): readonly string[] {
  const place = yamlPlace(text.slice(0, text.indexOf('|')))
  return place === null ? [] : wordsAt(schema, place).map((word) => word.text)
}

describe('what is offered in a scenario file', () => {
  it('is a member of the file at its start, without those that are there', () => {
    expect(offered('|')).toEqual(['name', 'about', 'tags', 'variables', 'given', 'steps'])
    expect(offered('name: A\ntags: [mine]\n|')).toEqual(['about', 'variables', 'given', 'steps'])
  })

  it.each([
    ['on the next line', 'given:\n  clock: frozen\n  |', ['project', 'capture', 'faults']],
    ['before the first one', 'given:\n  |', ['project', 'clock', 'capture', 'faults']],
    ['in brackets', 'given: { clock: frozen, |', ['project', 'capture', 'faults']],
    ['deeper', 'given:\n  project:\n    switches: { a: 1 }\n    |', ['id', 'secret', 'callbackUrl']],
    ['after a step', 'steps:\n  - sale: { as: order }\n    |', ['expect', 'note']],
    ['of what is expected of a step', 'steps:\n  - sale: { as: a }\n    expect: { h|', ['http', 'body']],
  ])('is a member of what is open %s', (_where, text, words) => {
    expect(offered(text)).toEqual(expect.arrayContaining(words))
    expect(offered(text)).not.toContain('steps')
  })

  it('is a step behind a dash, also at the column of its list', () => {
    for (const text of ['steps:\n  - |', 'steps:\n- |', 'steps:\n  - sale: { as: a }\n  - exp|']) {
      expect(offered(text)).toEqual(
        expect.arrayContaining(['sale', 'expect callback', 'until idle', 'expect payment']),
      )
      expect(offered(text)).not.toContain('note')
    }
  })

  it('depends on the step', () => {
    expect(offered('steps:\n  - expect callback: { of: order, |')).toContain('kind')
    expect(offered('steps:\n  - expect payment: { of: order, |')).toContain('status')
    expect(offered('steps:\n  - expect payment: { of: order, |')).not.toContain('of')
    expect(offered('steps:\n  - expect payment:\n      of: order\n      |')).toContain('status')
  })

  it('is a value where there are some to choose from', () => {
    expect(offered('given:\n  clock: |')).toEqual(['frozen', 'live'])
    expect(offered('given: { clock: fr|')).toEqual(['frozen', 'live'])
    expect(offered('given:\n  faults: [{ kind: |')).toContain('slowBody')
    expect(offered('given:\n  faults:\n    - kind: dr|')).toContain('drop')
    expect(offered('variables:\n  a: { secret: |')).toEqual(['true', 'false'])
    expect(offered('name: |')).toEqual([])
  })

  it('is nothing in comments and in what the schema leaves open', () => {
    expect(offered('given: # cl|')).toEqual([])
    expect(offered('# |')).toEqual([])
    expect(offered('steps:\n  - expect callback: { of: order, body: { |')).toEqual([])
    expect(offered('nonsense: { |')).toEqual([])
  })

  it('does not mind quotes, commas in texts, comments and lists over several lines', () => {
    expect(offered('name: "a: {b"\nabout: it\'s 1, 2 # no\n|')).toEqual([
      'tags',
      'variables',
      'given',
      'steps',
    ])
    expect(offered('given:\n  capture: [\n    500,\n    200 ]\n  |')).toContain('clock')
    expect(offered("given: { 'clock': frozen, |")).not.toContain('clock')
  })
})

describe('what the schema says about a key', () => {
  const files = readdirSync(SCENARIOS, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.yaml'),
  )

  it.each(files)('is found for every step of %s', (file) => {
    const text = readFileSync(join(SCENARIOS, file), 'utf8')
    const steps = [...text.matchAll(/^ {2}- ([a-z][a-z ]*?)(?::|$)/gm)]
    expect(steps.length).toBeGreaterThan(0)
    for (const step of steps) {
      const [whole, verb = ''] = step
      const start = step.index + whole.indexOf(verb)
      const place = yamlPlace(text.slice(0, start))
      expect(place?.writes).toBe('item')
      if (place === null || verb === 'until idle') continue
      expect(explainKey(schema, place, verb)?.explanation, verb).toMatch(/\w/)
    }
  })

  it('tells what a step does, and what its member is', () => {
    const place = yamlPlace('steps:\n  - ')
    expect(place === null ? null : explainKey(schema, place, 'sale')?.explanation).toContain(
      'Buys with a card.',
    )
    const member = yamlPlace('given:\n  ')
    expect(member === null ? null : explainKey(schema, member, 'clock')?.explanation).toContain(
      'waits until a step advances it',
    )
    expect(member === null ? null : explainKey(schema, member, 'clocks')).toBeNull()
  })
})
