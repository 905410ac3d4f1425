import { join } from 'node:path'
import { lstatSync } from 'node:fs'
import type { Notice } from '#protocol/bench'
import { errorText } from '#lib/error-text'
import { SQLITE_CANTOPEN, SQLITE_READONLY, sqliteCode } from './connection'
import { INDEX_NAME } from './index/open-index'
import { MIGRATIONS } from './migrations'
import {
  DATABASE_NAME,
  DATABASE_SUFFIXES,
  type FolderLock,
  makePrivateFolder,
  openDatabase,
  setAside,
  takeLock,
} from './open-database'
import { assembleStore, type StoreOpening, type StoreOpeningError, type StoreOptions } from './store'

/**
 * Opens the store of a data folder and keeps every other process out of it until `close`. Creates a missing folder
 * for its owner only: it holds secrets. A damaged database is moved aside and named in a notice.
 */
export function openStore(options: StoreOptions): StoreOpening {
  const { directory } = options
  let lock: FolderLock | null = null
  let isOpenToOthers = false
  let odd: OddFiles | null = null
  try {
    if (directory !== null) {
      ;({ isOpenToOthers } = makePrivateFolder(directory))
      odd = setOddFilesAside(directory)
      lock = takeLock(join(directory, 'lock.db'), join(directory, DATABASE_NAME))
      if (lock === null) return { ok: false, error: lockedError(directory) }
    }
    const opening = openDatabase(directory, options.durability, MIGRATIONS)
    if (opening.kind !== 'opened') {
      lock?.release()
      return { ok: false, error: schemaError(directory ?? '', opening) }
    }
    const notices = [
      ...(odd === null ? [] : [oddNotice(directory ?? '', odd)]),
      ...(opening.setAsideIn === null ? [] : [damagedNotice(directory ?? '', opening.setAsideIn)]),
      ...(isOpenToOthers ? [openFolderNotice(directory ?? '')] : []),
    ]
    for (const { message } of notices) options.log('warning', message)
    return { ok: true, store: assembleStore(opening.connection, lock, options), notices }
  } catch (error) {
    lock?.release()
    return { ok: false, error: errorOf(directory, error) }
  }
}

const lockedError = (directory: string): StoreOpeningError => ({
  code: 'locked',
  message: `Another Paybench is using the data folder ${directory}. Close it, or start this one with another folder: --data-dir DIR`,
})

const schemaError = (
  directory: string,
  { kind, version }: { readonly kind: 'older' | 'newer'; readonly version: number },
): StoreOpeningError => ({
  code: kind,
  message:
    `The data in ${directory} was written by ${kind === 'newer' ? 'a newer Paybench' : 'a Paybench before 0.1.0'} (schema ${version}). ` +
    `Nothing was changed. ${kind === 'newer' ? 'Update Paybench, or start it' : 'Start Paybench'} with another folder: --data-dir DIR`,
})

const damagedNotice = (directory: string, folder: string): Notice => ({
  id: 'storage.damaged',
  level: 'warning',
  message: `The database was damaged. It was moved to ${join(directory, folder)} and a new one was started.`,
  remedy: `Nothing was deleted: keep the folder if you need the old data. Its main file is ${DATABASE_NAME}.`,
})

const oddNotice = (directory: string, { names, folder }: OddFiles): Notice => ({
  id: 'storage.odd',
  level: 'warning',
  message: `In the data folder, ${names.join(', ')} ${names.length === 1 ? 'was not a file' : 'were not files'} but a folder, link, pipe or device. Moved to ${join(directory, folder)}.`,
  remedy: 'Paybench created new files in their place. Delete that folder if you do not need it.',
})

const openFolderNotice = (directory: string): Notice => ({
  id: 'storage.open',
  level: 'warning',
  message: `Other accounts on this computer can look into the data folder ${directory}.`,
  remedy: `Its files are closed to them. Close the folder as well: chmod 700 "${directory}"`,
})

const UNWRITABLE = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EISDIR', 'EEXIST', 'ENOSPC', 'ENOENT']

function errorOf(directory: string | null, error: unknown): StoreOpeningError {
  const words = errorText(error)
  const code = error instanceof Error && 'code' in error ? error.code : null
  const sqlite = sqliteCode(error)
  if (UNWRITABLE.some((name) => name === code) || sqlite === SQLITE_CANTOPEN || sqlite === SQLITE_READONLY) {
    return {
      code: 'unwritable',
      message:
        `The data folder ${directory ?? ''} cannot be written (${words}). Make it writable, ` +
        'or start Paybench with another folder: --data-dir DIR',
    }
  }
  return {
    code: 'failed',
    message:
      `The data folder ${directory ?? ''} cannot be opened (${words}). ` +
      'Start Paybench with another folder: --data-dir DIR, or without one: --in-memory',
  }
}

/** Databases of the data folder, and whether each may be a link; those that can be created again may not. */
const DATABASES = [
  { name: DATABASE_NAME, mayBeLink: true },
  { name: INDEX_NAME, mayBeLink: false },
  { name: 'lock.db', mayBeLink: false },
] as const

interface OddFiles {
  readonly names: readonly string[]
  readonly folder: string
}

/**
 * Moves folders, links, pipes and devices that have the names of our databases into a separate folder. SQLite
 * would wait for a pipe forever, and a link in the place of the index could make us write elsewhere.
 */
function setOddFilesAside(directory: string): OddFiles | null {
  const names = DATABASES.flatMap(({ name, mayBeLink }) =>
    DATABASE_SUFFIXES.map((suffix) => name + suffix).filter((file) => {
      const found = lstatSync(join(directory, file), { throwIfNoEntry: false })
      return found !== undefined && !found.isFile() && !(mayBeLink && found.isSymbolicLink())
    }),
  )
  return names.length === 0 ? null : { names, folder: setAside(directory, names, new Date()) }
}
