import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const folder = join(import.meta.dirname, '..')
const read = (ending: RegExp): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => ending.test(file) && !file.includes('.test.'))
    .map((file) => readFileSync(join(folder, file), 'utf8'))

const sheets = read(/\.css$/).map((css) => css.replaceAll(/\/\*[^]*?\*\//g, ''))
const code = read(/\.tsx?$/).join('\n')

it('no style sheet has a class that nothing in the window uses', () => {
  const classes = sheets.flatMap((css) => [
    ...css.replaceAll(/\{[^{}]*\}/g, '{}').matchAll(/\.([a-z][\w-]*)/gi),
  ])
  const used = new Set(code.match(/[\w-]+/g))
  expect(classes.map(([, name = '']) => name).filter((name) => !used.has(name))).toEqual([])
})

it('no two rules outside media queries have the same list of declarations, which belongs in a shared class', () => {
  const bodies = new Map<string, string[]>()
  for (const [, selector = '', body = ''] of sheets.flatMap((css) => [
    ...css.matchAll(/^(\S[^{}]*)\{([^{}]*)\}/gm),
  ])) {
    const declarations = body.split(';').map((one) => one.trim().replaceAll(/\s+/g, ' '))
    const key = declarations.filter(Boolean).toSorted().join('; ')
    if (key.includes(';')) bodies.set(key, [...(bodies.get(key) ?? []), selector.trim()])
  }
  expect([...bodies.values()].filter((selectors) => selectors.length > 1)).toEqual([])
})
