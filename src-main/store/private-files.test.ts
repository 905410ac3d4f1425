import { chmodSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { temporaryFolder, type TemporaryFolder } from './fixtures/programs'
import { opened } from './fixtures/samples'
import { openStore } from './open'

let folder: TemporaryFolder
let directory = ''
beforeEach(() => {
  folder = temporaryFolder()
  directory = join(folder.path, 'data')
})
afterEach(() => {
  folder.remove()
})

const modeOf = (path: string): number => statSync(path).mode & 0o777
const hasModes = process.platform !== 'win32'
if (!hasModes) process.stdout.write('Skipped: modes of files mean nothing on Windows.\n')

describe.runIf(hasModes)('a data folder that was there before, open to everybody', () => {
  beforeEach(() => {
    mkdirSync(directory)
    chmodSync(directory, 0o755)
  })

  it('gets files that nobody else can read, from the first moment on', async () => {
    const store = opened({ directory })
    store.settings.set('a', '1')
    store.flush()
    const names = readdirSync(directory)
    expect(names).toEqual(
      expect.arrayContaining(['lock.db', 'paybench.db', 'paybench.db-wal', 'paybench.db-shm']),
    )
    for (const name of names) expect([name, modeOf(join(directory, name))]).toEqual([name, 0o600])
    await store.close()
  })

  it('is named with what to do, and keeps its own mode', async () => {
    const opening = openStore({ directory, durability: 'normal', log: () => undefined })
    if (!opening.ok) throw new Error(opening.error.message)
    expect(opening.notices).toMatchObject([{ id: 'storage.open', level: 'warning' }])
    expect(opening.notices[0]?.remedy).toContain('chmod 700')
    expect(modeOf(directory)).toBe(0o755)
    await opening.store.close()
  })

  it('has its older files closed at the next start, and nobody else’s', async () => {
    const ours = [
      'paybench.db',
      'lock.db',
      'exports/a.paybench',
      'sessions/x/paybench.db',
      'damaged-1/paybench.db',
    ]
    await opened({ directory }).close()
    for (const name of ours) {
      const path = join(directory, name)
      mkdirSync(join(path, '..'), { recursive: true })
      if (!name.includes('/')) chmodSync(path, 0o644)
      else writeFileSync(path, 'x', { mode: 0o644 })
    }
    const other = join(directory, 'notes.txt')
    writeFileSync(other, 'x', { mode: 0o644 })
    chmodSync(other, 0o644)
    const outside = join(folder.path, 'outside.txt')
    writeFileSync(outside, 'x', { mode: 0o644 })
    symlinkSync(outside, join(directory, 'exports', 'link'))
    await opened({ directory }).close()
    for (const name of ours) expect([name, modeOf(join(directory, name))]).toEqual([name, 0o600])
    expect(modeOf(join(directory, 'exports'))).toBe(0o700)
    expect(modeOf(other)).toBe(0o644)
    expect(modeOf(outside)).toBe(0o644)
  })
})

it.runIf(hasModes)('no umask opens a file of a data folder', async () => {
  const before = process.umask(0)
  try {
    const store = opened({ directory })
    store.settings.set('a', '1')
    store.flush()
    expect(modeOf(directory)).toBe(0o700)
    for (const name of readdirSync(directory))
      expect([name, modeOf(join(directory, name))]).toEqual([name, 0o600])
    await store.close()
  } finally {
    process.umask(before)
  }
})
