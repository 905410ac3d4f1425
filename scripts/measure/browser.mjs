import { chromiumSwitches } from '../chromium-switches.mjs'
import { ensureChromium } from '../chromium.mjs'

/** Pages of Chromium's own that it loads beside every new window, on the cores that are measured. */
const ownPages = ['WebUIOmniboxPopup', 'WebUIOmniboxFullPopup', 'WebUIOmniboxAimPopup', 'OmniboxPopup']

/** The bar of a list is needed to be dragged. */
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
