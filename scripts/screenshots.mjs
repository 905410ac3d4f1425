/** `npm run screenshots`: takes the pictures of README and guides from the last build. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { chromium } from 'playwright-core'
import { startHost } from './measure/host.mjs'
import { chromiumSwitches } from './chromium-switches.mjs'
import { ensureChromium } from './chromium.mjs'
import { knownNames, positiveNumber, readOptions } from './command-line.mjs'
import { messageOf, projectRoot, say } from './project.mjs'
import { openCamera } from './screenshots/camera.mjs'
import { examPages, trustingMerchant } from './screenshots/exam-page.mjs'
import { takeFormPages } from './screenshots/form-pages.mjs'
import { takePreview } from './screenshots/preview-pages.mjs'
import { takeReport } from './screenshots/report-page.mjs'
import { takeShop } from './screenshots/shop-pages.mjs'
import {
  emptyPages,
  failingMerchant,
  fill,
  scenarioPages,
  takeWorkbench,
  tooLate,
  workbenchPages,
} from './screenshots/workbench-pages.mjs'

const parts = /** @type {const} */ (['form', 'shop', 'preview', 'workbench', 'scenarios', 'exam'])

const usage = `npm run screenshots -- OPTIONS

Takes the pictures of README and guides from the last build, into docs/images. Exits with 1 when one could not be taken,
and with 2 for a wrong option.

  --out DIR      folder for the pictures (docs/images)
  --only PARTS   some parts, separated by commas: ${parts.join(', ')}
  --all          every page in every width and scheme, and in several languages; use it with --out
  --empty        the workbench before the first payment; use it with --out
  --width N      width of the window in pixels (1440)
  --help         print this help
`

const options = readOptions(
  usage,
  {
    out: { type: 'string', default: join(projectRoot, 'docs/images') },
    width: { type: 'string', default: '1440' },
    only: { type: 'string', default: parts.join(',') },
    all: { type: 'boolean', default: false },
    empty: { type: 'boolean', default: false },
  },
  ({ only, width, ...others }) => ({
    ...others,
    only: knownNames('--only', only.split(','), parts),
    width: positiveNumber('--width', width),
  }),
)

/** Shown in README and guides. */
const published = new Set([
  ...[
    'payment-light',
    'request-clarification-light',
    'callbacks-light',
    'checks-light',
    'scenarios-light',
    'exam-light',
  ],
  ...['preview-1440-light', 'shop-modal-1280-light', 'form-clarification-480-light'],
  'payment-report-light',
])
const everything = options.all || options.empty

const out = resolve(options.out)
mkdirSync(out, { recursive: true })
const browser = await chromium.launch({
  executablePath: await ensureChromium(),
  args: [...chromiumSwitches, '--disable-features=LocalNetworkAccessChecks'],
})
const camera = openCamera(browser, out, (name) => everything || published.has(name), !everything)

/**
 * Each part has a bench of its own, so that none sees the payments of another.
 * @param {typeof parts[number]} part
 * @param {(host: import('./measure/host.mjs').Host) => Promise<void>} take
 */
const withBench = async (part, take) => {
  if (!options.only.includes(part)) return
  const folder = mkdtempSync(join(tmpdir(), 'paybench-screenshots-'))
  const host = await startHost(folder)
  try {
    await take(host)
  } finally {
    await host.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const merchant = await failingMerchant()
const trusting = await trustingMerchant()
try {
  await withBench('workbench', async (host) => {
    if (!options.empty) await fill(host.api, host.ready.project.id, merchant.url)
    await takeWorkbench(host, camera, options.empty ? emptyPages : workbenchPages, options.width)
    if (!options.empty) await takeReport(host, camera)
  })
  if (!options.empty) {
    await withBench('scenarios', async (host) => {
      await host.api('scenarios.save', { file: 'too-late.yaml', text: tooLate, version: null })
      await takeWorkbench(host, camera, scenarioPages, options.width)
    })
    await withBench('exam', (host) => takeWorkbench(host, camera, examPages(trusting.url), options.width))
    await withBench('form', (host) => takeFormPages(host, camera, options.all))
    await withBench('shop', (host) => takeShop(host, camera))
    await withBench('preview', (host) => takePreview(host, camera, options.all ? [1000, 1440, 1920] : [1440]))
  }
  say(`Took the pictures in ${out}`)
} catch (error) {
  say(`The pictures could not be taken: ${messageOf(error)}`)
  process.exitCode = 1
} finally {
  await browser.close()
  merchant.close()
  trusting.close()
}
