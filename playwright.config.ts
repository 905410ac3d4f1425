import { defineConfig } from '@playwright/test'
import { chromiumSwitches } from './scripts/chromium-switches.mjs'
import type { WorkbenchOptions } from './e2e/fixtures/workbench'
import { findChromium } from './scripts/chromium.mjs'

const executablePath = await findChromium()

/** Both hosts run the same specs; what only a window has is in e2e/desktop, what only a browser has in e2e/browser. */
export default defineConfig<WorkbenchOptions>({
  testDir: 'e2e',
  outputDir: 'e2e/.results',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  workers: 2,
  fullyParallel: true,
  retries: 0,
  forbidOnly: true,
  reporter: [['list']],
  projects: [
    { name: 'browser', testMatch: '{specs,browser}/**/*.spec.ts', use: { workbenchHost: 'browser' } },
    { name: 'desktop', testMatch: '{specs,desktop}/**/*.spec.ts', use: { workbenchHost: 'desktop' } },
    { name: 'package', testMatch: 'packaging/**/*.spec.ts', timeout: 120_000 },
  ],
  use: {
    browserName: 'chromium',
    headless: true,
    actionTimeout: 15_000,
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [...chromiumSwitches],
    },
  },
})
