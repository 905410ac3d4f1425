import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findElectron, installElectron } from './electron-runtime.mjs'

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

describe('looking for the Electron runtime', () => {
  it('finds nothing where the installer has not run', () => {
    expect(findElectron(root, {})).toBeUndefined()
  })

  it('finds the executable that the installer has noted', () => {
    write(`${electronFolder}/path.txt`, 'electron')
    const executable = write(`${electronFolder}/dist/electron`, '')
    expect(findElectron(root, {})).toBe(executable)
  })

  it('finds nothing where the note is there and the executable is not', () => {
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
    expect(await installElectron({ root, installer, limitMs: 300 })).toBe(
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
    expect(await installElectron({ root, installer, limitMs: 800 })).toBe(
      'its installer failed without a message',
    )
  })

  it('reports the cause that the installer names', async () => {
    const installer = write(
      'installer.cjs',
      `console.error('TypeError: fetch failed\\n    at x (y.js:1)\\n  [cause]: Error: getaddrinfo ENOTFOUND example.test {')
       process.exit(1)`,
    )
    expect(await installElectron({ root, installer })).toBe('getaddrinfo ENOTFOUND example.test')
  })
})
