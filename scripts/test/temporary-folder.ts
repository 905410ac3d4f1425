import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Everything that tests write goes into one temporary folder, which is removed when all tests have ended. */
export function setup() {
  const folder = mkdtempSync(join(tmpdir(), 'paybench-tests-'))
  for (const name of ['TMPDIR', 'TMP', 'TEMP']) process.env[name] = folder
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
}
