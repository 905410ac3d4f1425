import { parse } from 'acorn'
import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

/** The modules that a script loads before its first line runs, including itself, with the imports of each. */
const loadedFirst = (script: string, seen = new Map<string, readonly string[]>()): typeof seen => {
  if (seen.has(script)) return seen
  const program = parse(readFileSync(script, 'utf8'), {
    ecmaVersion: 'latest',
    sourceType: 'module',
    allowHashBang: true,
  })
  const sources = program.body.flatMap((node) =>
    (node.type === 'ImportDeclaration' ||
      node.type === 'ExportNamedDeclaration' ||
      node.type === 'ExportAllDeclaration') &&
    typeof node.source?.value === 'string'
      ? [node.source.value]
      : [],
  )
  seen.set(script, sources)
  for (const source of sources.filter((name) => name.startsWith('.'))) {
    loadedFirst(resolve(dirname(script), source), seen)
  }
  return seen
}

describe('a clone without node_modules', () => {
  it.each(['start.mjs', 'test.mjs', 'measure.mjs', 'build.mjs'])('can load %s', (name) => {
    const loaded = loadedFirst(resolve(import.meta.dirname, name))
    const packages = [...loaded].flatMap(([script, sources]) =>
      sources.filter((source) => !/^(\.|node:)/.test(source)).map((source) => `${script}: ${source}`),
    )
    expect(loaded.size).toBeGreaterThan(2)
    expect(packages).toEqual([])
  })
})
