import puppeteer, { type Browser } from 'puppeteer-core'
import { findProgram, whyMissing } from '../../scripts/external-programs/find.mjs'
import { firefoxProgram } from '../../scripts/external-programs/table.mjs'

/** Starts the Firefox of this machine. `npm test` leaves these suites out where there is none. */
export function launchFirefox(): Promise<Browser> {
  const executablePath = findProgram(firefoxProgram)
  if (executablePath === undefined) throw new Error(whyMissing(firefoxProgram))
  return puppeteer.launch({ browser: 'firefox', executablePath, headless: true })
}
