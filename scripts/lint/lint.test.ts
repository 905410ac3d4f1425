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

interface Plant {
  /** The rule that must refuse the code, as oxlint names it. */
  readonly rule: string
  readonly file: string
  readonly code: string
}

/** Rules that this project depends on, each with code that it must refuse. */
const plants: readonly Plant[] = [
  {
    rule: 'house(no-date-of-now)',
    file: 'src-main/domain/a.ts',
    code: 'export const now = (): Date => new Date()',
  },
  { rule: 'house(no-enum)', file: 'src-main/core/a.ts', code: "export enum Kind { one = 'one' }" },
  { rule: 'import(no-default-export)', file: 'src-main/core/c.ts', code: 'export default 1' },
  {
    rule: 'eslint(no-restricted-properties)',
    file: 'src-main/domain/b.ts',
    code: 'export const now = (): number => Date.now()',
  },
  {
    rule: 'eslint(no-restricted-properties)',
    file: 'src-main/platform/a.ts',
    code: 'export const read = (text: string): unknown => JSON.parse(text)',
  },
  {
    rule: 'eslint(no-restricted-properties)',
    file: 'src-renderer/workbench/a.ts',
    code: "export const open = (): unknown => window.open('/')",
  },
  {
    rule: 'eslint(no-restricted-globals)',
    file: 'src-main/lib/a.ts',
    code: 'export const later = setTimeout',
  },
  {
    rule: 'eslint(no-restricted-imports)',
    file: 'src-main/store/a.ts',
    code: "import { DatabaseSync } from 'node:sqlite'\nexport const made = DatabaseSync",
  },
  {
    rule: 'eslint(no-console)',
    file: 'src-main/core/d.ts',
    code: "export const say = (): void => { console.log('') }",
  },
  {
    rule: 'typescript(no-explicit-any)',
    file: 'src-main/core/e.ts',
    code: 'export const one = (value: any): unknown => value',
  },
  {
    rule: 'typescript(no-non-null-assertion)',
    file: 'src-main/core/f.ts',
    code: 'export const first = (all: readonly number[]): number => all[0]!',
  },
  {
    rule: 'typescript(ban-ts-comment)',
    file: 'src-main/core/g.ts',
    code: "// @ts-expect-error wrong\nexport const one: number = 'one'",
  },
  // These rules need types.
  {
    rule: 'typescript(no-floating-promises)',
    file: 'src-main/core/h.ts',
    code: 'export const run = (): void => { Promise.resolve() }',
  },
  {
    rule: 'typescript(no-unnecessary-condition)',
    file: 'src-main/core/i.test.ts',
    code: 'export const isSet = (text: { readonly a: string }): boolean => text.a !== undefined',
  },
  {
    rule: 'typescript(switch-exhaustiveness-check)',
    file: 'src-main/core/j.ts',
    code: "export function of(kind: 'a' | 'b'): void { switch (kind) { case 'a': return } }",
  },
  {
    rule: 'react-hooks(exhaustive-deps)',
    file: 'src-renderer/workbench/b.tsx',
    code: "import { useEffect } from 'react'\nexport function One({ done }: { readonly done: () => void }): null { useEffect(() => { done() }, []); return null }",
  },
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
  for (const { file, code } of plants) {
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
  it.each(plants)('reports $rule in $file', ({ rule, file }) => {
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
