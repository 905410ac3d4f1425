import {
  SQLITE_CANTOPEN,
  SQLITE_CORRUPT,
  SQLITE_FULL,
  SQLITE_NOTADB,
  SQLITE_READONLY,
  sqliteCode,
} from './connection'

const SQLITE_IOERR = 10
const ENDS_WRITING: readonly (number | null)[] = [
  SQLITE_READONLY,
  SQLITE_IOERR,
  SQLITE_CORRUPT,
  SQLITE_FULL,
  SQLITE_CANTOPEN,
  SQLITE_NOTADB,
]

/** True for an error that says that the store cannot be written: disk full, read-only, damaged, gone. */
export function isUnwritable(error: unknown): boolean {
  return ENDS_WRITING.includes(sqliteCode(error))
}
