import { say } from '../project.mjs'
import { installByApt, mayUseApt } from './apt.mjs'
import { findProgram, versionOf, whyMissing } from './find.mjs'

/** @typedef {import('./table.mjs').Program} Program */
/** @typedef {{path: string, version: string} | {reason: string}} Found */
/**
 * How programs are found and installed; tests pass their own functions.
 * @typedef {object} Means
 * @property {boolean} mayInstall
 * @property {(packages: readonly string[]) => Promise<string | undefined>} install returns why it failed
 * @property {(program: Program) => string | undefined} find
 * @property {(program: Program, path: string) => Promise<{version: string} | {reason: string}>} version
 */

/** @returns {Means} */
const ownMeans = () => ({
  mayInstall: mayUseApt(),
  install: installByApt,
  find: findProgram,
  version: versionOf,
})

/**
 * Finds programs and installs the missing ones together, if that is possible without a password.
 * Progress goes to standard error.
 * @param {readonly Program[]} wanted
 * @param {Means} [means]
 * @returns {Promise<ReadonlyMap<Program, Found>>} path and version of each, or why it cannot be used
 */
export const ensurePrograms = async (wanted, means = ownMeans()) => {
  const missing = wanted.filter((program) => means.find(program) === undefined)
  /** @type {string | undefined} */
  let failure
  if (missing.length > 0 && means.mayInstall) {
    say(`Installing ${missing.map(({ title }) => title).join(', ')}`)
    const started = Date.now()
    failure = await means.install(missing.map(({ aptPackage }) => aptPackage))
    say(`Programs installed in ${Math.round((Date.now() - started) / 1000)} s`)
  }
  /** @type {Map<Program, Found>} */
  const found = new Map()
  for (const program of wanted) {
    const path = means.find(program)
    if (path === undefined) {
      const because = failure === undefined ? '' : ` (${failure})`
      found.set(program, { reason: `${whyMissing(program)}${because}` })
      continue
    }
    const result = await means.version(program, path)
    found.set(program, 'version' in result ? { path, version: result.version } : result)
  }
  return found
}

/**
 * @param {ReadonlyMap<Program, Found>} found
 * @returns {readonly string[]} a line for each: what was found and where, or what is left out and why
 */
export const describePrograms = (found) =>
  [...found].map(([program, one]) =>
    'path' in one
      ? `${program.title}: ${one.version} (${one.path})`
      : `${program.title}: ${one.reason}. Left out: ${program.tests}`,
  )
