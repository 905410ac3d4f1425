import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { LIMITS } from '#lib/limits/limit-table'
import { EXPANSION_FREE_BYTES } from './read-session-file'

const pack = promisify(gzip)

/** Compression level. Higher levels take three times as long and save only a tenth more. */
const GZIP_LEVEL = 4
const STORED_LEVEL = 0
/** Bytes that are compressed as one member. A gzip file may have many members, which unpack to one text. */
const MEMBER_BYTES = 1024 * 1024
/**
 * Compression ratio above which a part is stored uncompressed. A reader allows a higher ratio, so no part of the file
 * exceeds its limit.
 */
const MAX_RATIO = LIMITS.sessionExpansion / 2
const FREE_BYTES = EXPANSION_FREE_BYTES / 2

/**
 * Compresses parts with gzip and passes the bytes on. The file never expands to more than its reader accepts, even if
 * it contains sixteen megabytes of one letter. Rejects with an AbortError where `signal` is aborted.
 */
export async function packParts(
  parts: AsyncIterable<Buffer>,
  out: { readonly take: (bytes: Buffer) => Promise<void>; readonly signal: AbortSignal },
): Promise<void> {
  let given = 0
  let packed = 0
  const write = async (bytes: Buffer): Promise<void> => {
    out.signal.throwIfAborted()
    given += bytes.length
    let member = await pack(bytes, { level: GZIP_LEVEL })
    if (given > FREE_BYTES + (packed + member.length) * MAX_RATIO) {
      member = await pack(bytes, { level: STORED_LEVEL })
    }
    packed += member.length
    await out.take(member)
  }

  let gathered: Buffer[] = []
  let gatheredBytes = 0
  const flush = async (): Promise<void> => {
    const bytes = Buffer.concat(gathered)
    gathered = []
    gatheredBytes = 0
    for (let from = 0; from < bytes.length; from += MEMBER_BYTES) {
      await write(bytes.subarray(from, from + MEMBER_BYTES))
    }
  }
  for await (const part of parts) {
    gathered.push(part)
    gatheredBytes += part.length
    if (gatheredBytes >= MEMBER_BYTES) await flush()
  }
  await flush()
  out.signal.throwIfAborted()
}
