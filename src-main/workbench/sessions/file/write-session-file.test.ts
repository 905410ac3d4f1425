import { createGunzip, gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LIMITS } from '#lib/limits/limit-table'
import { packed } from './write-session-file'
import { EXPANSION_FREE_BYTES } from './received-file'

async function packAll(parts: readonly Buffer[]): Promise<readonly Buffer[]> {
  const chunks: Buffer[] = []
  for await (const chunk of packed(pieces(parts), new AbortController().signal)) chunks.push(chunk)
  return chunks
}

async function* pieces(parts: readonly Buffer[]) {
  for (const part of parts)
    for (let at = 0; at < part.length; at += MIB) yield await Promise.resolve(part.subarray(at, at + MIB))
}

/** The smallest margin in bytes, at any point of the file, between its unpacked size and the reader's limit. */
async function leastRoom(chunks: readonly Buffer[]): Promise<number> {
  const gunzip = createGunzip()
  let given = 0
  let unpacked = 0
  let least = Infinity
  // Writes whole parts, as a sender does: the reader's limit depends on the bytes that it has received.
  gunzip.on('data', (bytes: Buffer) => {
    unpacked += bytes.length
    least = Math.min(least, EXPANSION_FREE_BYTES + given * LIMITS.sessionExpansion - unpacked)
  })
  for (const chunk of chunks) {
    given += chunk.length
    await new Promise<void>((resolve) => gunzip.write(chunk, () => resolve()))
  }
  await new Promise<void>((resolve) => gunzip.once('end', resolve).end())
  return least
}

const MIB = 1024 * 1024
const noise = (bytes: number): Buffer => {
  let state = 7
  return Buffer.from(
    Uint8Array.from({ length: bytes }, () => (state = (state * 1_103_515_245 + 12_345) & 0x7fffffff) >> 16),
  )
}
/** Makes parts by kind and size, so that a failure describes them in one line. */
const MAKE = {
  letters: (bytes: number): Buffer => Buffer.alloc(bytes * 24, 'a'),
  noise,
  rows: (bytes: number): Buffer => Buffer.from('["events",1,2]\n'.repeat(Math.ceil(bytes / 8))),
} as const
const kind = fc.constantFrom(...(Object.keys(MAKE) as (keyof typeof MAKE)[]))
const partsToMake = fc.array(fc.record({ kind, bytes: fc.integer({ min: 1, max: MIB }) }), {
  minLength: 1,
  maxLength: 5,
})

describe('a packed session', () => {
  it('never unpacks to more than its reader accepts', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(partsToMake, async (made) => {
        const parts = made.map(({ kind, bytes }) => MAKE[kind](bytes))
        const chunks = await packAll(parts)
        expect(gunzipSync(Buffer.concat(chunks)).equals(Buffer.concat(parts))).toBe(true)
        expect(await leastRoom(chunks)).toBeGreaterThanOrEqual(0)
      }),
      { numRuns: 6 },
    )
  })
})
