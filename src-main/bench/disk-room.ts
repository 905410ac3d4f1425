import { statfs } from 'node:fs/promises'
import { BenchError } from '../protocol/bench-error'
import { LIMITS } from '../lib/limits/limit-table'

/** Bytes that are free for us on the disk of a folder. */
export type FreeBytes = (directory: string) => Promise<number>

export const freeBytesOfDisk: FreeBytes = async (directory) => {
  const { bavail, bsize } = await statfs(directory)
  return bavail * bsize
}

/** Written bytes after which the disk is asked again. */
const ASKED_EVERY_BYTES = 16 * 1024 * 1024

/**
 * Asks the disk before the first byte and after every {@link ASKED_EVERY_BYTES}: rejects with a {@link BenchError} where less
 * than {@link LIMITS.freeDiskBytes} would be left.
 */
export function createRoomCheck(
  directory: string,
  work: 'import' | 'export',
  freeBytes: FreeBytes = freeBytesOfDisk,
): (writtenBytes: number) => Promise<void> {
  let askAt = 0
  return async (writtenBytes) => {
    if (writtenBytes < askAt) return
    const free = await freeBytes(directory)
    if (free < LIMITS.freeDiskBytes) throw noRoom(directory, work, free)
    askAt = writtenBytes + ASKED_EVERY_BYTES
  }
}

const mebibytes = (bytes: number): string => `${String(Math.floor(bytes / 1024 ** 2))} MiB`

function noRoom(directory: string, work: 'import' | 'export', free: number): BenchError {
  const ended = work === 'import' ? 'Nothing was imported.' : 'Nothing was exported.'
  return new BenchError(
    'unavailable',
    `The disk of ${directory} has ${mebibytes(free)} left, and Paybench leaves ${mebibytes(LIMITS.freeDiskBytes)} free for its own records. ` +
      `${ended} Make room on the disk and try again.`,
  )
}
