import { defineConfig } from '@playwright/test'
import { chromiumSwitches } from './e2e/fixtures/chromium-switches'
import type { WorkbenchOptions } from './e2e/fixtures/workbench'
import { findChromium } from './scripts/chromium.mjs'

const executablePath = await findChromium()

/** Both hosts run the same specs. */
export default defineConfig<WorkbenchOptions>({
  testDir: 'e2e/specs',
  outputDir: 'e2e/.results',
  timeout: 30_000,
  expect: { timeout: 5_000 },
  workers: 2,
  fullyParallel: true,
  retries: 0,
  forbidOnly: true,
  reporter: [['list']],
  projects: [
    { name: 'browser', use: { workbenchHost: 'browser' } },
    { name: 'desktop', use: { workbenchHost: 'desktop' } },
  ],
  use: {
    browserName: 'chromium',
    headless: true,
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [...chromiumSwitches],
    },
  },
})
