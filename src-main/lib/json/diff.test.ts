import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { diffJson, type JsonChange, type JsonPath } from './diff'
import { atPath, fromPlain, toPlain, type JsonNode } from './node'
import { parseJson } from './parse'

function read(text: string): JsonNode {
  const json = parseJson(text)
  if (!json.ok) throw new Error(json.message)
  return json.root
}

const nodeAt = (root: JsonNode, path: JsonPath): JsonNode | undefined => atPath(root, path.map(String))

/** A change in a few words: `changed a.0 1 -> 2`. */
function describeChange(change: JsonChange): string {
  const place = (path: JsonPath): string => path.join('.')
  const text = (node: JsonNode): string => JSON.stringify(toPlain(node))
  switch (change.kind) {
    case 'added':
      return `added ${place(change.path)} ${text(change.after)}`
    case 'removed':
      return `removed ${place(change.path)} ${text(change.before)}`
    case 'changed':
      return `changed ${place(change.path)} ${text(change.before)} -> ${text(change.after)}`
  }
}

describe('the difference between two JSON values', () => {
  it.each([
    ['{"a":1,"b":{"c":"x"}}', '{"a":1,"b":{"c":"y"}}', ['changed b.c "x" -> "y"']],
    ['{"a":1}', '{"a":1,"b":[2]}', ['added b [2]']],
    ['{"a":1,"b":null}', '{"a":1}', ['removed b null']],
    ['{"a":1,"b":2}', '{"b":2,"a":1}', []],
    ['[1,2,3]', '[1,9,3]', ['changed 1 2 -> 9']],
    ['[1,2,3]', '[1,3]', ['removed 1 2']],
    ['[1,3]', '[1,2,3]', ['added 1 2']],
    ['[1,2,3]', '[3,2,1]', ['changed 0 1 -> 3', 'changed 2 3 -> 1']],
    ['{"a":[{"id":1,"n":1},{"id":2}]}', '{"a":[{"id":1,"n":2},{"id":2}]}', ['changed a.0.n 1 -> 2']],
    ['{"a":1}', '{"a":{"b":1}}', ['changed a 1 -> {"b":1}']],
    ['[]', '{}', ['changed  [] -> {}']],
  ])('from %s to %s is %j', (before, after, expected) => {
    expect(diffJson(read(before), read(after)).map(describeChange)).toEqual(expected)
  })

  it('includes numbers that differ only in their spelling', () => {
    expect(diffJson(read('{"n":1}'), read('{"n":1.0}'))).toHaveLength(1)
    expect(diffJson(read('[12345678901234567890]'), read('[12345678901234567891]'))).toHaveLength(1)
  })

  const json = fc.jsonValue({ maxDepth: 4 }).map(fromPlain)

  it('is empty if and only if the values are equal', () => {
    fc.assert(
      fc.property(json, json, (one, other) => {
        expect(diffJson(one, fromPlain(toPlain(one)))).toEqual([])
        const same = JSON.stringify(sortKeys(toPlain(one))) === JSON.stringify(sortKeys(toPlain(other)))
        expect(diffJson(one, other).length === 0).toBe(same)
      }),
      { numRuns: 500 },
    )
  })

  it('gives the path of each change', () => {
    fc.assert(
      fc.property(json, json, (before, after) => {
        for (const change of diffJson(before, after)) {
          if (change.kind === 'added') expect(nodeAt(after, change.path)).toBe(change.after)
          if (change.kind === 'removed') expect(nodeAt(before, change.path)).toBe(change.before)
          if (change.kind !== 'changed') continue
          expect(nodeAt(before, change.path)).toBe(change.before)
          expect(nodeAt(after, change.path)).toBe(change.after)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('is within the path of an edited member', () => {
    const edit = fc.record({ key: fc.string(), value: fc.jsonValue({ maxDepth: 1 }) })
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 })),
        edit,
        (plain, { key, value }) => {
          const before = fromPlain({ inner: plain })
          const after = fromPlain({ inner: { ...plain, [key]: { edited: value } } })
          const changes = diffJson(before, after)
          for (const { path } of changes) expect(path.slice(0, 2)).toEqual(['inner', key])
        },
      ),
      { numRuns: 300 },
    )
  })

  it('is found by reading each item of two long lists a few times', () => {
    let reads = 0
    const counted = (value: number): JsonNode => ({
      type: 'number',
      value,
      get text() {
        reads += 1
        return String(value)
      },
    })
    const items = Array.from({ length: 1000 }, (_, index) => counted(index))
    const changes = diffJson({ type: 'array', items }, { type: 'array', items: items.toReversed() })
    expect(changes).toHaveLength(1000)
    expect(reads).toBeLessThan(10 * items.length)
  })
})

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => [key, sortKeys(member)]),
  )
}
