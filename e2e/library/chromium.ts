import { chromium, type Browser } from 'playwright-core'
import { chromiumSwitches } from '../../scripts/chromium-switches.mjs'
import { findChromium } from '../../scripts/chromium.mjs'

/** Starts the Chromium of this machine for unit tests. `npm test` has found or installed one before. */
export function openChromium(): Promise<Browser> {
  const executablePath = findChromium()
  if (executablePath === undefined) {
    throw new Error(
      'No Chromium was found: run `npm test -- unit`, which installs one, or give its path in CHROMIUM_PATH',
    )
  }
  return chromium.launch({ executablePath, args: [...chromiumSwitches] })
}
