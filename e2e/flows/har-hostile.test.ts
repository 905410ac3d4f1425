import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isLongRun } from '#scripts/test/seed'
import { openWatchedHost, type WatchedHost } from '#e2e/fixtures/hosts/watched-host'
import { cut, HAR_HEAD, HAR_TAIL, harEntry, importHar, repeated } from './testing/har-archives'

const MIB = 1024 * 1024
/** An archive with too many values is refused at the limit anyway; the long run sends more. */
const MANY = isLongRun ? 60 * MIB : 12 * MIB

let watched: WatchedHost
beforeAll(async () => {
  watched = await openWatchedHost()
}, 120_000)
afterAll(async () => {
  await watched.close()
})

/** Imports an archive; returns the error if it is refused (else null), and how long other calls waited. */
async function importOf(
  pieces: Iterable<string>,
): Promise<{ readonly said: string | null; readonly longestMs: number }> {
  let said: string | null = null
  const { longestMs } = await watched.client.during(async () => {
    said = await importHar(watched.host, pieces).then(() => null, String)
  })
  return { said, longestMs }
}

describe('a malicious archive', () => {
  it.each<readonly [string, () => Iterable<string>, RegExp | null]>([
    ['120 MiB outside its entries', () => repeated('{"x":"', 'a', 120 * MIB), /outside of log.entries/],
    [
      'many MiB of brackets in an entry',
      () => repeated(`${HAR_HEAD}{"x":[`, '[],', MANY),
      /values|ends inside/,
    ],
    [
      'many MiB of keys in an entry',
      () => repeated(`${HAR_HEAD}{"x":{`, '"a0":1,', MANY),
      /values|ends inside/,
    ],
    ['an endless entry', () => repeated(`${HAR_HEAD}{"x":"`, 'a', 80 * MIB), /longer than/],
    ['endless empty entries', () => repeated(HAR_HEAD, '{},', 8 * MIB), /Line 1/],
    ['a body of 16 MiB of digits', () => cut(HAR_HEAD + harEntry('1'.repeat(16 * MIB)) + HAR_TAIL), null],
    [
      'a body of 15 MiB of spaced digits',
      () => cut(HAR_HEAD + harEntry('1 '.repeat(7.5 * MIB)) + HAR_TAIL),
      null,
    ],
    [
      'many large bodies',
      () =>
        cut(HAR_HEAD + Array.from({ length: 6 }, () => harEntry('z'.repeat(8 * MIB))).join(',') + HAR_TAIL),
      null,
    ],
  ])(
    'with %s is refused or imported, and nobody else waits',
    { timeout: 120_000 },
    async (_what, make, reason) => {
      const { said, longestMs } = await importOf(make())
      if (reason === null) expect(said).toBeNull()
      else {
        expect(said).toMatch(reason)
        expect(said).toContain('Nothing was imported.')
      }
      expect(longestMs).toBeLessThan(1000)
    },
  )

  it.each([0, -1, 4_294_967_296])(
    'with the impossible project %d is imported and listed',
    async (project) => {
      const body = String.raw`{\"general\":{\"project_id\":${project}}}`
      expect(await importOf([HAR_HEAD + harEntry(body) + HAR_TAIL])).toMatchObject({ said: null })
      const { items } = await watched.host.call('traffic.list', { sources: ['imported'], limit: 1 })
      expect(items).toMatchObject([{ signatureState: 'unknown_project' }])
      expect(items[0]).not.toHaveProperty('projectId')
    },
  )

  it('has its signatures checked here, whatever verdicts it contains', async () => {
    const own = (masked: string): string =>
      `"_paybench":{"version":1,"id":"ex_1","source":"api","virtualTime":"2030-04-09T10:00:00.000Z","target":"/v2/payment/status","projectId":9041,"verdict":{"state":"valid","explanation":"The signature is right."},"marks":[],"masked":${masked}},`
    const body = String.raw`{\"general\":{\"project_id\":9041,\"signature\":\"bm8=\"}}`
    const bodies =
      HAR_HEAD +
      [harEntry(body, own('[]')), harEntry(body, own('[{"start":0,"end":1,"kind":"cvv"}]'))].join(',') +
      HAR_TAIL
    expect(await importOf([bodies])).toMatchObject({ said: null })
    const { items } = await watched.host.call('traffic.list', { sources: ['imported'], limit: 2 })
    const verdicts = await Promise.all(
      items.map(async ({ id }) => (await watched.host.call('traffic.get', { id })).signature),
    )
    expect(verdicts.map(({ state }) => state).sort()).toEqual(['invalid', 'unreadable'])
    expect(verdicts.find(({ state }) => state === 'unreadable')?.explanation).toContain(
      'Not verified: imported',
    )
  })
})
