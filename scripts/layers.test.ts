import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'

const project = resolve(import.meta.dirname, '..')
const require = createRequire(import.meta.url)
const cruiser = join(project, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs')

const configs = ['.dependency-cruiser.cjs', '.dependency-cruiser-folders.cjs']

interface Plant {
  /** The rule that must refuse the import. */
  readonly rule: string
  readonly file: string
  readonly imports: string
}

/** Imports that a layer must refuse: a package, and other layers. */
const refusedBy: Readonly<Record<string, readonly [name: string, ...layers: readonly string[]]>> = {
  lib: ['zod', '#domain/sound'],
  domain: ['ws', '#store/sound', '#protocol/sound'],
  protocol: ['ws', '#core/sound'],
  client: ['zod', '#core/sound'],
  store: ['ws', '#core/sound'],
  core: ['ws', '#platform/sound'],
  platform: ['ws', '#merchant/sound', '#workbench/sound'],
  merchant: ['ws', '#platform/sound'],
  workbench: ['ws', '#net/sound'],
  scenarios: ['ws', '#workbench/sound'],
  exam: ['zod', '#workbench/sound'],
}

/** For every rule, at least one import that it must refuse. */
const plants: readonly Plant[] = [
  ...Object.entries(refusedBy).flatMap(([layer, [name, ...layers]]) => [
    ...layers.map((imports, n) => plant(`${layer}-stays-in-its-layer`, `${layer}/layer${n}.ts`, imports)),
    plant(`${layer}-uses-listed-packages`, `${layer}/package.ts`, name),
    plant(`${layer}-tests-use-listed-packages`, `${layer}/part/testing/a.ts`, name),
  ]),
  plant('net-stays-in-its-layer', 'net/a.ts', '#hosts/sound'),
  { rule: 'electron-only-in-its-host', file: 'src-main/domain/e.ts', imports: 'electron' },
  { rule: 'electron-only-in-its-host', file: 'src-main/hosts/node/a.ts', imports: 'electron' },
  { rule: 'electron-only-in-its-host', file: 'src-renderer/workbench/e.ts', imports: 'electron' },
  { rule: 'pure-layers-use-no-node', file: 'src-main/domain/f.ts', imports: 'node:crypto' },
  { rule: 'pure-layers-use-no-node', file: 'src-main/protocol/c.ts', imports: 'fs' },
  ...['lib', 'state', 'ui', 'commands', 'navigation', 'editor', 'message-view', 'list', 'features'].map(
    (part) => ({
      rule: `window-${part}-stays-below`,
      file: `src-renderer/workbench/${part}/a.ts`,
      imports: '#window/shell/sound',
    }),
  ),
  {
    rule: 'renderer-imports-protocol-domain-and-lib',
    file: 'src-renderer/workbench/a.ts',
    imports: '#platform/sound',
  },
  { rule: 'renderer-uses-no-node', file: 'src-renderer/workbench/b.ts', imports: 'node:path' },
  plant('hosts-do-not-import-the-page', 'hosts/a.ts', '#window/sound'),
  plant('product-imports-no-test', 'core/c.ts', './sound.test'),
  plant('product-imports-no-test-helper', 'core/g.ts', '#domain/testing/sound'),
  plant('no-cycles', 'core/d.ts', './e'),
  plant('no-folder-cycles', 'domain/card/a.ts', '../project/sound'),
  plant('imports-resolve', 'core/f.ts', './nowhere'),
  plant('imports-resolve', 'domain/d.ts', 'not-installed'),
]

function plant(rule: string, file: string, imports: string): Plant {
  return { rule, file: `src-main/${file}`, imports }
}

/** Imports that follow the rules, by file; none of them may be reported. */
const sound: Readonly<Record<string, readonly string[]>> = {
  'src-main/lib/sound.ts': [],
  'src-main/domain/sound.ts': ['./other', '#lib/sound'],
  'src-main/domain/other.ts': [],
  'src-main/protocol/sound.ts': ['zod', '#domain/sound'],
  'src-main/client/sound.ts': ['node:child_process', 'ws', '#protocol/sound', '#lib/sound'],
  'src-main/store/sound.ts': ['node:fs', '@photostructure/sqlite', '#domain/sound', '#protocol/sound'],
  'src-main/core/sound.ts': ['node:crypto', '#store/sound', '#protocol/sound', '#domain/sound'],
  'src-main/platform/sound.ts': ['#core/sound', '#domain/sound'],
  'src-main/merchant/sound.ts': ['#core/sound', '#store/sound'],
  'src-main/workbench/sound.ts': ['#platform/sound', '#merchant/sound'],
  'src-main/scenarios/sound.ts': ['zod', '#protocol/sound', '#domain/sound'],
  'src-main/exam/sound.ts': ['#scenarios/sound', '#protocol/sound', '#domain/sound'],
  'src-main/net/sound.ts': ['node:http', 'ws', '#workbench/sound', '#protocol/sound'],
  'src-main/hosts/sound.ts': ['#net/sound', '#workbench/sound'],
  'src-main/hosts/electron/sound.ts': ['electron', '../sound'],
  'src-renderer/workbench/shell/sound.ts': ['zod', '#protocol/sound', '../list/sound'],
  'src-renderer/workbench/list/sound.ts': ['#domain/sound'],
  'src-main/domain/sound.test.ts': ['node:fs', 'ws', '#store/sound', './sound'],
  'src-main/domain/testing/sound.ts': ['fast-check', '../sound'],
  'src-main/core/sound.test.ts': ['./sound'],
}

/** Further files that planted imports need: to close a cycle, or as the target of an import. */
const furtherFiles: Readonly<Record<string, readonly string[]>> = {
  'src-main/core/e.ts': ['./d'],
  'src-main/domain/project/sound.ts': ['../card/b'],
  'src-main/domain/card/b.ts': [],
  'src-renderer/workbench/sound.ts': [],
}

const packages = ['@photostructure/sqlite', 'electron', 'fast-check', 'ws', 'zod']

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

/** A cycle of folders is reported for the folder. */
const reportedFrom = ({ rule, file }: Plant): string => (rule === 'no-folder-cycles' ? dirname(file) : file)

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'paybench-layers-'))
  for (const file of [...configs, 'tsconfig.base.json', 'package.json']) {
    cpSync(join(project, file), join(copy, file))
  }
  for (const name of packages) {
    write(`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', main: 'index.js' }))
    write(`node_modules/${name}/index.js`, 'export const name = 1\n')
  }
  for (const [file, targets] of Object.entries({ ...sound, ...furtherFiles })) write(file, importsOf(targets))
  for (const { file, imports } of plants) write(file, importsOf([imports]))

  violations = configs.flatMap((config) => {
    const run = spawnSync(
      process.execPath,
      [cruiser, '--config', config, '--output-type', 'json', 'src-main', 'src-renderer'],
      { cwd: copy, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
    )
    const report = JSON.parse(run.stdout) as Report
    return report.summary.violations.map(({ from, rule }) => ({ from, rule: rule.name }))
  })
}, 60_000)

describe('the layer check', () => {
  it.each(plants)('refuses $imports in $file ($rule)', (planted) => {
    expect(violations).toContainEqual({ from: reportedFrom(planted), rule: planted.rule })
  })

  it('accepts imports that follow the rules', () => {
    expect(violations.filter(({ from }) => from in sound)).toEqual([])
  })

  it('is tested with a planted import for every rule', () => {
    const rules = configs.flatMap((config) => {
      const { forbidden } = require(join(project, config)) as { forbidden: readonly { name: string }[] }
      return forbidden.map(({ name }) => name)
    })
    expect(new Set(plants.map(({ rule }) => rule))).toEqual(new Set(rules))
  })

  it('is tested with the configurations of `npm run layers`', () => {
    const { scripts } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as {
      scripts: Readonly<Record<string, string>>
    }
    expect(scripts['layers']).toBe('node scripts/layers.mjs')
    const program = readFileSync(join(project, 'scripts/layers.mjs'), 'utf8')
    for (const config of configs) expect(program).toContain(`'${config}'`)
  })
})
