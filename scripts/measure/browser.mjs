import { chromiumSwitches } from '../chromium-switches.mjs'
import { ensureChromium } from '../chromium.mjs'

/** Internal pages that Chromium loads with every new window; disabled, because they would distort the measurement. */
const ownPages = ['WebUIOmniboxPopup', 'WebUIOmniboxFullPopup', 'WebUIOmniboxAimPopup', 'OmniboxPopup']

/** Keeps the scroll bars, so that pages are laid out as on a desktop. */
const options = {
  args: [...chromiumSwitches, `--disable-features=${ownPages.join(',')}`],
  ignoreDefaultArgs: ['--hide-scrollbars'],
}

/** @returns {Promise<import('playwright-core').Browser>} a headless Chromium with the scroll bars of a desktop */
export const launchChromium = async () => {
  const executablePath = await ensureChromium()
  const { chromium } = await import('playwright-core')
  return chromium.launch({ ...options, executablePath })
}
