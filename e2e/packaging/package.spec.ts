import { extractAll } from '@electron/asar'
import { expect, test } from '@playwright/test'
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, relative } from 'node:path'
import { LINK_SCHEME } from '#domain/link/link'
import { launchDesktop } from '#e2e/fixtures/desktop-host'
import { FREE_PORTS } from '#e2e/fixtures/hosts/free-ports'
import { readFuses, readWindowsExecutable, writeStubRuntime, type Fuses, type System } from './stub-runtime'

/**
 * Packs the built program around stub runtimes for every system and processor, offline, and checks the output.
 * Stand-ins replace two tools that a bare machine lacks, and record how they were called: fpm, which makes the Debian
 * package, and macOS's codesign. The AppImage and the Windows and macOS installers need downloads, and are not tested.
 */
const root = join(import.meta.dirname, '../..')

type Processor = 'x64' | 'arm64'

interface Packed {
  readonly system: System
  readonly processor: Processor
  /** Where electron-builder puts the program, below its output. */
  readonly folder: string
  /** The file that holds the fuses, below the folder. */
  readonly fuses: string
  readonly resources: string
  /** The folder of its native module. */
  readonly native: string
  /** The files outside the archive besides the native module. */
  readonly others: readonly string[]
}

/** Without the runtime's licences: electron-builder takes them only from a zip. The release workflow checks them. */
const macOs = (processor: Processor, folder: string): Packed => ({
  system: 'mac',
  processor,
  folder: `${folder}/Paybench.app/Contents`,
  fuses: 'Frameworks/Electron Framework.framework/Electron Framework',
  resources: 'Resources',
  native: `darwin-${processor}`,
  others: [
    'Frameworks/Electron Framework.framework/Electron Framework',
    'Frameworks/Paybench Helper.app/Contents/Info.plist',
    'Frameworks/Paybench Helper.app/Contents/MacOS/Paybench Helper',
    'Info.plist',
    'MacOS/Paybench',
    'Resources/icon.icns',
  ],
})

const windows = (processor: Processor, folder: string): Packed => ({
  system: 'win',
  processor,
  folder,
  fuses: 'Paybench.exe',
  resources: 'resources',
  native: `win32-${processor}`,
  others: ['LICENSE.electron.txt', 'LICENSES.chromium.html', 'Paybench.exe'],
})

const linux = (processor: Processor, folder: string): Packed => ({
  system: 'linux',
  processor,
  folder,
  fuses: 'paybench',
  resources: 'resources',
  native: `linux-${processor}`,
  others: [
    'LICENSE.electron.txt',
    'LICENSES.chromium.html',
    'chrome-sandbox',
    'paybench',
    'resources/apparmor-profile',
  ],
})

const packages: readonly Packed[] = [
  linux('x64', 'linux-unpacked'),
  linux('arm64', 'linux-arm64-unpacked'),
  windows('x64', 'win-unpacked'),
  windows('arm64', 'win-arm64-unpacked'),
  macOs('x64', 'mac'),
  macOs('arm64', 'mac-arm64'),
]

const nativeModule = (folder: string): string =>
  `node_modules/@photostructure/sqlite/prebuilds/${folder}/@photostructure+sqlite.glibc.node`

/** Patterns of all files in the archive, some of which have hashed names. No other file may be in it. */
const expectedFiles = (native: string): readonly RegExp[] => [
  /^\/package\.json$/,
  /^\/LICENSE$/,
  /^\/out\/main\/((index|foreign)-worker|index)\.js$/,
  /^\/out\/main\/chunks\/[\w-]+\.js$/,
  /^\/out\/preload\/index\.cjs$/,
  /^\/out\/renderer\/workbench\/index\.html$/,
  /^\/out\/renderer\/licences\.json$/,
  /^\/out\/renderer\/assets\/[\w.-]+\.(js|css|woff2)$/,
  /^\/out\/customer\/(form|methods|provider|merchant|shop)\.css$/,
  /^\/out\/scenarios\/(callbacks|clarification|form|methods|payments)\/[\w-]+\.yaml$/,
  /^\/out\/scenarios\/scenario\.schema\.json$/,
  /^\/out\/customer\/(form|merchant|shop|preview)\.js$/,
  /^\/node_modules\/@photostructure\/sqlite\/(package\.json|LICENSE)$/,
  /^\/node_modules\/@photostructure\/sqlite\/dist\/(index\.(cjs|mjs)|chunk-\w+\.mjs)$/,
  new RegExp(`^/${nativeModule(native).replaceAll('+', '\\+')}$`),
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

/** Lays the files out as the package would install them, and records its arguments. */
const fpm = `#!/bin/sh
for given; do
  [ "$last" = --architecture ] && tree="$RECORD/deb-$given"
  [ "$last" = --package ] && : > "$given"
  last=$given
done
mkdir -p "$tree" && printf '%s\\n' "$@" > "$tree.arguments"
for given; do
  case $given in
    *=/*) mkdir -p "$(dirname "$tree/\${given#*=/}")" && cp -R "\${given%%=/*}" "$tree/\${given#*=/}" || exit 1 ;;
  esac
done
`
const codesign = `#!/bin/sh
echo "$*" >> "$RECORD/codesign"
`

let folder = ''
const pathOf = ({ folder: name }: Packed, ...path: readonly string[]): string =>
  join(folder, 'dist', name, ...path)
const recordOf = (...path: readonly string[]): string => join(folder, 'record', ...path)
/** The extracted content of an archive. */
const program = ({ system, processor }: Packed): string => join(folder, 'extracted', `${system}-${processor}`)

test.describe.configure({ mode: 'serial' })
test.skip(process.platform !== 'linux', 'the stand-ins for the tools are for Linux')

test.beforeAll(async () => {
  // Six packages, on a machine that may do other work.
  test.setTimeout(300_000)
  folder = mkdtempSync(join(tmpdir(), 'paybench-package-'))
  for (const name of ['bin', 'record']) mkdirSync(join(folder, name))
  for (const [name, script] of Object.entries({ fpm, codesign })) {
    writeFileSync(join(folder, 'bin', name), script, { mode: 0o755 })
  }
  await Promise.all([pack('linux', 'deb'), pack('win', 'dir'), pack('mac', 'dir')])
  for (const one of packages) extractAll(pathOf(one, one.resources, 'app.asar'), program(one))
})

test.afterAll(() => {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

async function pack(system: System, target: string): Promise<void> {
  const runtime = join(folder, 'runtime', system)
  writeStubRuntime(runtime, system, expectedFuses)
  const builder = join(root, 'node_modules/electron-builder/out/cli/cli.js')
  const settings = [`-c.electronDist=${runtime}`, `-c.directories.output=${join(folder, 'dist')}`]
  const child = spawn(
    process.execPath,
    [builder, `--${system}`, target, '--x64', '--arm64', '--publish', 'never', ...settings],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        PATH: [join(folder, 'bin'), process.env['PATH']].join(delimiter),
        RECORD: recordOf(),
        USE_SYSTEM_FPM: 'true',
      },
    },
  )
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString('utf8')
    })
  }
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  expect(code, said).toBe(0)
  // electron-builder warns of missing metadata.
  expect(
    said.split('\n').filter((line) => /is missed|not set in package\.json|default Electron icon/.test(line)),
  ).toEqual([])
}

for (const one of packages) {
  test.describe(`for ${one.system}, ${one.processor}`, () => {
    test('the archive has exactly the expected files', () => {
      const files = filesBelow(program(one)).map((path) => `/${path}`)
      const expected = expectedFiles(one.native)
      expect(files.filter((file) => expected.every((pattern) => !pattern.test(file)))).toEqual([])
      expect(expected.filter((pattern) => !files.some((file) => pattern.test(file)))).toEqual([])
    })

    test('outside the archive are the runtime, its licences and the native module of this system', () => {
      expect(filesBelow(pathOf(one))).toEqual(
        [
          ...one.others,
          `${one.resources}/app.asar`,
          `${one.resources}/app.asar.unpacked/${nativeModule(one.native)}`,
        ].sort(),
      )
      const module = readFileSync(pathOf(one, `${one.resources}/app.asar.unpacked`, nativeModule(one.native)))
      expect(module.equals(readFileSync(join(root, nativeModule(one.native))))).toBe(true)
    })

    test('the runtime loads nothing but the archive', () => {
      expect(readFuses(readFileSync(pathOf(one, one.fuses)))).toEqual(expectedFuses)
    })
  })
}

test('the archive has the licences of all third-party components', () => {
  const { parts } = JSON.parse(readFileSync(join(root, 'out/renderer/licences.json'), 'utf8')) as {
    parts: readonly Readonly<Record<'name' | 'version' | 'licence' | 'text', string>>[]
  }
  for (const one of packages) {
    expect(JSON.parse(readFileSync(join(program(one), 'out/renderer/licences.json'), 'utf8'))).toEqual({
      parts,
    })
  }
  const names = new Set(parts.map(({ name }) => name))
  // The source maps of the main bundles are independent evidence, besides the list that the build made.
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

for (const processor of ['amd64', 'arm64']) {
  test(`the Debian package for ${processor} installs the program, icons, and an entry for links and session files`, () => {
    const tree = `deb-${processor}`
    const installed = filesBelow(recordOf(tree)).filter((name) => !name.startsWith('opt/'))
    const sizes = [16, 32, 48, 64, 128, 256, 512, 1024]
    expect(installed).toEqual(
      [
        'usr/share/applications/paybench.desktop',
        ...sizes.map((size) => `usr/share/icons/hicolor/${size}x${size}/apps/paybench.png`),
        'usr/share/mime/packages/paybench.xml',
      ].sort(),
    )
    for (const size of sizes) {
      const image = readFileSync(recordOf(tree, `usr/share/icons/hicolor/${size}x${size}/apps/paybench.png`))
      // PNG: the header begins at byte 12, width and height at 16 and 20.
      expect([image.readUInt32BE(16), image.readUInt32BE(20)]).toEqual([size, size])
    }
    expect(filesBelow(recordOf(tree, 'opt/Paybench'))).toContain('resources/app.asar')
    const entry = readFileSync(recordOf(tree, 'usr/share/applications/paybench.desktop'), 'utf8').split('\n')
    expect(entry).toEqual(
      expect.arrayContaining([
        'Exec=/opt/Paybench/paybench %U',
        'Icon=paybench',
        // The name of the window: `desktopName` in package.json.
        'StartupWMClass=paybench',
        'MimeType=application/x-paybench-session;x-scheme-handler/paybench;',
        'Categories=Development;',
      ]),
    )
    const types = readFileSync(recordOf(tree, 'usr/share/mime/packages/paybench.xml'), 'utf8')
    expect(types).toContain('<mime-type type="application/x-paybench-session">')
    expect(types).toContain('<glob pattern="*.paybench"/>')
    const given = readFileSync(recordOf(`${tree}.arguments`), 'utf8').split('\n')
    expect(given).toEqual(expect.arrayContaining(['--maintainer', '--url', '--license', 'MIT']))
  })
}

for (const one of packages.filter(({ system }) => system === 'mac')) {
  test(`macOS, ${one.processor}: the bundle has an icon, opens links and session files, and is signed`, () => {
    const list = readFileSync(pathOf(one, 'Info.plist'), 'utf8').replaceAll(/>\s+</g, '><')
    for (const entry of [
      '<key>CFBundleExecutable</key><string>Paybench</string>',
      '<key>CFBundleIconFile</key><string>icon.icns</string>',
      '<key>CFBundleURLSchemes</key><array><string>paybench</string></array>',
      '<key>CFBundleTypeExtensions</key><array><string>paybench</string></array>',
    ]) {
      expect(list).toContain(entry)
    }
    const icon = readFileSync(pathOf(one, 'Resources/icon.icns'))
    expect([icon.toString('latin1', 0, 4), icon.readUInt32BE(4)]).toEqual(['icns', icon.length])
    const bundle = pathOf(one).replace(/\/Contents$/, '')
    const signings = readFileSync(recordOf('codesign'), 'utf8').split('\n')
    // Setting the fuses invalidates the signature, and Apple Silicon refuses a program with an invalid one.
    expect(signings.filter((line) => line.includes('--sign -') && line.endsWith(bundle))).not.toEqual([])
  })
}

for (const one of packages.filter(({ system }) => system === 'win')) {
  test(`Windows, ${one.processor}: the executable has the name, the icon and the digest of the archive`, () => {
    const { product, icons, integrity } = readWindowsExecutable(readFileSync(pathOf(one, 'Paybench.exe')))
    expect({ product, icons }).toEqual({ product: 'Paybench', icons: [6] })
    expect(integrity).toContain('app.asar')
  })
}

test('the Windows uninstaller removes the link handler that the program registers', () => {
  const script = readFileSync(join(root, 'resources/installer.nsh'), 'utf8')
  expect(script).toContain('!macro customUnInstall\n')
  expect(script).toContain(`DeleteRegKey HKCU "Software\\Classes\\${LINK_SCHEME}"`)
})

test('the packaged program opens its window and ends cleanly', async () => {
  const own = packages.find(({ system, processor }) => system === 'linux' && processor === process.arch)
  if (own === undefined) throw new Error(`no package is made for ${process.arch}`)
  // Without a port for it, the workbench is not served.
  const ports = FREE_PORTS.filter((option) => !option.startsWith('--workbench'))
  const { host, page, disconnect } = await launchDesktop({
    main: join(program(own), 'out/main/index.js'),
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
