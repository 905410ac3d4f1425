import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { explainKey, wordsAt, yamlPlace } from './schema-completion'

const SCENARIOS = join(import.meta.dirname, '../../../resources/scenarios')
const schema: unknown = JSON.parse(readFileSync(join(SCENARIOS, 'scenario.schema.json'), 'utf8'))

/** The words that are offered at `|`. */
function offered(text: string): readonly string[] {
  const place = yamlPlace(text.slice(0, text.indexOf('|')))
  return place === null ? [] : wordsAt(schema, place).map((word) => word.text)
}

describe('completion in a scenario file', () => {
  it('offers the members of the file at its start, except those already written', () => {
    expect(offered('|')).toEqual(['name', 'about', 'tags', 'variables', 'given', 'steps'])
    expect(offered('name: A\ntags: [mine]\n|')).toEqual(['about', 'variables', 'given', 'steps'])
  })

  it.each([
    ['on the next line', 'given:\n  clock: frozen\n  |', ['project', 'capture', 'faults']],
    ['before its first member', 'given:\n  |', ['project', 'clock', 'capture', 'faults']],
    ['in brackets', 'given: { clock: frozen, |', ['project', 'capture', 'faults']],
    ['nested', 'given:\n  project:\n    switches: { a: 1 }\n    |', ['id', 'secret', 'callbackUrl']],
    ['after a step', 'steps:\n  - sale: { as: order }\n    |', ['expect', 'note']],
    ['in the expectations of a step', 'steps:\n  - sale: { as: a }\n    expect: { h|', ['http', 'body']],
  ])('offers the members of the open map: %s', (_where, text, words) => {
    expect(offered(text)).toEqual(expect.arrayContaining(words))
    expect(offered(text)).not.toContain('steps')
  })

  it('offers steps after a dash, even in the column of the key', () => {
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

  it('offers values if there is a choice of them', () => {
    expect(offered('given:\n  clock: |')).toEqual(['frozen', 'live'])
    expect(offered('given: { clock: fr|')).toEqual(['frozen', 'live'])
    expect(offered('given:\n  faults: [{ kind: |')).toContain('slowBody')
    expect(offered('given:\n  faults:\n    - kind: dr|')).toContain('drop')
    expect(offered('variables:\n  a: { secret: |')).toEqual(['true', 'false'])
    expect(offered('name: |')).toEqual([])
  })

  it('offers nothing in comments, or where the schema allows anything', () => {
    expect(offered('given: # cl|')).toEqual([])
    expect(offered('# |')).toEqual([])
    expect(offered('steps:\n  - expect callback: { of: order, body: { |')).toEqual([])
    expect(offered('nonsense: { |')).toEqual([])
  })

  it('copes with quotes, commas in texts, comments and lists over several lines', () => {
    const rest = ['tags', 'variables', 'given', 'steps']
    expect(offered('name: "a: {b"\nabout: it\'s 1, 2 # no\n|')).toEqual(rest)
    expect(offered('given:\n  capture: [\n    500,\n    200 ]\n  |')).toContain('clock')
    expect(offered("given: { 'clock': frozen, |")).not.toContain('clock')
  })
})

describe('the explanation of a key in the schema', () => {
  const files = readdirSync(SCENARIOS, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.yaml'),
  )

  it.each(files)('is found for every step of %s but `until idle`', (file) => {
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

  it('says what a step does, and what a member means', () => {
    const explained = (before: string, key: string) => {
      const place = yamlPlace(before)
      return place === null ? 'no place' : (explainKey(schema, place, key)?.explanation ?? null)
    }
    expect(explained('steps:\n  - ', 'sale')).toContain('Buys with a card.')
    expect(explained('given:\n  ', 'clock')).toContain('waits until a step advances it')
    expect(explained('given:\n  ', 'clocks')).toBeNull()
  })
})
