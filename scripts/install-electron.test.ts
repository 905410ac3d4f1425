import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { serve } from '#e2e/flows/testing/serve'
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
  vi.unstubAllEnvs()
})

describe('installing the Electron runtime', () => {
  it('succeeds if the installer leaves an executable behind', async () => {
    const installer = write(
      'installer.cjs',
      `const fs = require('node:fs')
       fs.mkdirSync('${electronFolder}/dist', { recursive: true })
       fs.writeFileSync('${electronFolder}/dist/electron', '')
       fs.writeFileSync('${electronFolder}/path.txt', 'electron')`,
    )
    expect(await installElectron({ root, installer })).toBeUndefined()
  })

  it('aborts a download that receives nothing, but not a slow one', async () => {
    const url = await serve((request, response) => {
      response.writeHead(200, { 'content-length': '41' }).write('x')
      if (request.url === '/stuck') return
      let left = 40
      const timer = setInterval(() => {
        response.write('x')
        left -= 1
        if (left === 0) clearInterval(timer)
      }, 100)
    })
    const installerOf = (path: string): string =>
      write(
        'installer.cjs',
        `fetch('${url}${path}').then((response) => response.text()).finally(() => process.exit(3))`,
      )
    vi.stubEnv('PAYBENCH_DOWNLOAD_LIMIT_MS', '3000')
    const stuck = await installElectron({ root, installer: installerOf('/stuck') })
    expect(stuck?.what).toContain('its download received nothing for 3 s')
    const slow = await installElectron({ root, installer: installerOf('/slow') })
    expect(slow?.what).toContain('its installer failed without a message')
  })

  it('reports why the download failed, and which environment variables may help', async () => {
    const installer = write(
      'installer.cjs',
      `fetch('http://127.0.0.1:1/electron.zip').catch((error) => { console.error(error.stack); process.exit(1) })`,
    )
    const refusal = await installElectron({ root, installer })
    expect(refusal?.what).toBe('the Electron runtime could not be installed (bad port)')
    expect(refusal?.remedy).toMatch(/HTTPS_PROXY.*NODE_EXTRA_CA_CERTS.*ELECTRON_MIRROR/)
  })

  it('is not tried if the environment forbids it or names a folder without Electron', () => {
    const env = { ELECTRON_SKIP_BINARY_DOWNLOAD: '1' }
    expect(whyNotInstall(env)?.what).toContain('ELECTRON_SKIP_BINARY_DOWNLOAD is set')
    const elsewhere = { ELECTRON_OVERRIDE_DIST_PATH: join(root, 'nowhere') }
    expect(whyNotInstall(elsewhere)?.what).toContain(join(root, 'nowhere'))
  })
})
