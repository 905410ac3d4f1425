import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { ended, startChild } from './child-process.mjs'
import { projectRoot, say, toolEnvironment } from './project.mjs'

const names = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
]

/** Places outside of PATH, by system. */
const places = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA']
    .flatMap((variable) => process.env[variable] ?? [])
    .flatMap((folder) => [
      join(folder, 'Google/Chrome/Application/chrome.exe'),
      join(folder, 'Chromium/Application/chrome.exe'),
      join(folder, 'Microsoft/Edge/Application/msedge.exe'),
    ]),
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
 * @returns {Promise<string | undefined>} Playwright's own Chromium, where its installer has been run
 */
const playwrightChromium = async () => {
  const { chromium } = await import('playwright-core')
  const path = chromium.executablePath()
  return existsSync(path) ? path : undefined
}

/**
 * A browser that the tests can drive: CHROMIUM_PATH, the usual names and places, or the one of Playwright.
 * @returns {Promise<string | undefined>}
 */
export const findChromium = async () => {
  const given = process.env['CHROMIUM_PATH']
  if (given !== undefined && given !== '') {
    if (!isExecutable(given))
      throw new Error(`CHROMIUM_PATH names ${given}, which cannot be run: correct or unset it`)
    return given
  }
  const onPath = (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .flatMap((folder) => names.map((name) => join(folder, name)))
  const usual = process.platform === 'darwin' || process.platform === 'win32' ? places[process.platform] : []
  return [...onPath, ...usual].find(isExecutable) ?? (await playwrightChromium())
}

/**
 * @param {string} command
 * @param {string[]} args
 * @returns {Promise<boolean>} whether it succeeded
 */
const attempt = async (command, args) => {
  say(`  ${command === process.execPath ? 'node' : command} ${args.join(' ')}`)
  try {
    const child = startChild(command, args, {
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
 * Finds a Chromium and, where there is none, installs one with progress on standard error.
 * @returns {Promise<string>} its path
 */
export const ensureChromium = async () => {
  const found = await findChromium()
  if (found !== undefined) return found
  say('No Chromium found: installing one')
  const mayUseApt = process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (mayUseApt) {
    const install = ['install', '-y', '--no-install-recommends', 'chromium']
    if (!(await attempt('apt-get', install))) {
      await attempt('apt-get', ['update'])
      await attempt('apt-get', install)
    }
  }
  if ((await findChromium()) === undefined) {
    await attempt(process.execPath, [
      join(projectRoot, 'node_modules/playwright-core/cli.js'),
      'install',
      'chromium',
    ])
  }
  const installed = await findChromium()
  if (installed === undefined) {
    throw new Error('no Chromium could be found or installed: install one and give its path in CHROMIUM_PATH')
  }
  return installed
}
