/**
 * `npm run tarball`: the published package, `dist/paybench-VERSION.tgz`. It contains everything needed at run time, so
 * that it installs into an empty folder without a network. The last line on standard output is its path.
 */
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuild } from './build.mjs'
import { ended, passSignalsOn, startChild } from './child-process.mjs'
import { projectRoot, say, toolEnvironment } from './project.mjs'
import { bundlePrograms } from './tarball/bundles.mjs'
import { writeDeclarations } from './tarball/declarations.mjs'
import { publishedPackage } from './tarball/package-file.mjs'

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

/** @param {string} folder of the package @param {string} target where the tarball goes */
const pack = async (folder, target) => {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const child = startChild(npm, ['pack', '--silent', '--ignore-scripts', '--pack-destination', target], {
    cwd: folder,
    env: toolEnvironment(),
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  })
  const { code } = await ended(child)
  if (code !== 0) throw new Error(`npm pack ended with ${String(code)}`)
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
await pack(folder, dist)
say(`Packed in ${((Date.now() - started) / 1000).toFixed(1)} s`)
process.stdout.write(`${join(dist, `paybench-${description.version}.tgz`)}\n`)
