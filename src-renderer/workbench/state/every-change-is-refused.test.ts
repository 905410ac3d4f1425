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

/** Methods that a control, a key or a dialog names as `does`. */
const NAMED = new Set([
  ...all(/\bdoes(?:=|: )["']([a-zA-Z.]+)["']/g),
  ...all(/\b(?:isRejected\(bench, |refusalOf\(|useRefusal\()'([a-zA-Z.]+)'/g),
])

/** Called by a control that is refused itself, or together with one. */
const WITH_ANOTHER: Readonly<Record<string, string>> = {
  'payments.previewClarification': 'payments.requestClarification',
}

describe('what changes a session', () => {
  const called = all(/\.call\(\s*'([a-zA-Z]+\.[a-zA-Z]+)'/g)

  it('is found in the source', () => {
    expect(called).toContain('payments.create')
    expect(called.length).toBeGreaterThan(60)
    expect(called.filter((name) => !isMethodName(name))).toEqual([])
  })

  it.each(called.filter((name) => isMethodName(name) && METHODS[name].effect === 'changes'))(
    '%s says so before it is pressed',
    (name) => {
      expect(NAMED).toContain(WITH_ANOTHER[name] ?? name)
    },
  )

  it('is named by an expression only in tables whose rows name it, and by rules, which refuse it themselves', () => {
    const built = all(/\.call\(\s*`([^`]*)`/g).filter(
      (name) => !name.startsWith('${view}.') && !name.endsWith('.list'),
    )
    expect(built.toSorted()).toEqual(['callbacks.${action}', 'payments.${action}'])
  })
})
