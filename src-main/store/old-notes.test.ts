import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { LIMITS } from '#lib/limits/limit-table'
import { connect } from './connection'
import { anExchange, opened } from './fixtures/samples'

it('cuts a note of 22 million characters when it is stored, and reads no more of an old one', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'paybench-notes-'))
  try {
    const long = 'n'.repeat(22_000_000)
    const store = opened({ directory })
    const { id } = store.exchanges.insert(
      anExchange({ source: 'capture', note: long, paymentId: 'p'.repeat(1e6) }),
    )
    const kept = store.exchanges.row(id)
    expect(kept?.note?.length).toBe(LIMITS.noteChars)
    expect(kept?.paymentId?.length).toBe(LIMITS.paymentIdChars)
    await store.close()

    const file = readdirSync(directory).find((name) => name.endsWith('.db') && !name.includes('lock')) ?? ''
    const connection = connect(join(directory, file), 1000)
    connection.run('UPDATE exchanges SET note = ?', long)
    connection.close()

    const reopened = opened({ directory })
    const { items } = await reopened.exchanges.list('captures', { terms: [], limit: 10, nowMs: 0 })
    expect(items.map(({ note }) => note?.length)).toEqual([LIMITS.noteChars])
    expect(reopened.exchanges.byId(id)?.note?.length).toBe(LIMITS.noteChars)
    await reopened.close()
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
})
