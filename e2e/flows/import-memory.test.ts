import { gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { openWatchedHost, type WatchedHost } from '#e2e/fixtures/hosts/watched-host'
import { cut, HAR_HEAD, HAR_TAIL, harEntry, importHar } from './testing/har-archives'
import { exportSession, importSession } from './testing/session-client'
import { asLines } from './testing/session-mutations'

const MIB = 1024 * 1024
const MAX_RESIDENT_BYTES = 600 * MIB
/** The size of each archive; the limit is 256 MiB. */
const ARCHIVE_MIB = 250

/** Each test has its own bench, because memory peaks never go down. */
async function withHost(work: (watched: WatchedHost) => Promise<void>): Promise<void> {
  const watched = await openWatchedHost()
  try {
    await work(watched)
    expect(watched.host.process.child.exitCode).toBeNull()
    expect(watched.peakBytes()).toBeLessThan(MAX_RESIDENT_BYTES)
  } finally {
    await watched.close()
  }
}

/** As many entries with a body of 8 MiB as fit into an archive. */
function* largeEntries(): Generator<string> {
  const entry = harEntry('z'.repeat(8 * MIB))
  yield HAR_HEAD
  for (let n = 0; n < Math.floor(ARCHIVE_MIB / 8); n += 1) yield* cut(n === 0 ? entry : `,${entry}`)
  yield HAR_TAIL
}

describe('a bench that imports files', () => {
  it(`accepts four archives of ${String(ARCHIVE_MIB)} MiB at once`, { timeout: 600_000 }, () =>
    withHost(async ({ host, client }) => {
      const { longestMs, failures } = await client.during(async () => {
        await Promise.all(Array.from({ length: 4 }, () => importHar(host, largeEntries())))
      })
      expect(failures).toBe(0)
      expect(longestMs).toBeLessThan(1000)
      const { items } = await host.call('traffic.list', { sources: ['imported'], limit: 100 })
      expect(items).toHaveLength(Math.min(100, 4 * Math.floor(ARCHIVE_MIB / 8)))
    }),
  )

  it('refuses small session files that unpack to a huge size', { timeout: 600_000 }, () =>
    withHost(async ({ host, client }) => {
      const [first = ''] = gunzipSync(asLines((await exportSession(host)).bytes))
        .toString('utf8')
        .split('\n', 1)
      const full = (unit: string): Buffer =>
        gzipSync(Buffer.concat([Buffer.from(`${first}\n["settings",`), Buffer.alloc(72 * MIB, unit)]), {
          level: 9,
        })
      const zeros = gzipSync(Buffer.alloc(300 * MIB))
      for (const bytes of [...['[],', ' ', '1,', '0]\n["settings",'].map(full), zeros]) {
        const { longestMs } = await client.during(async () => {
          await expect(importSession(host, bytes)).rejects.toThrow('Nothing was imported.')
        })
        expect(longestMs).toBeLessThan(1000)
      }
    }),
  )
})
