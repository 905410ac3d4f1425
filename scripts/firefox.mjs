import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { ended, startChild } from './child-process.mjs'
import { projectRoot, say, toolEnvironment } from './project.mjs'

const names = ['firefox-esr', 'firefox']

/** Places outside of PATH, by system. */
const places = {
  darwin: ['/Applications/Firefox.app/Contents/MacOS/firefox'],
  win32: ['PROGRAMFILES', 'PROGRAMFILES(X86)']
    .flatMap((variable) => process.env[variable] ?? [])
    .map((folder) => join(folder, 'Mozilla Firefox/firefox.exe')),
}

/** @param {string} file */
const isExecutable = (file) => {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * A Firefox that the tests can drive: FIREFOX_PATH, or the usual names and places.
 * @returns {string | undefined}
 */
export const findFirefox = () => {
  const given = process.env['FIREFOX_PATH']
  if (given !== undefined && given !== '') {
    if (!isExecutable(given))
      throw new Error(`FIREFOX_PATH names ${given}, which cannot be run: correct or unset it`)
    return given
  }
  const onPath = (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .flatMap((folder) => names.map((name) => join(folder, name)))
  const usual = process.platform === 'darwin' || process.platform === 'win32' ? places[process.platform] : []
  return [...onPath, ...usual].find(isExecutable)
}

/**
 * @param {string[]} args
 * @returns {Promise<boolean>} whether it succeeded
 */
const apt = async (args) => {
  say(`  apt-get ${args.join(' ')}`)
  try {
    const child = startChild('apt-get', args, {
      cwd: projectRoot,
      env: { ...toolEnvironment(), DEBIAN_FRONTEND: 'noninteractive' },
      stdio: ['ignore', 2, 2],
    })
    return (await ended(child)).code === 0
  } catch {
    return false
  }
}

/**
 * Finds a Firefox and, where there is none, tries to install Firefox ESR with progress on standard error.
 * @returns {Promise<{path: string} | {reason: string}>} its path, or why the tests in Firefox are skipped
 */
export const ensureFirefox = async () => {
  const found = findFirefox()
  if (found !== undefined) return { path: found }
  const mayUseApt = process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (!mayUseApt) {
    return { reason: 'no Firefox was found: install one, or give its path in FIREFOX_PATH' }
  }
  say('No Firefox found: installing Firefox ESR')
  const install = ['install', '-y', '--no-install-recommends', 'firefox-esr']
  if (!(await apt(install))) {
    await apt(['update'])
    await apt(install)
  }
  const installed = findFirefox()
  return installed === undefined
    ? {
        reason:
          'no Firefox was found, and apt-get could not install firefox-esr: give its path in FIREFOX_PATH',
      }
    : { path: installed }
}
