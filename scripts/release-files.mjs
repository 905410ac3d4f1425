/**
 * `npm run release-files -- FOLDER`: adds the files that accompany the packages of a release.
 * `paybench-VERSION.cdx.json` lists all third-party software in them, `SHA256SUMS` the digest of each file.
 *
 * `npm sbom` cannot make the list: the bundled packages are devDependencies, as are tools that no package contains.
 * The list has the packages that the bundler found in its module graph, as the window shows them, and the runtime.
 */
import { createHash } from 'node:crypto'
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ensureBuild } from './build.mjs'
import { projectRoot, say } from './project.mjs'

/** @typedef {{name: string, version: string, licence: string}} Part */

/** @param {string} path @returns {any} */
const readJson = (path) => JSON.parse(readFileSync(join(projectRoot, path), 'utf8'))

/** @param {Part} part */
const component = ({ name, version, licence }) => {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
  return { type: 'library', 'bom-ref': purl, name, version, licenses: [{ expression: licence }], purl }
}

/** @returns {string} a bill of materials in CycloneDX format */
const billOfMaterials = () => {
  const own = readJson('package.json')
  /** @type {{parts: Part[]}} */
  const { parts } = readJson('out/renderer/licences.json')
  const { version, license } = readJson('node_modules/electron/package.json')
  const runtime = {
    ...component({ name: 'electron', version, licence: license }),
    type: 'framework',
    description:
      'Only in the desktop packages. It contains Chromium and Node.js: their licences are in LICENSES.chromium.html of each package.',
  }
  return JSON.stringify(
    {
      $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      version: 1,
      metadata: {
        component: {
          ...component({ name: own.name, version: own.version, licence: own.license }),
          type: 'application',
        },
      },
      components: [runtime, ...parts.map(component)],
    },
    null,
    1,
  )
}

const [given] = process.argv.slice(2)
if (given === undefined) {
  say('Which folder? Name the one with the packages: npm run release-files -- FOLDER')
  process.exitCode = 2
} else {
  await ensureBuild()
  const folder = resolve(given)
  const { version } = readJson('package.json')
  writeFileSync(join(folder, `paybench-${version}.cdx.json`), `${billOfMaterials()}\n`)
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'SHA256SUMS')
    .map(({ name }) => name)
    .sort()
  const lines = names.map((name) => {
    const digest = createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex')
    return `${digest}  ${name}\n`
  })
  writeFileSync(join(folder, 'SHA256SUMS'), lines.join(''))
  say(`Wrote the bill of materials and the digests of ${names.length} files`)
}
