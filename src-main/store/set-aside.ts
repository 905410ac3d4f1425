import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'

/** Moves a damaged database and what belongs to it into a folder of its own. Returns the folder's name. */
export function setAside(directory: string, databaseName: string, at: Date): string {
  const stamp = at
    .toISOString()
    .replaceAll(':', '-')
    .replace(/\.\d+Z$/, 'Z')
  let name = `damaged-${stamp}`
  for (let n = 2; existsSync(join(directory, name)); n += 1) name = `damaged-${stamp}-${n}`
  mkdirSync(join(directory, name), { mode: 0o700 })
  for (const suffix of ['', '-wal', '-shm', '-journal']) {
    const file = databaseName + suffix
    if (existsSync(join(directory, file))) renameSync(join(directory, file), join(directory, name, file))
  }
  return name
}
