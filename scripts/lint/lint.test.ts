import { spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'

const project = resolve(import.meta.dirname, '../..')

/** Rules that this project depends on, as oxlint names them, each with code that it must refuse. */
const plants: readonly (readonly [rule: string, file: string, code: string])[] = [
  ['house(no-date-of-now)', 'src-main/domain/a.ts', 'export const now = (): Date => new Date()'],
  ['house(no-enum)', 'src-main/core/a.ts', "export enum Kind { one = 'one' }"],
  ['import(no-default-export)', 'src-main/core/c.ts', 'export default 1'],
  ['eslint(no-restricted-properties)', 'src-main/domain/b.ts', 'export const now = (): number => Date.now()'],
  ['eslint(no-restricted-properties)', 'src-main/platform/a.ts', 'export const read = JSON.parse'],
  ['eslint(no-restricted-properties)', 'src-renderer/workbench/a.ts', 'export const open = window.open'],
  ['eslint(no-restricted-globals)', 'src-main/lib/a.ts', 'export const later = setTimeout'],
  ['eslint(no-restricted-imports)', 'src-main/store/a.ts', "export { DatabaseSync } from 'node:sqlite'"],
  ['eslint(no-console)', 'src-main/core/d.ts', "export const say = (): void => { console.log('') }"],
  ['typescript(no-explicit-any)', 'src-main/core/e.ts', 'export const one = (value: any): unknown => value'],
  [
    'typescript(no-non-null-assertion)',
    'src-main/core/f.ts',
    'export const first = (all: readonly number[]): number => all[0]!',
  ],
  [
    'typescript(ban-ts-comment)',
    'src-main/core/g.ts',
    "// @ts-expect-error wrong\nexport const a: number = ''",
  ],
  // These rules need types.
  [
    'typescript(no-floating-promises)',
    'src-main/core/h.ts',
    'export const run = (): void => { Promise.resolve() }',
  ],
  [
    'typescript(no-unnecessary-condition)',
    'src-main/core/i.test.ts',
    'export const isSet = (text: { readonly a: string }): boolean => text.a !== undefined',
  ],
  [
    'typescript(switch-exhaustiveness-check)',
    'src-main/core/j.ts',
    "export function of(kind: 'a' | 'b'): void { switch (kind) { case 'a': return } }",
  ],
  [
    'react-hooks(exhaustive-deps)',
    'src-renderer/workbench/b.tsx',
    "import { useEffect } from 'react'\nexport function One({ done }: { readonly done: () => void }): null { useEffect(() => { done() }, []); return null }",
  ],
]

const reportShape = z.object({
  diagnostics: z.array(z.object({ code: z.string(), filename: z.string() })),
})

let folder = ''
const found = new Map<string, readonly string[]>()

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'paybench-lint-'))
  for (const file of [
    '.oxlintrc.json',
    'tsconfig.json',
    'tsconfig.base.json',
    'package.json',
    'scripts/lint',
  ])
    cpSync(join(project, file), join(folder, file), { recursive: true })
  for (const [, file, code] of plants) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), `${code}\n`)
  }
  symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'))
  const { stdout, status } = spawnSync(
    process.execPath,
    [join(project, 'node_modules/oxlint/bin/oxlint'), '--format', 'json'],
    { cwd: folder, encoding: 'utf8' },
  )
  // Status 1 means that oxlint found problems.
  expect(status, stdout.slice(0, 2000)).toBe(1)
  for (const { code, filename } of reportShape.parse(JSON.parse(stdout)).diagnostics)
    found.set(filename, [...(found.get(filename) ?? []), code])
})

describe('the linter', () => {
  it.each(plants)('reports %s in %s', (rule, file) => {
    expect(found.get(file) ?? []).toContain(rule)
  })
})

it('no comment turns a rule off', () => {
  const sources = ['src-main', 'src-renderer', 'scripts', 'e2e', 'docs'].flatMap((directory) =>
    readdirSync(join(project, directory), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(?:tsx?|mjs|js)$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name)),
  )
  expect(sources.length).toBeGreaterThan(1000)
  // Assembled here, so that this file does not contain it.
  const comment = ['oxlint', 'disable'].join('-')
  expect(sources.filter((file) => readFileSync(file, 'utf8').includes(comment))).toEqual([])
})
