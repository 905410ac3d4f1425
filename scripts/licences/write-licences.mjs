import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { projectRoot } from '../project.mjs'
import { bundledPackages } from './bundled-packages.mjs'
import { readLicence } from './read-licence.mjs'

/** @typedef {{name: string, folder: string | null}} Found */

const foundFolder = join(projectRoot, 'out/.packages')

/**
 * A plugin that records, for {@link writeLicences}, the packages whose code is in one bundle.
 * @param {string} bundle
 * @returns {import('vite').Plugin}
 */
export const keepPackages = (bundle) =>
  bundledPackages((packages) => {
    mkdirSync(foundFolder, { recursive: true })
    writeFileSync(join(foundFolder, `${bundle}.json`), JSON.stringify(packages))
  })

/**
 * @param {string} name
 * @param {string} from folder in which the lookup starts
 * @returns {string}
 */
const folderOfPackage = (name, from) => {
  const paths = createRequire(join(from, 'package.json')).resolve.paths(name) ?? []
  for (const folder of paths) {
    try {
      readFileSync(join(folder, name, 'package.json'))
      return join(folder, name)
    } catch {
      // Not here: look in the folder above.
    }
  }
  throw new Error(`${name} is not installed`)
}

/**
 * The packages installed beside the bundle, with all their dependencies.
 * @param {string} from
 * @returns {string[]}
 */
const packagesBesideBundle = (from) => {
  /** @type {{dependencies?: Record<string, string>}} */
  const { dependencies = {} } = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8'))
  return Object.keys(dependencies).flatMap((name) => {
    const folder = folderOfPackage(name, from)
    return [folder, ...packagesBesideBundle(folder)]
  })
}

/**
 * Writes the licences of all third-party packages in the program, each once.
 * @param {string} file
 * @param {readonly string[]} bundles names given to {@link keepPackages}; the build fails if one reported nothing
 * @param {readonly string[]} tools packages whose code we ship although no module graph contains it
 */
export const writeLicences = (file, bundles, tools) => {
  const reported = readdirSync(foundFolder).map((name) => name.replace(/\.json$/, ''))
  const silent = bundles.filter((bundle) => !reported.includes(bundle))
  if (silent.length > 0) throw new Error(`no packages were reported for ${silent.join(', ')}`)
  /** @type {Found[]} */
  const found = reported.flatMap((name) =>
    JSON.parse(readFileSync(join(foundFolder, `${name}.json`), 'utf8')),
  )
  const folders = new Set([
    ...found.map(({ name, folder }) => folder ?? folderOfPackage(name, projectRoot)),
    ...tools.map((name) => folderOfPackage(name, projectRoot)),
    ...packagesBesideBundle(projectRoot),
  ])
  const byName = new Map(
    [...folders].map((folder) => {
      const licence = readLicence(folder)
      return [`${licence.name}@${licence.version}`, licence]
    }),
  )
  const parts = [...byName].toSorted(([left], [right]) => (left < right ? -1 : 1)).map(([, part]) => part)
  writeFileSync(file, `${JSON.stringify({ parts }, null, 1)}\n`)
  rmSync(foundFolder, { recursive: true })
}
