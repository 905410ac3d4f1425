import { describe, expect, it } from 'vitest'
import { anOpening, signedParameters } from './testing/form-client'
import { EVERY_WAY, expectDescription, expectPage, formWays, type Refusal } from './testing/form-ways'
import { merchantOf } from './testing/requests'
import type { JsonRecord } from './testing/signer'
import { useMerchantBench } from './testing/merchant-bench'

const { bench, merchant } = useMerchantBench({ per: 'file' })
const ways = formWays(bench)

const good = anOpening('Refused-2')
const change = (changed: JsonRecord): JsonRecord => signedParameters({ ...good, ...changed })

describe('a refused opening', () => {
  it.each<[what: string, parameters: JsonRecord, expected: Refusal]>([
    [
      'a missing signature',
      good,
      { status: 400, code: '2004', field: 'signature', constraint: 'required', says: 'Add the parameter' },
    ],
    [
      'an unknown project',
      change({ project_id: 9999 }),
      { status: 404, code: '2442', field: 'project_id', constraint: 'enum', says: 'does not exist here' },
    ],
  ])('reports %s', async (_what, parameters, expected) => {
    for (const way of EVERY_WAY) {
      const response = await ways[way](parameters)
      expectPage(response, expected)
      const program = await ways[way](parameters, { Accept: 'application/json' })
      expect(program.status).toBe(expected.status)
      expectDescription(program.json, expected)
    }
  })

  it('reports an address that is too long', async () => {
    const expected = {
      status: 414,
      code: '702',
      field: '',
      constraint: 'format',
      says: 'Send the parameters by POST',
    }
    expectPage(await ways.GET(change({ merchant_data: 'x'.repeat(8192) })), expected)
    expect((await ways.JSON(change({ merchant_data: 'x'.repeat(8192) }))).status).toBe(200)
  })

  it('neither registers a payment nor sends a callback', async () => {
    await bench.settle()
    for (const id of ['Refused-2', 'x']) {
      expect((await merchantOf(bench).status(id)).json).toMatchObject({ code: '3061' })
    }
    expect(merchant.received).toEqual([])
  })
})
