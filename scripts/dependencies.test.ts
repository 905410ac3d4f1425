import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { whyInstall } from './dependencies.mjs'

let root = ''

const writeLock = (file: string, packages: Readonly<Record<string, object>>): void => {
  mkdirSync(join(root, 'node_modules'), { recursive: true })
  writeFileSync(join(root, file), JSON.stringify({ packages: { '': { name: 'project' }, ...packages } }))
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'paybench-lock-'))
})

const ws = { 'node_modules/ws': { version: '8.0.0', integrity: 'sha512-a' } }

describe('an install', () => {
  it('is due if nothing is installed', () => {
    writeLock('package-lock.json', ws)
    expect(whyInstall(root)).toBe('nothing is installed yet')
  })

  it('is not due if every locked package is installed', () => {
    writeLock('package-lock.json', ws)
    writeLock('node_modules/.package-lock.json', ws)
    expect(whyInstall(root)).toBeUndefined()
  })

  it('is due if a package is missing', () => {
    writeLock('package-lock.json', { ...ws, 'node_modules/zod': { version: '4.0.0' } })
    writeLock('node_modules/.package-lock.json', ws)
    expect(whyInstall(root)).toBe('node_modules/zod is missing')
  })

  it('is due if a package has another version', () => {
    writeLock('package-lock.json', { 'node_modules/ws': { version: '8.1.0', integrity: 'sha512-b' } })
    writeLock('node_modules/.package-lock.json', ws)
    expect(whyInstall(root)).toBe('node_modules/ws is out of date')
  })

  it('is not due if only optional packages for other platforms are missing', () => {
    writeLock('package-lock.json', { ...ws, 'node_modules/fsevents': { version: '2.0.0', optional: true } })
    writeLock('node_modules/.package-lock.json', ws)
    expect(whyInstall(root)).toBeUndefined()
  })

  it('is refused if the lock file is damaged', () => {
    writeFileSync(join(root, 'package-lock.json'), '{')
    expect(() => whyInstall(root)).toThrow('package-lock.json is missing or damaged')
  })
})
