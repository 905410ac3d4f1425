import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { createGunzip } from 'node:zlib'
import { LIMITS } from '#lib/limits/limit-table'
import { SessionFileError } from '#store/export/tables'

const UNPACKED_AT_ONCE = 262_144
/** Below this unpacked size, the compression ratio of a file does not matter. */
export const EXPANSION_FREE_BYTES = 16 * 1024 * 1024

/** Where a session file is unpacked in the folder into which it is read. */
export const receivedIn = (directory: string): string => join(directory, 'received')

/**
 * Unpacks the parts of a session file into `directory` as they arrive, without looking at the content.
 * @param makeRoom called with the bytes on the disk before more are written; rejects if there is no room
 */
export function createReceivedFile(directory: string, makeRoom: (bytes: number) => Promise<void>) {
  const gunzip = createGunzip({ chunkSize: UNPACKED_AT_ONCE })
  gunzip.on('error', () => undefined) // `unpack` reports it
  let packed = 0
  let unpacked = 0

  const checkSize = (): void => {
    if (unpacked > LIMITS.sessionBytes) {
      const most = String(LIMITS.sessionBytes / 1024 ** 3)
      throw new SessionFileError(`unpacks to more than ${most} GiB, the maximum here`)
    }
    if (unpacked > EXPANSION_FREE_BYTES + packed * LIMITS.sessionExpansion) {
      const most = String(LIMITS.sessionExpansion)
      throw new SessionFileError(`unpacks to more than ${most} times its size, which no Paybench file does`)
    }
  }
  const unpack = async (): Promise<void> => {
    const file = await open(receivedIn(directory), 'wx', 0o600)
    try {
      for await (const chunk of gunzip as AsyncIterable<Buffer>) {
        unpacked += chunk.length
        checkSize()
        await makeRoom(unpacked)
        await file.writeFile(chunk)
      }
    } catch (error) {
      throw unpackingError(error, unpacked)
    } finally {
      await file.close()
    }
  }
  const unpacking = unpack()
  unpacking.catch(() => undefined) // the caller of `push` or `end` gets the error

  return {
    /**
     * Resolves when the part is unpacked, so that a sender cannot run ahead.
     * @throws SessionFileError
     */
    async push(bytes: Uint8Array): Promise<void> {
      packed += bytes.length
      const taken = new Promise<void>((resolve) => {
        gunzip.write(bytes, (error) => {
          if (error === null || error === undefined) resolve()
        })
      })
      await Promise.race([unpacking, taken])
    },
    /** Called after the last part; resolves with the unpacked bytes. */
    async end(): Promise<number> {
      gunzip.end()
      await unpacking
      return unpacked
    },
    async stop(): Promise<void> {
      gunzip.destroy()
      await unpacking.catch(() => undefined)
    },
  }
}

function unpackingError(error: unknown, unpacked: number): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (!code.startsWith('Z_')) return error
  if (code === 'Z_BUF_ERROR') return new SessionFileError('ends in the middle. Copy it again in full')
  return new SessionFileError(
    unpacked === 0
      ? 'is not from Paybench: it does not unpack as gzip'
      : `is damaged: it cannot be unpacked after byte ${String(unpacked)} of its content. Copy it again`,
  )
}
