/**
 * `npm run tarball`: packs the published package, `dist/paybench-VERSION.tgz`. It has everything needed at run time, so
 * that it installs into an empty folder without a network. The last line on standard output is its path.
 */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { ensureBuild } from './build.mjs'
import { passSignalsOn } from './child-process.mjs'
import { npmCommand } from './dependencies.mjs'
import { runQuietly } from './progress.mjs'
import { projectRoot, say, toolEnvironment } from './project.mjs'
import { writeDeclarations } from './tarball/declarations.mjs'

/** @param {string} name */
const entry = (name) => ({
  types: `./types/client/${name === 'client' ? 'index' : name}.d.ts`,
  default: `./main/${name}.js`,
})

/** The package.json of the published package. */
const publishedPackage = () => {
  const own = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'))
  const native = '@photostructure/sqlite'
  return {
    name: own.name,
    version: own.version,
    description: own.description,
    license: own.license,
    author: own.author,
    type: 'module',
    engines: own.engines,
    bin: { paybench: 'main/cli.js' },
    exports: {
      './client': entry('client'),
      './playwright': entry('playwright'),
      './scenarios/*': './scenarios/*',
      './package.json': './package.json',
    },
    files: ['main', 'renderer', 'customer', 'types', 'scenarios'],
    dependencies: { [native]: own.dependencies[native] },
    bundleDependencies: [native],
    peerDependencies: { '@playwright/test': '>=1.50.0' },
    peerDependenciesMeta: { '@playwright/test': { optional: true } },
  }
}

const programs = {
  host: 'src-main/hosts/node/index.ts',
  'index-worker': 'src-main/hosts/index-worker.ts',
  'foreign-worker': 'src-main/hosts/foreign-worker.ts',
  cli: 'src-main/hosts/cli/index.ts',
  client: 'src-main/client/index.ts',
  playwright: 'src-main/client/playwright.ts',
}

/** Not bundled: the native module, and what users of the fixtures install themselves. */
const external = ['@photostructure/sqlite', '@playwright/test']

/** @param {string} folder */
const bundlePrograms = (folder) =>
  build({
    configFile: false,
    root: projectRoot,
    logLevel: 'error',
    build: {
      ssr: true,
      target: 'node20.19',
      outDir: folder,
      emptyOutDir: true,
      rolldownOptions: {
        input: Object.fromEntries(
          Object.entries(programs).map(([name, path]) => [name, join(projectRoot, path)]),
        ),
        // All in one folder: the programs find each other and the window's files relative to themselves.
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
    ssr: { noExternal: true, external },
  })

const bundled = ['@photostructure/sqlite', 'node-gyp-build', 'node-addon-api']

/** Sources and documents of the native module, which are not needed: only its prebuilt binary runs. */
const notNeeded =
  /[/\\]@photostructure[/\\]sqlite[/\\](src|scripts|binding\.gyp|[A-Z]+\.md)$|\.d\.[cm]?ts$|\.map$/

/** @param {string} folder */
const copyBundled = (folder) => {
  for (const name of bundled) {
    cpSync(join(projectRoot, 'node_modules', name), join(folder, 'node_modules', name), {
      recursive: true,
      filter: (path) => !notNeeded.test(path),
    })
  }
}

passSignalsOn()
await ensureBuild()
const started = Date.now()
const dist = join(projectRoot, 'dist')
const folder = join(dist, 'package')
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
await Promise.all([bundlePrograms(join(folder, 'main')), writeDeclarations(join(folder, 'types'))])
for (const name of ['renderer', 'customer']) {
  cpSync(join(projectRoot, 'out', name), join(folder, name), { recursive: true })
}
cpSync(join(projectRoot, 'resources/scenarios'), join(folder, 'scenarios'), { recursive: true })
copyBundled(folder)
cpSync(join(projectRoot, 'LICENSE'), join(folder, 'LICENSE'))
cpSync(join(projectRoot, 'scripts/tarball/README.md'), join(folder, 'README.md'))
const description = publishedPackage()
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(description, null, 2)}\n`)
const { command, args, shell } = npmCommand()
const what = ['pack', '--silent', '--ignore-scripts', '--pack-destination', dist]
await runQuietly('npm pack', [command, ...args, ...what], { cwd: folder, env: toolEnvironment(), shell })
say(`Packed in ${((Date.now() - started) / 1000).toFixed(1)} s`)
process.stdout.write(`${join(dist, `paybench-${description.version}.tgz`)}\n`)
