import { chmodSync, chownSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { findElectron, whyNoSandbox } from './electron-runtime.mjs'

let root = ''

const write = (path: string, text: string): string => {
  const file = join(root, path)
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, text)
  return file
}
const electronFolder = 'node_modules/electron'

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'paybench-runtime-'))
  mkdirSync(join(root, electronFolder), { recursive: true })
})

describe('looking for the Electron runtime', () => {
  it('finds nothing if the installer has not run', () => {
    expect(findElectron(root, {})).toBeUndefined()
  })

  it('finds the executable that the installer has recorded', () => {
    write(`${electronFolder}/path.txt`, 'electron')
    const executable = write(`${electronFolder}/dist/electron`, '')
    expect(findElectron(root, {})).toBe(executable)
  })

  it('finds nothing if the recorded executable is missing', () => {
    write(`${electronFolder}/path.txt`, 'electron')
    expect(findElectron(root, {})).toBeUndefined()
  })

  it('prefers the folder given in ELECTRON_OVERRIDE_DIST_PATH', () => {
    write(`${electronFolder}/path.txt`, 'runtime')
    write(`${electronFolder}/dist/runtime`, '')
    const executable = write('elsewhere/runtime', '')
    expect(findElectron(root, { ELECTRON_OVERRIDE_DIST_PATH: join(root, 'elsewhere') })).toBe(executable)
  })
})

const hasRoot = process.getuid?.() === 0

describe.runIf(process.platform === 'linux')("Chromium's sandbox", () => {
  /** A system whose `unshare` runs this shell command. */
  const systemThat = (does: string): NodeJS.ProcessEnv => {
    chmodSync(write('bin/unshare', `#!/bin/sh\n${does}\n`), 0o755)
    return { PATH: join(root, 'bin') }
  }
  const why = (env: NodeJS.ProcessEnv) => whyNoSandbox(join(root, 'electron'), { env, isRoot: false })

  it('can start if users may create namespaces', async () => {
    expect(await why(systemThat('exit 0'))).toBeUndefined()
  })

  it('cannot start if users may not create namespaces; the remedy names the helper', async () => {
    const helper = write('chrome-sandbox', '')
    chmodSync(helper, 0o755)
    expect(await why(systemThat('exit 1'))).toContain(
      `sudo chown root "${helper}" && sudo chmod 4755 "${helper}"`,
    )
  })

  it('counts as unable to start if the probe hangs', async () => {
    expect(await why(systemThat('exec /bin/sleep 600'))).toContain('without Chromium')
  })

  it.runIf(hasRoot)('can start if its helper belongs to root', async () => {
    const helper = write('chrome-sandbox', '')
    chownSync(helper, 0, 0)
    chmodSync(helper, 0o4755)
    expect(await why(systemThat('exit 1'))).toBeUndefined()
  })

  it('cannot start for root', async () => {
    const said = await whyNoSandbox(join(root, 'electron'), { env: systemThat('exit 0'), isRoot: true })
    expect(said).toContain('Running as root')
  })
})
