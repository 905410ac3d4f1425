import { describe, expect, it } from 'vitest'
import { LIMITS } from '#lib/limits/limit-table'
import { PROJECT } from './testing/flow-bench'
import { useFlowBench } from './testing/merchant-bench'
import { exchange } from './testing/wire-client'

const { bench } = useFlowBench({ per: 'file', callbackUrl: null })
// Closing the bench throws if it logged an error.

const newest = async (list: 'captures.list' | 'exchanges.list') =>
  (await bench.call(list, { limit: 1 })).items[0]

describe('a small request with a disproportionate effect', () => {
  it('is recorded at once if it has a thousand repeated keys below a long one', async () => {
    const members = Array.from({ length: 1000 }, (_, n) => `"a${n}":1,"a${n}":1`).join()
    const body = `{"${'K'.repeat(900_000)}":{${members}}}`
    expect((await exchange(`${bench.ready.merchant}/long-key`, { body })).status).toBe(200)
    expect(await newest('captures.list')).toMatchObject({ path: '/long-key' })
    const api = await exchange(`${bench.ready.platform}/v2/payment/status`, { body })
    expect(api.status).toBe(400)
    expect((await newest('exchanges.list'))?.note).toMatch(/^Repeated keys \(the last value counts\): K+….a0/)
  })

  it('gets a short note for very many stray percent signs, or is refused if it has too many parameters', async () => {
    const parameters = { method: 'POST', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } }
    const alike = await exchange(`${bench.ready.platform}/payment`, {
      ...parameters,
      body: 'a%&b%&'.repeat(4000),
    })
    expect(alike.status).toBe(400)
    expect(alike.bytes.length).toBeLessThan(100_000)
    const note = (await newest('exchanges.list'))?.note ?? ''
    expect(note).toContain('more warnings.')
    expect(note.length).toBeLessThanOrEqual(LIMITS.noteChars)
    const many = await exchange(`${bench.ready.platform}/payment`, {
      ...parameters,
      body: 'a%&b%&'.repeat(170_000),
    })
    expect(many.status).toBe(400)
    expect((await newest('exchanges.list'))?.refusal?.message).toContain('more than 10000 parameters')
  })

  it('is refused in a short response if it has many semicolons below a long key', async () => {
    const body = `{"project_id":${PROJECT.id},"payment_id":"s","customer_id":"c","payment_amount":1,"payment_currency":"EUR","signature":"c2ln","a":{"${'K'.repeat(200_000)}":[${'";",'.repeat(15_000)}1]}}`
    const headers = { 'Content-Type': 'application/json', Accept: 'application/json' }
    const refused = await exchange(`${bench.ready.platform}/payment`, { headers, body })
    expect(refused.status).toBe(400)
    expect(refused.text).toContain('contains a ;')
    expect(refused.bytes.length).toBeLessThan(LIMITS.noteChars)
  })
})
