import { defineConfig } from '@playwright/test'
import { chromiumSwitches } from './scripts/chromium-switches.mjs'
import type { WorkbenchOptions } from './e2e/fixtures/workbench'
import { findChromium } from './scripts/chromium.mjs'

const executablePath = findChromium()

/**
 * `npm test -- --all` runs every spec in both hosts. Without it, what has to be known of every change in a quarter of an
 * hour: each spec in one host, and in the desktop those that go through its window and its line.
 */
const all = process.env['PAYBENCH_TESTS'] === 'all'
/** Specs of both hosts that a short run has in the desktop. */
const shared = 'specs/{callbacks,clarification-by-keyboard,demo-shop,preview}.spec.ts'
const inDesktop = all ? '{specs,desktop}/**/*.spec.ts' : ['desktop/*.spec.ts', shared]
const notInBrowser = all ? [] : [shared, 'browser/external-*.spec.ts']

/** The smoke on the real Electron, or on the double to try it, is never run by chance. */
const desktop = process.env['PAYBENCH_DESKTOP']
if (desktop !== undefined && desktop !== 'electron' && desktop !== 'double') {
  throw new Error(
    `PAYBENCH_DESKTOP is ${JSON.stringify(desktop)}: set it to electron or double, or not at all`,
  )
}

/**
 * Both hosts run the same specs. What only a window has is in e2e/desktop; what only a browser has, or what is the page
 * alone and the same in both, is in e2e/browser.
 */
export default defineConfig<WorkbenchOptions>({
  testDir: 'e2e',
  outputDir: 'e2e/.results',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  workers: 2,
  fullyParallel: true,
  // What needed its second try is named before the closing line of `npm test`.
  retries: 1,
  forbidOnly: true,
  ...(all ? {} : { grepInvert: /@long/ }),
  reporter: [['list']],
  projects: [
    {
      name: 'browser',
      testMatch: '{specs,browser}/**/*.spec.ts',
      testIgnore: notInBrowser,
      use: { workbenchHost: 'browser' },
    },
    { name: 'desktop', testMatch: inDesktop, use: { workbenchHost: 'desktop' } },
    ...(desktop === undefined ? [] : [{ name: 'electron', testMatch: 'electron/**/*.spec.ts' }]),
    { name: 'package', testMatch: 'packaging/**/*.spec.ts', timeout: 120_000 },
  ],
  use: {
    browserName: 'chromium',
    headless: true,
    actionTimeout: 15_000,
    // Recording every step costs a quarter of the time: PAYBENCH_TRACE=1 turns it on to look into a failure.
    trace: process.env['PAYBENCH_TRACE'] === undefined ? 'off' : 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [...chromiumSwitches],
    },
  },
})
