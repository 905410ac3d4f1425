import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { installElectron, whyNotInstall } from './install-electron.mjs'

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
afterEach(() => {
  rmSync(root, { recursive: true, force: true })
})

describe('installing the Electron runtime', () => {
  it('succeeds where the installer leaves an executable behind', async () => {
    const installer = write(
      'installer.cjs',
      `const fs = require('node:fs')
       fs.mkdirSync('${electronFolder}/dist', { recursive: true })
       fs.writeFileSync('${electronFolder}/dist/electron', '')
       fs.writeFileSync('${electronFolder}/path.txt', 'electron')`,
    )
    expect(await installElectron({ root, installer })).toBeUndefined()
  })

  it('abandons an installer that receives nothing', async () => {
    const installer = write('installer.cjs', 'setInterval(() => {}, 1000)')
    expect((await installElectron({ root, installer, limitMs: 300 }))?.what).toContain(
      'its download received nothing for 0.3 s',
    )
  })

  it('waits for an installer that is slow but receives something', async () => {
    const installer = write(
      'installer.cjs',
      `const fs = require('node:fs'), os = require('node:os'), path = require('node:path')
       let left = 12
       const timer = setInterval(() => {
         fs.appendFileSync(path.join(os.tmpdir(), 'download'), 'bytes')
         if (--left === 0) { clearInterval(timer); process.exit(3) }
       }, 100)`,
    )
    expect((await installElectron({ root, installer, limitMs: 800 }))?.what).toContain(
      'its installer failed without a message',
    )
  })

  it('reports why the download failed, and what can be set', async () => {
    const installer = write(
      'installer.cjs',
      `fetch('http://127.0.0.1:1/electron.zip').catch((error) => { console.error(error.stack); process.exit(1) })`,
    )
    const refusal = await installElectron({ root, installer })
    expect(refusal?.what).toBe('the Electron runtime could not be installed (bad port)')
    expect(refusal?.remedy).toMatch(/HTTPS_PROXY.*NODE_EXTRA_CA_CERTS.*ELECTRON_MIRROR/)
  })

  it('remembers a failure for a day, and not where the settings have changed', async () => {
    expect(whyNotInstall({ root })).toBeUndefined()
    await installElectron({ root, installer: write('installer.cjs', 'process.exit(1)') })
    const hours = (count: number): number => Date.now() + count * 3_600_000
    expect(whyNotInstall({ root, now: hours(3) })?.what).toBe(
      'the Electron runtime could not be installed 3 hours ago (its installer failed without a message)',
    )
    expect(whyNotInstall({ root, now: hours(25) })).toBeUndefined()
    expect(whyNotInstall({ root, now: hours(-25) })).toBeUndefined()
    expect(whyNotInstall({ root, isWanted: true })).toBeUndefined()
    const env = { ...process.env, HTTPS_PROXY: 'http://proxy.example.test:3128' }
    expect(whyNotInstall({ root, env })).toBeUndefined()
  })

  it('is not tried where the environment forbids it', () => {
    const env = { ELECTRON_SKIP_BINARY_DOWNLOAD: '1' }
    expect(whyNotInstall({ root, env, isWanted: true })?.what).toContain(
      'ELECTRON_SKIP_BINARY_DOWNLOAD is set',
    )
    const elsewhere = { ELECTRON_OVERRIDE_DIST_PATH: join(root, 'nowhere') }
    expect(whyNotInstall({ root, env: elsewhere })?.what).toContain(join(root, 'nowhere'))
  })
})
