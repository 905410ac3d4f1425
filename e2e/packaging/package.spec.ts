import { extractAll } from '@electron/asar'
import { expect, test } from '@playwright/test'
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { launchDesktop } from '../fixtures/desktop-host'
import { readFuses, stubRuntime, type Fuses } from './stub-runtime'

/**
 * Packs the built program for Linux around a stub runtime, without any network, and looks at what came out.
 * What installers add needs tools from the network and a real runtime, and is not seen here.
 */
const root = join(import.meta.dirname, '../..')

/** Every file that the package holds; hashed names by pattern. A file that is not listed here must not be in it. */
const expectedFiles: readonly RegExp[] = [
  /^\/package\.json$/,
  /^\/LICENSE$/,
  /^\/out\/main\/index(-worker)?\.js$/,
  /^\/out\/main\/chunks\/[\w-]+\.js$/,
  /^\/out\/preload\/index\.cjs$/,
  /^\/out\/renderer\/workbench\/index\.html$/,
  /^\/out\/renderer\/licences\.json$/,
  /^\/out\/renderer\/assets\/[\w.-]+\.(js|css|woff2)$/,
  /^\/out\/customer\/(form|form-first|merchant|shop)\.css$/,
  /^\/out\/scenarios\/(callbacks|clarification|form|payments)\/[\w-]+\.yaml$/,
  /^\/out\/scenarios\/scenario\.schema\.json$/,
  /^\/out\/customer\/(form|form-start|merchant|shop|preview)\.js$/,
  /^\/node_modules\/@photostructure\/sqlite\/(package\.json|LICENSE)$/,
  /^\/node_modules\/@photostructure\/sqlite\/dist\/(index\.(cjs|mjs)|chunk-\w+\.mjs)$/,
  new RegExp(
    `^/node_modules/@photostructure/sqlite/prebuilds/linux-${process.arch}/@photostructure\\+sqlite\\.glibc\\.node$`,
  ),
  /^\/node_modules\/node-gyp-build\/(package\.json|LICENSE|index\.js|node-gyp-build\.js)$/,
]

const expectedFuses: Fuses = {
  runAsNode: false,
  enableCookieEncryption: false,
  enableNodeOptionsEnvironmentVariable: false,
  enableNodeCliInspectArguments: false,
  enableEmbeddedAsarIntegrityValidation: true,
  onlyLoadAppFromAsar: true,
  loadBrowserProcessSpecificV8Snapshot: false,
  grantFileProtocolExtraPrivileges: false,
}

let folder = ''
const unpacked = (...path: readonly string[]): string => join(folder, 'dist/linux-unpacked', ...path)
/** The content of the archive, laid out again as files. */
const program = (): string => join(folder, 'extracted')

test.describe.configure({ mode: 'serial' })

test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'paybench-package-'))
  const runtime = join(folder, 'runtime')
  mkdirSync(runtime)
  writeFileSync(join(runtime, 'electron'), stubRuntime(expectedFuses))
  chmodSync(join(runtime, 'electron'), 0o755)
  const builder = join(root, 'node_modules/electron-builder/out/cli/cli.js')
  const settings = [`-c.electronDist=${runtime}`, `-c.directories.output=${join(folder, 'dist')}`]
  const run = spawnSync(
    process.execPath,
    [builder, '--linux', 'dir', `--${process.arch}`, '--publish', 'never', ...settings],
    { cwd: root, encoding: 'utf8' },
  )
  expect(run.status, `${run.stdout}\n${run.stderr}`).toBe(0)
  extractAll(unpacked('resources/app.asar'), program())
})

test.afterAll(() => {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

test('the archive holds exactly what runs', () => {
  const files = filesBelow(program()).map((path) => `/${path}`)
  expect(files.filter((file) => expectedFiles.every((pattern) => !pattern.test(file)))).toEqual([])
  expect(expectedFiles.filter((pattern) => !files.some((file) => pattern.test(file)))).toEqual([])
})

test('the licence of everything that others have made lies in the archive', () => {
  const { parts } = JSON.parse(readFileSync(join(program(), 'out/renderer/licences.json'), 'utf8')) as {
    parts: readonly Readonly<Record<'name' | 'version' | 'licence' | 'text', string>>[]
  }
  const names = new Set(parts.map(({ name }) => name))
  // What the maps of the main bundles name is another witness than the list that the build made.
  const maps = filesBelow(join(root, 'out/main')).filter((name) => name.endsWith('.map'))
  const sources = maps.flatMap(
    (name) =>
      (JSON.parse(readFileSync(join(root, 'out/main', name), 'utf8')) as { sources: string[] }).sources,
  )
  const bundled = new Set(
    sources.flatMap((source) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source)?.[1] ?? []),
  )
  expect(bundled.size).toBeGreaterThan(15)
  expect([...bundled].filter((name) => !names.has(name))).toEqual([])
  expect([...names]).toEqual(expect.arrayContaining(['react-dom', '@photostructure/sqlite', 'rolldown']))
  for (const { name, version, licence, text } of parts) {
    expect(`${version} ${licence}`, name).toMatch(/^\d+\.\d+\.\d+\S* \S+/)
    expect(text.length, name).toBeGreaterThan(400)
  }
})

test('outside of the archive lies the native module of this system and nothing else', () => {
  const native = `node_modules/@photostructure/sqlite/prebuilds/linux-${process.arch}/@photostructure+sqlite.glibc.node`
  expect(filesBelow(unpacked())).toEqual([
    'paybench',
    'resources/app.asar',
    `resources/app.asar.unpacked/${native}`,
  ])
})

test('the runtime is closed to everything but the archive', () => {
  expect(readFuses(readFileSync(unpacked('paybench')))).toEqual(expectedFuses)
})

test('the icons of the installers have the sizes that their names say', () => {
  for (const size of [16, 32, 48, 64, 128, 256, 512, 1024]) {
    const image = readFileSync(join(root, `resources/icons/${size}x${size}.png`))
    // PNG: the header begins at byte 12, width and height at 16 and 20.
    expect([image.readUInt32BE(16), image.readUInt32BE(20)]).toEqual([size, size])
  }
})

test('the packaged program opens its window and ends in order', async () => {
  test.skip(process.platform !== 'linux', 'the package that is checked is the one for Linux')
  const ports = ['platform', 'platform-tls', 'merchant', 'merchant-tls'].flatMap((name) => [
    `--${name}-port`,
    '0',
  ])
  const { host, page, disconnect } = await launchDesktop({
    main: join(program(), 'out/main/index.js'),
    args: ['--data-dir', join(folder, 'data'), '--ready-json', ...ports],
  })
  try {
    await expect(page).toHaveTitle(/Paybench$/)
    await expect(page.getByRole('navigation').first()).toBeVisible()
    expect((await host.ready).workbench).toBeNull()
    expect(await host.end()).toBe(0)
  } finally {
    await host.kill()
    await disconnect().catch(() => undefined)
  }
})

function filesBelow(directory: string): readonly string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort()
}
