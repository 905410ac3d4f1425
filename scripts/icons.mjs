/** `npm run icons`: draws resources/icon.svg in the sizes that the installers are made from. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { chromiumSwitches } from './chromium-switches.mjs'
import { ensureChromium } from './chromium.mjs'
import { projectRoot, say } from './project.mjs'

/** Linux desktops take a folder of sizes; the others are converted from the largest. */
const sizes = [16, 32, 48, 64, 128, 256, 512, 1024]

const drawing = readFileSync(join(projectRoot, 'resources/icon.svg'), 'utf8')
const browser = await chromium.launch({
  executablePath: await ensureChromium(),
  args: chromiumSwitches,
})
try {
  for (const size of sizes) {
    const page = await browser.newPage({ viewport: { width: size, height: size } })
    await page.setContent(
      `<style>body { margin: 0 } svg { display: block; width: 100vw; height: 100vh }</style>${drawing}`,
    )
    await page.screenshot({
      path: join(projectRoot, `resources/icons/${size}x${size}.png`),
      omitBackground: true,
    })
    await page.close()
  }
} finally {
  await browser.close()
}
say(`Drew ${sizes.length} icons`)
