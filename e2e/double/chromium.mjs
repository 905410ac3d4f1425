import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { chromiumSwitches } from '../../scripts/chromium-switches.mjs'
import { findChromium } from '../../scripts/chromium.mjs'

/** @typedef {import('playwright-core').BrowserContext} BrowserContext */

const switches = [...chromiumSwitches, '--remote-debugging-port=0']

/**
 * Adds a switch that the program sets before its Chromium starts.
 * @param {string} name
 * @param {string} [value]
 */
export const appendSwitch = (name, value) => {
  if (opened !== undefined) throw new Error(`--${name} comes too late: Chromium is running`)
  switches.push(value === undefined ? `--${name}` : `--${name}=${value}`)
}

/** @type {Promise<BrowserContext> | undefined} */
let opened

/** @type {string | undefined} */
let profile

/**
 * The one Chromium behind all windows. Its profile is inside `userData`, so that what a page stores survives a restart.
 * @param {string} userData
 * @returns {Promise<BrowserContext>}
 */
export const openChromium = (userData) => {
  profile = join(userData, 'double-profile')
  const executablePath = findChromium()
  return (opened ??= chromium.launchPersistentContext(profile, {
    ...(executablePath === undefined ? {} : { executablePath }),
    headless: true,
    viewport: null,
    args: switches,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  }))
}

/** @returns {Promise<BrowserContext>} the context that `openChromium` has opened */
export const theChromium = () => {
  if (opened === undefined) throw new Error('A window was opened before app.whenReady()')
  return opened
}

/** @returns {string} where a second client can attach */
export const debuggerAddress = () => {
  const [port] = readFileSync(join(profile ?? '', 'DevToolsActivePort'), 'utf8').split('\n')
  return `http://127.0.0.1:${port}`
}

export const closeChromium = async () => {
  const context = await opened?.catch(() => undefined)
  await context?.close().catch(() => undefined)
}
