import { ensureChromium } from '../chromium.mjs'

/** No sandbox and no GPU: containers have neither. The bar of a list is needed to be dragged. */
const options = {
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
  ignoreDefaultArgs: ['--hide-scrollbars'],
}

/** @returns {Promise<import('playwright-core').Browser>} a headless Chromium with the scroll bars of a desktop */
export const launchChromium = async () => {
  const executablePath = await ensureChromium()
  const { chromium } = await import('playwright-core')
  return chromium.launch({ ...options, executablePath })
}
