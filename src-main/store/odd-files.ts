import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { INDEX_NAME } from './index/open-index'
import { DATABASE_NAME, DATABASE_SUFFIXES, setAside } from './open-database'

/** Databases of the data folder, and whether a link may lead to one: the index can be built again anywhere. */
const DATABASES = [
  { name: DATABASE_NAME, mayBeLink: true },
  { name: INDEX_NAME, mayBeLink: false },
  { name: 'lock.db', mayBeLink: false },
] as const

/** What was moved because it is not a file. */
export interface OddFiles {
  readonly names: readonly string[]
  /** Name of the folder that has them now. */
  readonly folder: string
}

/**
 * Moves folders, links, pipes and devices that have the names of our databases into a folder of their own. SQLite would
 * wait for a pipe for ever, and a link to the index could make us write elsewhere.
 */
export function setOddFilesAside(directory: string): OddFiles | null {
  const names = DATABASES.flatMap(({ name, mayBeLink }) =>
    DATABASE_SUFFIXES.map((suffix) => name + suffix).filter((file) => {
      const found = lstatSync(join(directory, file), { throwIfNoEntry: false })
      return found !== undefined && !found.isFile() && !(mayBeLink && found.isSymbolicLink())
    }),
  )
  return names.length === 0 ? null : { names, folder: setAside(directory, names, new Date()) }
}
