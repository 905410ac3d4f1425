import { statfs } from 'node:fs/promises'
import { BenchError } from '#protocol/connection'
import { LIMITS } from '#lib/limits/limit-table'

/** Returns the bytes that are free for Paybench on the disk of a folder. */
export type FreeBytes = (directory: string) => Promise<number>

const freeBytesOfDisk: FreeBytes = async (directory) => {
  const { bavail, bsize } = await statfs(directory)
  return bavail * bsize
}

/** The disk is checked again after this many written bytes. */
const CHECK_EVERY_BYTES = 16 * 1024 * 1024

/**
 * Creates a check of the free disk space. Call it with the bytes written so far; it looks at the disk before the first
 * byte and after every {@link CHECK_EVERY_BYTES}.
 * @throws BenchError unavailable where less than {@link LIMITS.freeDiskBytes} are free
 */
export function createRoomCheck(
  directory: string,
  work: 'import' | 'export',
  freeBytes: FreeBytes = freeBytesOfDisk,
): (writtenBytes: number) => Promise<void> {
  let checkAt = 0
  return async (writtenBytes) => {
    if (writtenBytes < checkAt) return
    const free = await freeBytes(directory)
    if (free < LIMITS.freeDiskBytes) throw diskFull(directory, work, free)
    checkAt = writtenBytes + CHECK_EVERY_BYTES
  }
}

const mebibytes = (bytes: number): string => `${String(Math.floor(bytes / 1024 ** 2))} MiB`

function diskFull(directory: string, work: 'import' | 'export', free: number): BenchError {
  const ended = work === 'import' ? 'Nothing was imported.' : 'Nothing was exported.'
  return new BenchError(
    'unavailable',
    `The disk of ${directory} has only ${mebibytes(free)} of free space, and Paybench keeps ${mebibytes(LIMITS.freeDiskBytes)} free for its own records. ` +
      `${ended} Free some space and try again.`,
  )
}
