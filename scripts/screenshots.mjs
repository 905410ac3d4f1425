#!/usr/bin/env node
// Fills docs/images with the pictures of README and guides. To look at every page in every width, scheme and several
// languages: --all --out DIR, where --only form,shop,preview,workbench chooses. --empty shows the workbench before the
// first payment, --width N (1440) in another width.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright-core'
import { startHost } from './bench/host.mjs'
import { chromiumSwitches } from './chromium-switches.mjs'
import { ensureChromium } from './chromium.mjs'
import { projectRoot } from './project.mjs'
import { openCamera } from './screenshots/camera.mjs'
import { takeFormPages } from './screenshots/form-pages.mjs'
import { takePreview } from './screenshots/preview-pages.mjs'
import { takeShop } from './screenshots/shop-pages.mjs'
import {
  emptyPages,
  failingMerchant,
  fill,
  takeWorkbench,
  workbenchPages,
} from './screenshots/workbench-pages.mjs'

const { values: options } = parseArgs({
  options: {
    out: { type: 'string', default: join(projectRoot, 'docs/images') },
    width: { type: 'string', default: '1440' },
    only: { type: 'string', default: 'form,shop,preview,workbench' },
    all: { type: 'boolean', default: false },
    empty: { type: 'boolean', default: false },
  },
})

/** Shown in README and guides. */
const published = new Set([
  ...['payment-light', 'request-clarification-light', 'callbacks-light'],
  ...['preview-1440-light', 'shop-modal-1280-light', 'form-clarification-480-light'],
])
const parts = options.only.split(',')
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
 * @param {string} part
 * @param {(host: import('./bench/host.mjs').Host) => Promise<void>} take
 */
const withBench = async (part, take) => {
  if (!parts.includes(part)) return
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
try {
  await withBench('workbench', async (host) => {
    if (!options.empty) await fill(host.api, host.ready.project.id, merchant.url)
    await takeWorkbench(host, camera, options.empty ? emptyPages : workbenchPages, Number(options.width))
  })
  if (!options.empty) {
    await withBench('form', (host) => takeFormPages(host, camera, options.all))
    await withBench('shop', (host) => takeShop(host, camera))
    await withBench('preview', (host) => takePreview(host, camera, options.all ? [1000, 1440, 1920] : [1440]))
  }
} finally {
  await browser.close()
  merchant.close()
}
