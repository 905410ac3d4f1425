import { expect, test } from '@playwright/test'
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const script = join(root, 'scripts/release-files.mjs')

interface Component {
  readonly name: string
  readonly version: string
  readonly purl: string
}

let folder = ''
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'paybench-release-'))
})
test.afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

test('a release lists its third-party components, and the digest of every file', () => {
  writeFileSync(join(folder, 'paybench.deb'), 'a package')
  const run = spawnSync(process.execPath, [script, folder], { encoding: 'utf8' })
  expect(run.status, run.stderr).toBe(0)

  const sums = readFileSync(join(folder, 'SHA256SUMS'), 'utf8').trim().split('\n')
  const names = sums.map((line) => line.slice(66))
  expect(names).toEqual([expect.stringMatching(/^paybench-\d+\.\d+\.\d+\S*\.cdx\.json$/), 'paybench.deb'])
  for (const [at, name] of names.entries()) {
    const digest = createHash('sha256').update(readFileSync(join(folder, name)))
    expect(sums[at]).toBe(`${digest.digest('hex')}  ${name}`)
  }

  const { components } = JSON.parse(readFileSync(join(folder, names[0] ?? ''), 'utf8')) as {
    components: readonly Component[]
  }
  const { parts } = JSON.parse(readFileSync(join(root, 'out/renderer/licences.json'), 'utf8')) as {
    parts: readonly { readonly name: string }[]
  }
  expect(components.map(({ name }) => name)).toEqual(['electron', ...parts.map(({ name }) => name)])
  const native = components.find(({ name }) => name === '@photostructure/sqlite')
  expect(native?.purl).toBe(`pkg:npm/%40photostructure/sqlite@${native?.version ?? ''}`)
})

test('the folder is required', () => {
  const run = spawnSync(process.execPath, [script], { encoding: 'utf8' })
  expect(run.status).toBe(2)
  expect(run.stderr).toContain('Which folder?')
})
