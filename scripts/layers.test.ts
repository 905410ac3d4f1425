import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const project = resolve(import.meta.dirname, '..')
const require = createRequire(import.meta.url)
const cruiser = join(project, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs')

interface Plant {
  /** The rule that must refuse it. */
  readonly rule: string
  readonly file: string
  readonly imports: string
}

/** For every rule of .dependency-cruiser.cjs at least one import that it has to refuse. */
const plants: readonly Plant[] = [
  { rule: 'core-stays-in-its-layer', file: 'src-main/core/a.ts', imports: '../store/sound' },
  { rule: 'core-stays-in-its-layer', file: 'src-main/core/b.ts', imports: '../contract/sound' },
  { rule: 'contract-stays-in-its-layer', file: 'src-main/contract/a.ts', imports: '../bench/sound' },
  { rule: 'store-stays-in-its-layer', file: 'src-main/store/a.ts', imports: '../bench/sound' },
  { rule: 'store-stays-in-its-layer', file: 'src-main/store/b.ts', imports: '../contract/sound' },
  { rule: 'bench-stays-in-its-layer', file: 'src-main/bench/a.ts', imports: '../http/sound' },
  { rule: 'http-stays-in-its-layer', file: 'src-main/http/a.ts', imports: '../hosts/sound' },
  { rule: 'core-uses-listed-packages', file: 'src-main/core/c.ts', imports: 'zod' },
  { rule: 'imports-resolve', file: 'src-main/core/d.ts', imports: 'not-installed' },
  { rule: 'contract-uses-listed-packages', file: 'src-main/contract/b.ts', imports: 'fastify' },
  { rule: 'store-uses-listed-packages', file: 'src-main/store/c.ts', imports: 'fastify' },
  { rule: 'bench-uses-listed-packages', file: 'src-main/bench/b.ts', imports: 'fastify' },
  { rule: 'electron-only-in-its-host', file: 'src-main/core/e.ts', imports: 'electron' },
  { rule: 'electron-only-in-its-host', file: 'src-main/hosts/node/a.ts', imports: 'electron' },
  { rule: 'electron-only-in-its-host', file: 'src-renderer/workbench/e.ts', imports: 'electron' },
  { rule: 'pure-layers-use-no-node', file: 'src-main/core/f.ts', imports: 'node:crypto' },
  { rule: 'pure-layers-use-no-node', file: 'src-main/contract/c.ts', imports: 'fs' },
  {
    rule: 'renderer-imports-contract-and-core',
    file: 'src-renderer/workbench/a.ts',
    imports: '../../src-main/bench/sound',
  },
  { rule: 'renderer-uses-no-node', file: 'src-renderer/workbench/b.ts', imports: 'node:path' },
  {
    rule: 'hosts-do-not-import-the-page',
    file: 'src-main/hosts/a.ts',
    imports: '../../src-renderer/workbench/sound',
  },
  { rule: 'product-imports-no-test', file: 'src-main/bench/c.ts', imports: './sound.test' },
  { rule: 'no-cycles', file: 'src-main/bench/d.ts', imports: './e' },
  { rule: 'imports-resolve', file: 'src-main/bench/f.ts', imports: './nowhere' },
]

/** Imports that are in order; each stands in a file of its own and must stay unreported. */
const sound: Readonly<Record<string, readonly string[]>> = {
  'src-main/core/sound.ts': ['./other'],
  'src-main/core/other.ts': [],
  'src-main/contract/sound.ts': ['zod', '../core/sound'],
  'src-main/store/sound.ts': ['node:fs', '@photostructure/sqlite', '../core/sound'],
  'src-main/bench/sound.ts': ['node:crypto', '../store/sound', '../contract/sound', '../core/sound'],
  'src-main/http/sound.ts': ['node:http', 'fastify', '../bench/sound', '../contract/sound'],
  'src-main/hosts/sound.ts': ['../http/sound', '../bench/sound'],
  'src-main/hosts/electron/sound.ts': ['electron', '../sound'],
  'src-renderer/workbench/sound.ts': ['zod', '../../src-main/contract/sound', '../../src-main/core/sound'],
  'src-main/core/sound.test.ts': ['node:fs', 'fastify', '../store/sound', './sound'],
  'src-main/bench/sound.test.ts': ['./sound'],
}

const packages = ['@photostructure/sqlite', 'electron', 'fastify', 'zod']

interface Report {
  readonly summary: {
    readonly violations: readonly { readonly from: string; readonly rule: { readonly name: string } }[]
  }
}

let copy = ''
let violations: readonly { readonly from: string; readonly rule: string }[] = []

const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(copy, path)), { recursive: true })
  writeFileSync(join(copy, path), text)
}
const importsOf = (targets: readonly string[]): string =>
  targets.map((target, n) => `import * as x${n} from '${target}'\nexport { x${n} }\n`).join('')

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'paybench-layers-'))
  for (const file of ['.dependency-cruiser.cjs', 'tsconfig.base.json', 'package.json']) {
    cpSync(join(project, file), join(copy, file))
  }
  for (const name of packages) {
    write(`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', main: 'index.js' }))
    write(`node_modules/${name}/index.js`, 'export const name = 1\n')
  }
  for (const [file, targets] of Object.entries(sound)) write(file, importsOf(targets))
  write('src-main/bench/e.ts', importsOf(['./d'])) // the way back of the cycle, which is reported once
  for (const plant of plants) write(plant.file, importsOf([plant.imports]))

  const run = spawnSync(
    process.execPath,
    [cruiser, '--config', '.dependency-cruiser.cjs', '--output-type', 'json', 'src-main', 'src-renderer'],
    { cwd: copy, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  )
  const report = JSON.parse(run.stdout) as Report
  violations = report.summary.violations.map(({ from, rule }) => ({ from, rule: rule.name }))
}, 60_000)

afterAll(() => {
  rmSync(copy, { recursive: true, force: true })
})

describe('the layer check', () => {
  it.each(plants)('refuses $imports in $file ($rule)', ({ rule, file }) => {
    expect(violations).toContainEqual({ from: file, rule })
  })

  it('says nothing about imports that are in order', () => {
    expect(violations.filter(({ from }) => from in sound)).toEqual([])
  })

  it('has a planted import for every rule', () => {
    const config = require(join(project, '.dependency-cruiser.cjs')) as {
      forbidden: readonly { name: string }[]
    }
    expect(new Set(plants.map(({ rule }) => rule))).toEqual(new Set(config.forbidden.map(({ name }) => name)))
  })

  it('is what npm test runs over the real tree', () => {
    const { scripts } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as {
      scripts: Readonly<Record<string, string>>
    }
    expect(scripts['layers']).toBe('depcruise --config .dependency-cruiser.cjs src-main src-renderer')
  })
})
