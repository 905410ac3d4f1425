import {
  chmodSync,
  closeSync,
  fchmodSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'

/** Access for anybody but the owner. */
const OTHERS = 0o077
const FILE_MODE = 0o600
const FOLDER_MODE = 0o700

/** Modes mean nothing on Windows, where the user's own folders are closed to other accounts. */
const hasModes = process.platform !== 'win32'

/** What Paybench keeps in its data folder; other files there are not ours to change. */
const OURS =
  /^(?:(?:paybench|lock)\.db(?:-wal|-shm|-journal)?|exports|sessions|certificates|imports|damaged-.*)$/

/** Makes the file where it is missing, and closes it to everybody but its owner, whatever the umask says. */
export function makePrivateFile(file: string): void {
  const descriptor = openSync(file, 'a', FILE_MODE)
  try {
    if (hasModes && (fstatSync(descriptor).mode & OTHERS) !== 0) fchmodSync(descriptor, FILE_MODE)
  } finally {
    closeSync(descriptor)
  }
}

/**
 * Makes the data folder where it is missing, for its owner alone, and closes everything of ours in it to others. A folder that was there before
 * keeps its mode, because it may be shared on purpose. Returns whether others can look into it.
 */
export function makePrivateFolder(directory: string): { readonly isOpenToOthers: boolean } {
  mkdirSync(directory, { recursive: true, mode: FOLDER_MODE })
  if (!hasModes) return { isOpenToOthers: false }
  for (const name of readdirSync(directory)) if (OURS.test(name)) close(join(directory, name))
  return { isOpenToOthers: (statSync(directory).mode & OTHERS) !== 0 }
}

/** Closes a file, or a folder with everything in it. Links are left alone: what they lead to is not ours. */
function close(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found === undefined || found.isSymbolicLink()) return
  if (found.isDirectory()) {
    closeUnlessClosed(path, found.mode, FOLDER_MODE)
    for (const name of readdirSync(path)) close(join(path, name))
  } else if (found.isFile()) closeUnlessClosed(path, found.mode, FILE_MODE)
}

function closeUnlessClosed(path: string, mode: number, wanted: number): void {
  if ((mode & OTHERS) !== 0) chmodSync(path, wanted)
}
