// Beside payment-form.spec.mjs: CHROMIUM_PATH names an installed Chromium or Chrome to use instead of Playwright's own.
import { defineConfig } from '@playwright/test'

const executablePath = process.env.CHROMIUM_PATH

export default defineConfig({
  reporter: 'list',
  use: { launchOptions: executablePath ? { executablePath } : {} },
})
