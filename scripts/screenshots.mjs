/** `npm run screenshots`: takes the screenshots for the README and the guides, using the last build. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { chromium } from 'playwright-core'
import { chromiumSwitches } from './chromium-switches.mjs'
import { ensureChromium } from './chromium.mjs'
import { knownNames, readOptions } from './command-line.mjs'
import { startHost } from './measure/host.mjs'
import { messageOf, projectRoot, say } from './project.mjs'
import { film } from './screenshots/moving-picture.mjs'
import { pictures } from './screenshots/pictures.mjs'

const names = pictures.map(({ name }) => name)

const usage = `npm run screenshots -- OPTIONS

Takes the screenshots for the README and the guides, using the last build. Exits with 1 when one
could not be taken, and with 2 for a wrong option.

  --out DIR      folder for the pictures (docs/images)
  --only NAMES   some of them, separated by commas: ${names.join(', ')}
  --dark         in the dark colour scheme; use it with --out
  --help         print this help
`

const options = readOptions(
  usage,
  {
    out: { type: 'string', default: join(projectRoot, 'docs/images') },
    only: { type: 'string', default: names.join(',') },
    dark: { type: 'boolean', default: false },
  },
  ({ out, only, dark }) => ({
    out: resolve(out),
    only: knownNames('--only', only.split(','), names),
    scheme: dark ? /** @type {const} */ ('dark') : /** @type {const} */ ('light'),
  }),
)

mkdirSync(options.out, { recursive: true })
const browser = await chromium.launch({
  executablePath: await ensureChromium(),
  args: [...chromiumSwitches, '--disable-features=LocalNetworkAccessChecks'],
})
try {
  for (const { name, width, height, open, tour } of pictures) {
    if (!options.only.includes(name)) continue
    // A separate bench, so that pictures show no other payments.
    const folder = mkdtempSync(join(tmpdir(), 'paybench-screenshots-'))
    const host = await startHost(folder)
    const context = await browser.newContext({
      reducedMotion: 'reduce',
      colorScheme: options.scheme,
      viewport: { width, height },
    })
    try {
      const page = await context.newPage()
      await open?.(page, host)
      if (tour !== undefined) {
        const { take, finish } = film(page, await context.newPage())
        await tour(page, host, take)
        const file = `${name}-${options.scheme}.webp`
        writeFileSync(join(options.out, file), finish())
        say(file)
        continue
      }
      await page.mouse.move(0, 0)
      // Waits for fonts and two animation frames, not for the network: with a cross-origin iframe, it may
      // never become idle.
      await page.evaluate(
        'document.fonts.ready.then(() => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown))))',
      )
      const file = `${name}-${options.scheme}.png`
      await page.screenshot({ animations: 'disabled', path: join(options.out, file) })
      say(file)
    } finally {
      await context.close()
      await host.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  }
  say(`Took the pictures in ${options.out}`)
} catch (error) {
  say(`The pictures could not be taken: ${messageOf(error)}`)
  process.exitCode = 1
} finally {
  await browser.close()
}
