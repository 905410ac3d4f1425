import { defineConfig } from '@playwright/test'
import { chromiumSwitches } from './scripts/chromium-switches.mjs'
import type { WorkbenchOptions } from './e2e/fixtures/workbench'
import { findChromium } from './scripts/chromium.mjs'

const executablePath = findChromium()

/**
 * `npm test -- --all` runs every spec in both hosts. A run without it gives feedback on a change within a quarter of an
 * hour: each spec runs in one host; only those that depend on the window or its IPC channel run in the desktop.
 */
const all = process.env['PAYBENCH_TESTS'] === 'all'
/** Specs for both hosts that a short run starts in the desktop only. */
const shared = 'specs/{callbacks,clarification-by-keyboard,demo-shop,preview}.spec.ts'
const inDesktop = all ? '{specs,desktop}/**/*.spec.ts' : ['desktop/*.spec.ts', shared]
const notInBrowser = all ? [] : [shared, 'browser/external-*.spec.ts']

/** The smoke test runs only on request: on real Electron, or on the double to check the test itself. */
const desktop = process.env['PAYBENCH_DESKTOP']
if (desktop !== undefined && desktop !== 'electron' && desktop !== 'double') {
  throw new Error(`PAYBENCH_DESKTOP is ${JSON.stringify(desktop)}: set it to electron or double, or unset it`)
}

/**
 * Both hosts run the same specs. Specs about the window are in e2e/desktop; those about a browser, or about parts of the
 * page that are the same in both hosts, are in e2e/browser.
 */
export default defineConfig<WorkbenchOptions>({
  testDir: 'e2e',
  outputDir: 'e2e/.results',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  workers: 2,
  fullyParallel: true,
  // `npm test` names the tests that passed only on a retry, before its closing line.
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
    // Recording every step costs a quarter of the time: PAYBENCH_TRACE=1 turns it on to investigate a failure.
    trace: process.env['PAYBENCH_TRACE'] === undefined ? 'off' : 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [...chromiumSwitches],
    },
  },
})
