import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { customerSources } from './customer-scripts/sources.mjs'
import { runQuietly, showProgress } from './progress.mjs'
import { projectRoot, say, toolEnvironment } from './project.mjs'

const inputFiles = [
  'package.json',
  'package-lock.json',
  'electron.vite.config.ts',
  'tsconfig.base.json',
  'scripts/build-customer.mjs',
]
const inputFolders = [
  'src-main',
  'src-renderer',
  'resources/scenarios',
  'scripts/customer-scripts',
  'scripts/licences',
]

const outputs = [
  'out/main/index.js',
  'out/main/host.js',
  'out/main/index-worker.js',
  'out/main/foreign-worker.js',
  'out/preload/index.cjs',
  'out/renderer/workbench/index.html',
  'out/renderer/licences.json',
  'out/scenarios/scenario.schema.json',
  ...Object.keys(customerSources).map((name) => `out/customer/${name}`),
]

/** Bundles whose packages are recorded, besides the customer's scripts, which are recorded under their file names. */
const bundles = ['main', 'preload', 'renderer']

const stampFile = join(projectRoot, 'out/.built-from')

/** @param {string} name */
const isTest = (name) => /\.test\.tsx?$/.test(name)

/**
 * A digest of the names and contents of all files that the build reads.
 * @param {string} root
 */
export const digestOfInputs = (root) => {
  const hash = createHash('sha256')
  const files = inputFolders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && !isTest(entry.name))
        .map((entry) => join(entry.parentPath, entry.name)),
    )
    .sort()
  for (const file of [...inputFiles.map((name) => join(root, name)), ...files]) {
    const content = readFileSync(file)
    hash.update(`${file.slice(root.length)}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

/** @returns {readonly string[]} the missing outputs */
const missingOutputs = () => outputs.filter((file) => !existsSync(join(projectRoot, file)))

/** @returns {boolean} whether the build exists and matches the sources */
export const isBuilt = () => {
  try {
    return missingOutputs().length === 0 && readFileSync(stampFile, 'utf8') === digestOfInputs(projectRoot)
  } catch {
    return false
  }
}

/**
 * Builds all of {@link outputs} if one is missing, or if an input has changed since the last build.
 * Progress goes to standard error, and so does the output of a tool that fails.
 * @param {string} [step] prefix of its progress lines
 */
export const ensureBuild = async (step = '') => {
  if (isBuilt()) return
  const started = Date.now()
  const endProgress = showProgress(
    step,
    () => `building, ${outputs.length - missingOutputs().length} of ${outputs.length} files`,
  )
  await build().finally(endProgress)
  say(`Built in ${((Date.now() - started) / 1000).toFixed(1)} s`)
}

/** @returns {Promise<void>} */
const build = async () => {
  const digest = digestOfInputs(projectRoot)
  rmSync(join(projectRoot, 'out'), { recursive: true, force: true })
  const tool = join(projectRoot, 'node_modules/electron-vite/bin/electron-vite.js')
  await runQuietly('the build', [process.execPath, tool, 'build', '--logLevel', 'warn'], {
    cwd: projectRoot,
    env: toolEnvironment(),
  })
  const { buildCustomerFiles } = await import('./build-customer.mjs')
  const { keepPackages, writeLicences } = await import('./licences/write-licences.mjs')
  await buildCustomerFiles(join(projectRoot, 'out/customer'), (name) => [keepPackages(name)])
  cpSync(join(projectRoot, 'resources/scenarios'), join(projectRoot, 'out/scenarios'), { recursive: true })
  const scripts = Object.keys(customerSources).filter((name) => name.endsWith('.js'))
  // This compiler is named here, because the bundler does not see the helpers that it adds to the customer's scripts.
  writeLicences(join(projectRoot, 'out/renderer/licences.json'), [...bundles, ...scripts], ['@swc/core'])
  const missing = missingOutputs()
  if (missing.length > 0) throw new Error(`the build left out ${missing.join(', ')}`)
  mkdirSync(join(projectRoot, 'out'), { recursive: true })
  writeFileSync(stampFile, digest)
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await ensureBuild()
}
