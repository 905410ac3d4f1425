import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const read = (path: string): string => readFileSync(join(import.meta.dirname, '..', path), 'utf8')

interface PackageFile {
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
}
const { dependencies, devDependencies } = JSON.parse(read('package.json')) as PackageFile
const reasons = read('docs/dependencies.md')
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) => line.split('|')[1] ?? '')
  .join(',')
const named = new Set(reasons.split(',').map((name) => name.trim()))

describe('the dependency', () => {
  it.each(Object.keys({ ...dependencies, ...devDependencies }))('%s has a reason', (name) => {
    expect(named.has(name.startsWith('@types/') ? '@types/*' : name)).toBe(true)
  })

  it.each(Object.entries({ ...dependencies, ...devDependencies }))(
    '%s is pinned to one version (%s)',
    (_name, version) => {
      expect(version).toMatch(/^(npm:[a-z]+@)?\d+\.\d+\.\d+$/)
    },
  )

  it('outside the bundle is the native module, and no other', () => {
    expect(Object.keys(dependencies)).toEqual(['@photostructure/sqlite'])
  })
})
