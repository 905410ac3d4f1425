import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { projectRoot } from '../project.mjs'

/**
 * A system program that the tests run.
 * @typedef {object} Program
 * @property {string} title as people know it
 * @property {string} variable environment variable that gives its path
 * @property {readonly string[]} names of its executable in the folders of PATH, the preferred one first
 * @property {Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>>} [places] where to look for it outside PATH
 * @property {() => string | undefined} [elsewhere] looks for it in all other places
 * @property {readonly string[]} [versionArguments] that make it print its version and exit, if not `--version`
 * @property {string} aptPackage its package in Debian
 * @property {string} tests what cannot run without it
 */

/**
 * @param {readonly string[]} variables that name folders on Windows
 * @param {readonly string[]} files below them
 */
const onWindows = (variables, files) =>
  variables
    .flatMap((variable) => process.env[variable] ?? [])
    .flatMap((folder) => files.map((file) => join(folder, file)))

/** @returns {string | undefined} the Chromium of Playwright, if its installer has been run */
const playwrightChromium = () => {
  const library = join(projectRoot, 'node_modules/playwright-core')
  if (!existsSync(join(library, 'package.json'))) return undefined
  /** @type {typeof import('playwright-core')} */
  const { chromium } = createRequire(import.meta.url)(library)
  const path = chromium.executablePath()
  return existsSync(path) ? path : undefined
}

/** @type {Program} */
export const chromiumProgram = {
  title: 'Chromium',
  variable: 'CHROMIUM_PATH',
  names: [
    'chromium',
    'chromium-browser',
    'google-chrome',
    'google-chrome-stable',
    'chrome',
    'microsoft-edge',
  ],
  places: {
    darwin: [
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
      '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
    ],
    win32: onWindows(
      ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'],
      [
        'Google/Chrome/Application/chrome.exe',
        'Chromium/Application/chrome.exe',
        'Microsoft/Edge/Application/msedge.exe',
      ],
    ),
  },
  elsewhere: playwrightChromium,
  versionArguments: ['--version', '--no-sandbox'],
  aptPackage: 'chromium',
  tests: 'tests in a browser',
}

/** @type {Program} */
export const firefoxProgram = {
  title: 'Firefox',
  variable: 'FIREFOX_PATH',
  names: ['firefox-esr', 'firefox'],
  places: {
    darwin: ['/Applications/Firefox.app/Contents/MacOS/firefox'],
    win32: onWindows(['PROGRAMFILES', 'PROGRAMFILES(X86)'], ['Mozilla Firefox/firefox.exe']),
  },
  aptPackage: 'firefox-esr',
  tests: 'tests in Firefox',
}

/** @type {Program} */
export const pythonProgram = {
  title: 'Python',
  variable: 'PYTHON_PATH',
  names: ['python3'],
  aptPackage: 'python3',
  tests: 'signing code in Python',
}

/** @type {Program} */
export const phpProgram = {
  title: 'PHP',
  variable: 'PHP_PATH',
  names: ['php'],
  aptPackage: 'php-cli',
  tests: 'signing code in PHP',
}

/** @type {Program} */
export const curlProgram = {
  title: 'curl',
  variable: 'CURL_PATH',
  names: ['curl'],
  aptPackage: 'curl',
  tests: 'commands for a shell',
}

/** @type {Program} */
export const opensslProgram = {
  title: 'OpenSSL',
  variable: 'OPENSSL_PATH',
  names: ['openssl'],
  versionArguments: ['version'],
  aptPackage: 'openssl',
  tests: 'commands for a shell',
}

/** @type {readonly Program[]} every program that a step of `npm test` may need */
export const programs = [
  chromiumProgram,
  firefoxProgram,
  pythonProgram,
  phpProgram,
  curlProgram,
  opensslProgram,
]
