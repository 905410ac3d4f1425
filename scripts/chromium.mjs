import { join } from 'node:path'
import { ended, startChild } from './child-process.mjs'
import { ensurePrograms } from './external-programs/ensure.mjs'
import { findProgram } from './external-programs/find.mjs'
import { chromiumProgram } from './external-programs/table.mjs'
import { messageOf, projectRoot, say, toolEnvironment } from './project.mjs'

/**
 * Finds a browser that the tests can drive: from CHROMIUM_PATH, by the usual names and places, or Playwright's own.
 * @returns {string | undefined} its path
 */
export const findChromium = () => findProgram(chromiumProgram)

/**
 * Runs the Chromium installer of Playwright, which is one of the npm dependencies.
 * @returns {Promise<string | undefined>} its path; undefined if the installation failed
 */
export const installPlaywrightChromium = async () => {
  say('Installing Chromium for Playwright')
  try {
    const child = startChild(
      process.execPath,
      [join(projectRoot, 'node_modules/playwright-core/cli.js'), 'install', 'chromium'],
      { cwd: projectRoot, env: toolEnvironment(), stdio: ['ignore', 2, 2] },
    )
    await ended(child)
  } catch (error) {
    say(`Playwright's installer could not be started: ${messageOf(error)}`)
  }
  return findChromium()
}

/**
 * Finds a Chromium and, if there is none, installs one with progress on standard error.
 * @returns {Promise<string>} its path
 */
export const ensureChromium = async () => {
  const found = (await ensurePrograms([chromiumProgram])).get(chromiumProgram)
  const path = found !== undefined && 'path' in found ? found.path : await installPlaywrightChromium()
  if (path !== undefined) return path
  throw new Error('no Chromium could be found or installed: install one and give its path in CHROMIUM_PATH')
}
