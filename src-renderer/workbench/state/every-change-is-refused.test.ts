import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isMethodName, METHODS } from '#protocol/methods'

const WORKBENCH = join(import.meta.dirname, '..')

const SOURCE = readdirSync(WORKBENCH, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
  .map((name) => readFileSync(join(WORKBENCH, name), 'utf8'))
  .join('\n')

const all = (pattern: RegExp): readonly string[] => [
  ...new Set([...SOURCE.matchAll(pattern)].map((match) => match[1] ?? '')),
]

/** Methods that a control, a key or a dialog names as `does`, or whose refusal the code looks up. */
const NAMED = new Set([
  ...all(/\bdoes(?:=|: )["']([a-zA-Z.]+)["']/g),
  ...all(/\b(?:isRejected\(bench, |refusalOf\(|useRefusal\()'([a-zA-Z.]+)'/g),
])

/** Methods that a control calls together with another one, whose refusal covers both. */
const WITH_ANOTHER: Readonly<Record<string, string>> = {
  'payments.previewClarification': 'payments.requestClarification',
}

describe('the methods that the window calls', () => {
  const calledMethods = all(/\.call\(\s*'([a-zA-Z]+\.[a-zA-Z]+)'/g)

  it('are found in the source', () => {
    expect(calledMethods).toContain('payments.create')
    expect(calledMethods.length).toBeGreaterThan(60)
    expect(calledMethods.filter((name) => !isMethodName(name))).toEqual([])
  })

  it.each(calledMethods.filter((name) => isMethodName(name) && METHODS[name].effect === 'changes'))(
    'include %s only if a control names it, so that it can be refused before it is called',
    (name) => {
      expect(NAMED).toContain(WITH_ANOTHER[name] ?? name)
    },
  )

  it('have computed names only for actions of a table, for lists, and for rules, which are refused separately', () => {
    const computedNames = all(/\.call\(\s*`([^`]*)`/g).filter(
      (name) => !name.startsWith('${view}.') && !name.endsWith('.list'),
    )
    expect(computedNames.toSorted()).toEqual(['callbacks.${action}', 'payments.${action}'])
  })
})
