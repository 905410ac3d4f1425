import { chromiumSwitches } from '../chromium-switches.mjs'
import { ensureChromium } from '../chromium.mjs'

/** Chromium's own pages, which it loads with every new window on the measured cores. */
const ownPages = ['WebUIOmniboxPopup', 'WebUIOmniboxFullPopup', 'WebUIOmniboxAimPopup', 'OmniboxPopup']

/** The scroll bar must be visible to be dragged. */
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
