import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connect } from './connection'
import { bundleWriter, run, temporaryFolder } from './testing/programs'
import { aPayment, aProject, EVERYTHING, opened } from './testing/samples'
import { DATABASE_NAME, newestVersion, openDatabase } from './open-database'
import { MIGRATIONS } from './migrations'
import { openStore } from './open'
import type { Store, StoreOpeningError } from './store'

let folder: string
let directory = ''
let database = ''
beforeEach(() => {
  folder = temporaryFolder()
  directory = join(folder, 'data')
  database = join(directory, DATABASE_NAME)
})

const open = () => openStore({ directory, durability: 'normal', log: () => undefined })
async function errorOf(opening: ReturnType<typeof open>): Promise<StoreOpeningError> {
  if (!opening.ok) return opening.error
  await opening.store.close()
  throw new Error('It opened')
}
/** The notices of a store that opened; closes it, after `inspect` has looked at it. */
async function noticesOf(
  opening: ReturnType<typeof open>,
  inspect: (store: Store) => Promise<void> = () => Promise.resolve(),
) {
  if (!opening.ok) throw new Error(opening.error.message)
  await inspect(opening.store)
  await opening.store.close()
  return opening.notices
}
const totalOf = async (store: Store) => (await store.payments.list(EVERYTHING)).total
/** Leaves a closed store with one payment, which has been listed: prepared statements of both databases were used. */
async function fill(): Promise<void> {
  const store = opened({ directory })
  store.projects.insert(aProject())
  store.payments.insert(aPayment())
  expect(await totalOf(store)).toBe(1)
  await store.close()
}
const damagedFolders = () => readdirSync(directory).filter((name) => name.startsWith('damaged-'))

describe('a data folder', () => {
  it('keeps everything until the next start', async () => {
    await fill()
    const store = opened({ directory, durability: 'full' })
    expect(store.payments.byKey('pay_1')).toEqual(aPayment())
    expect(store.payments.count()).toBe(1)
    expect(await totalOf(store)).toBe(1)
    store.setDurability('normal')
    await store.close()
    await store.close()
    expect(() => store.payments.insert(aPayment({ key: 'pay_2' }))).toThrow('closed')
  })

  it('has no logs once it is closed: their pages are in the databases', async () => {
    await fill()
    expect(readdirSync(directory).filter((name) => /-(wal|shm|journal)$/.test(name))).toEqual([])
  })

  it('moves its log to the database in larger steps than SQLite would', () => {
    mkdirSync(directory)
    const opening = openDatabase(directory, 'normal', MIGRATIONS)
    if (opening.kind !== 'opened') throw new Error('It did not open')
    const { connection } = opening
    expect(connection.get('PRAGMA wal_autocheckpoint')).toEqual({ wal_autocheckpoint: 4000 })
    connection.close()
  })

  it('that cannot be written is refused with a remedy', async () => {
    writeFileSync(directory, 'a file in the place of the folder')
    expect(await errorOf(open())).toEqual({
      code: 'unwritable',
      message: expect.stringMatching(/data cannot be written .*--data-dir DIR/s),
    })
  })

  it('is unlocked after a failed opening', async () => {
    mkdirSync(directory)
    const newer = connect(database, 0)
    newer.exec(`PRAGMA user_version = ${newestVersion(MIGRATIONS) + 1}`)
    newer.close()
    expect((await errorOf(open())).code).toBe('newer')
    rmSync(database)
    await opened({ directory }).close()
  })
})

describe('a second instance', () => {
  let writer: string
  beforeAll(() => {
    writer = bundleWriter()
  }, 60_000)

  it('is kept out while the first runs, and let in once the first is dead', async () => {
    const first = run(writer, [directory])
    expect(JSON.parse(await first.line())).toEqual({ ok: true })
    expect(await errorOf(open())).toEqual({
      code: 'locked',
      message: `Another Paybench is using the data folder ${directory}. Close it, or start this one with another folder: --data-dir DIR`,
    })
    const second = run(writer, [directory])
    expect(JSON.parse(await second.line())).toMatchObject({
      ok: false,
      error: { code: 'locked' },
    })
    await second.kill()
    await first.kill()
    await opened({ directory }).close()
  })

  it('is kept out within the same process too', async () => {
    const store = opened({ directory })
    expect((await errorOf(open())).code).toBe('locked')
    await store.close()
    await opened({ directory }).close()
  })

  it('is kept out even if somebody deleted the lock file', async () => {
    const first = run(writer, [directory])
    expect(JSON.parse(await first.line())).toEqual({ ok: true })
    for (let tries = 0; tries < 2; tries += 1) {
      rmSync(join(directory, 'lock.db'), { force: true })
      expect((await errorOf(open())).code).toBe('locked')
    }
    await first.kill()
    await opened({ directory }).close()
  })

  it('is not kept out by a broken lock file', async () => {
    mkdirSync(directory, { mode: 0o700 })
    writeFileSync(
      join(directory, 'lock.db'),
      'no database at all, but long enough to look like one'.repeat(50),
    )
    await opened({ directory }).close()
    expect(damagedFolders()).toEqual([])
  })
})

describe('a folder, pipe or link in the place of a database file', () => {
  it.each(['index.db', 'index.db-wal', 'lock.db', 'paybench.db-journal'])(
    'is moved aside and named in a notice if its name is %s',
    async (name) => {
      const oddPath = join(directory, name)
      const elsewhere = join(folder, 'elsewhere')
      writeFileSync(elsewhere, 'of somebody else')
      const makers = [
        () => mkdirSync(oddPath),
        () => execFileSync('mkfifo', [oddPath]),
        ...(name.startsWith('paybench') ? [] : [() => symlinkSync(elsewhere, oddPath)]),
      ]
      await fill()
      for (const make of makers) {
        rmSync(oddPath, { force: true })
        make()
        const message: unknown = expect.stringContaining(`In the data folder, ${name} was not a file`)
        const inspect = async (store: Store) => expect(await totalOf(store)).toBe(1)
        expect((await noticesOf(open(), inspect))[0]).toMatchObject({ id: 'storage.odd', message })
      }
      expect(damagedFolders().length).toBe(makers.length)
      expect(readFileSync(elsewhere, 'utf8')).toBe('of somebody else')
    },
  )
})

describe('an unusable database file', () => {
  const openDamaged = async () => {
    const log: string[] = []
    const opening = openStore({ directory, durability: 'normal', log: (_, message) => log.push(message) })
    const notices = await noticesOf(opening)
    const [name = ''] = damagedFolders()
    expect(notices).toEqual([
      {
        id: 'storage.damaged',
        level: 'warning',
        message: expect.stringContaining(join(directory, name)),
        remedy: expect.stringContaining(DATABASE_NAME),
      },
    ])
    expect(log).toEqual(notices.map(({ message }) => message))
    return name
  }

  it('that is not a database is moved aside with its log', async () => {
    mkdirSync(directory, { mode: 0o700 })
    writeFileSync(database, 'x'.repeat(5000))
    writeFileSync(`${database}-wal`, 'wal')
    const name = await openDamaged()
    expect(readFileSync(join(directory, name, DATABASE_NAME), 'utf8')).toBe('x'.repeat(5000))
    expect(readFileSync(join(directory, name, `${DATABASE_NAME}-wal`), 'utf8')).toBe('wal')
    const store = opened({ directory })
    expect(store.payments.count()).toBe(0)
    await store.close()
  })

  it('with broken pages is moved aside', async () => {
    await fill()
    const bytes = readFileSync(database)
    bytes.fill(0xff, 4096, bytes.length - 4096)
    writeFileSync(database, bytes)
    const name = await openDamaged()
    expect(readFileSync(join(directory, name, DATABASE_NAME)).equals(bytes)).toBe(true)
  })

  it('that another program made is moved aside', async () => {
    mkdirSync(directory, { mode: 0o700 })
    const other = connect(database, 0)
    other.exec('CREATE TABLE payments (a)')
    other.close()
    await openDamaged()
  })

  it('never replaces one that was moved aside before', async () => {
    mkdirSync(directory, { mode: 0o700 })
    for (let n = 1; n <= 3; n += 1) {
      writeFileSync(database, 'x'.repeat(5000))
      for (const suffix of ['-wal', '-shm']) rmSync(database + suffix, { force: true })
      await opened({ directory }).close()
    }
    expect(damagedFolders()).toHaveLength(3)
  })
})

describe('a database of another Paybench version', () => {
  it.each([
    ['newer', 99, /a newer Paybench \(schema 99\)\. Nothing was changed\. Update Paybench/],
    [
      'older',
      13,
      /a Paybench before 0\.1\.0 \(schema 13\)\. Nothing was changed\. Start Paybench with another/,
    ],
  ] as const)('is refused if it is %s, and left unchanged', async (code, version, message) => {
    await fill()
    const other = connect(database, 0)
    other.exec(`CREATE TABLE other (a); PRAGMA user_version = ${version}; PRAGMA wal_checkpoint(TRUNCATE)`)
    other.close()
    const before = readFileSync(database)
    expect(await errorOf(open())).toEqual({ code, message: expect.stringMatching(message) })
    expect(readFileSync(database).equals(before)).toBe(true)
    expect(damagedFolders()).toEqual([])
  })

  it('is refused even if only its log has that version', async () => {
    await fill()
    const newer = connect(database, 0)
    newer.exec('PRAGMA wal_autocheckpoint = 0; PRAGMA user_version = 99')
    expect((await errorOf(open())).code).toBe('newer')
    newer.close()
    expect(newestVersion(MIGRATIONS)).toBeLessThan(99)
  })
})

const modeOf = (path: string): number => statSync(path).mode & 0o777
/** Writes to a store, checks that only the owner can read its files, and returns their names. */
async function privateFiles(): Promise<readonly string[]> {
  const store = opened({ directory })
  store.settings.set('a', '1')
  store.flush()
  const names = readdirSync(directory)
  for (const name of names) expect([name, modeOf(join(directory, name))]).toEqual([name, 0o600])
  await store.close()
  return names
}
const hasModes = process.platform !== 'win32'
if (!hasModes) process.stdout.write('Skipped: modes of files mean nothing on Windows.\n')

describe.runIf(hasModes)('an existing data folder that is open to everybody', () => {
  beforeEach(() => {
    mkdirSync(directory)
    chmodSync(directory, 0o755)
  })

  it('gets files that nobody else can read, from the start', async () => {
    expect(await privateFiles()).toEqual(
      expect.arrayContaining(['lock.db', 'paybench.db', 'paybench.db-wal', 'paybench.db-shm']),
    )
  })

  it('is named in a notice with a remedy, and keeps its mode', async () => {
    const remedy: unknown = expect.stringContaining('chmod 700')
    expect(await noticesOf(open())).toMatchObject([{ id: 'storage.open', level: 'warning', remedy }])
    expect(modeOf(directory)).toBe(0o755)
  })

  it('has its older Paybench files made private at the next start, but no others', async () => {
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
    const others = [join(directory, 'notes.txt'), join(folder, 'outside.txt')]
    for (const other of others) writeFileSync(other, 'x', { mode: 0o644 })
    symlinkSync(join(folder, 'outside.txt'), join(directory, 'exports', 'link'))
    await opened({ directory }).close()
    for (const name of ours) expect([name, modeOf(join(directory, name))]).toEqual([name, 0o600])
    expect(modeOf(join(directory, 'exports'))).toBe(0o700)
    expect(others.map(modeOf)).toEqual([0o644, 0o644])
  })
})

it.runIf(hasModes)('the files of a data folder are private, whatever the umask is', async () => {
  const before = process.umask(0)
  try {
    await privateFiles()
    expect(modeOf(directory)).toBe(0o700)
  } finally {
    process.umask(before)
  }
})
