import { describe, expect, it } from 'vitest'
import { useFlowBench } from './testing/merchant-bench'
import { anOpening, signedParameters } from './testing/form-client'
import type { JsonRecord } from './testing/signer'
import { exchange } from './testing/wire-client'

const { bench } = useFlowBench({ per: 'file' })

const check = async (parameters: JsonRecord, method: 'GET' | 'POST' = 'GET') => {
  const query = new URLSearchParams(Object.entries(parameters).map(([name, value]) => [name, String(value)]))
  const address = `${bench.ready.platform}/params/check`
  const { status, json } = await (method === 'GET'
    ? exchange(`${address}?${query.toString()}`, { method })
    : exchange(address, {
        body: JSON.stringify(parameters),
        headers: { 'Content-Type': 'application/json' },
      }))
  return { status, json }
}

describe('the check of parameters (contract 7.1, 12 row 5)', () => {
  it.each(['GET', 'POST'] as const)('by %s does not need a signature, and says so', async (method) => {
    const { status, json } = await check(anOpening('Check-1'), method)
    expect([status, json]).toMatchObject([200, { status: 'success', warnings: [{ field: 'signature' }] }])
    const { items } = await bench.call('exchanges.list', { limit: 1 })
    expect(items[0]).toMatchObject({ signatureState: 'missing' })
    expect((await bench.call('payments.list', {})).total).toBe(0)
  })

  it('verifies a signature if there is one', async () => {
    const right = await check(signedParameters(anOpening('Check-2')))
    expect([right.status, right.json['warnings']]).toEqual([200, []])
    const wrong = await check(signedParameters(anOpening('Check-2'), 'another-secret'))
    expect(wrong.json).toMatchObject({ status: 'error', code: '3261' })
    const empty = await check({ ...anOpening('Check-2'), signature: '' })
    expect(empty.json).toMatchObject({ status: 'error', code: '3262' })
    expect([wrong.status, empty.status]).toEqual([400, 400])
  })
})
