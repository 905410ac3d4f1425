import { afterEach, describe, expect, it } from 'vitest'
import { createBenchPorts } from '../../hosts/wiring/bench-ports'
import { NO_CUSTOMER_FILES } from '../../../e2e/fixtures/hosts/no-customer-files'
import type { HttpResponse, IntakeRequest } from '../../lib/http-message/message'
import { openStore } from '../../store/open'
import { createBench } from '../../workbench/create-bench'

const DATED: readonly [string, string] = ['Date', 'Tue, 09 Apr 2030 10:00:00 GMT']

const withField =
  (field: readonly [string, string]) =>
  (response: HttpResponse): HttpResponse => ({ ...response, headers: [...response.headers, field] })

let close: () => Promise<void> = () => Promise.resolve()
afterEach(() => close())

/** Sends a status request, whose response leaves with this field; counts the writes that store it once more. */
async function answered(field: readonly [string, string]) {
  const opening = openStore({ directory: null, durability: 'normal', log: () => undefined })
  if (!opening.ok) throw new Error(opening.error.message)
  const { store } = opening
  let stored = 0
  const bench = createBench({
    store: {
      ...store,
      exchanges: {
        ...store.exchanges,
        setResponse: (id, reply) => {
          stored += 1
          return store.exchanges.setResponse(id, reply)
        },
      },
    },
    storeNotices: [],
    ports: createBenchPorts(() => undefined, ''),
    version: '0.0.0',
    host: 'memory',
    customerFiles: NO_CUSTOMER_FILES,
    project: null,
  })
  close = () => bench.close()
  const request: IntakeRequest = {
    method: 'POST',
    target: '/v2/payment/status',
    httpVersion: '1.1',
    tlsVersion: null,
    headers: [['Host', '127.0.0.1:8610']],
    body: new TextEncoder().encode('{}'),
    remoteAddress: '127.0.0.1',
    remotePort: 0,
    receivedAtWallMs: 0,
    tooLarge: false,
    targetTooLong: false,
    completed: withField(DATED),
  }
  const { response, afterResponse } = await bench.platform.handle(request)
  const fields = async () => {
    const [item] = (await bench.handlers['exchanges.list']({ limit: 1 })).items
    const { reply } = await bench.handlers['exchanges.get']({ id: item?.id ?? '' })
    return reply?.headers
  }
  const before = await fields()
  afterResponse({ response: withField(field)(response), delivered: true })
  return { before, after: await fields(), stored }
}

describe('a response', () => {
  it('is stored with its request as it is to leave, in one write', async () => {
    const { before, after, stored } = await answered(DATED)
    expect(before).toContainEqual(DATED)
    expect(after).toEqual(before)
    expect(stored).toBe(0)
  })

  it('is stored once more where it leaves otherwise', async () => {
    const { before, after, stored } = await answered(['Connection', 'close'])
    expect(before).toContainEqual(DATED)
    expect(after).toContainEqual(['Connection', 'close'])
    expect(after).not.toContainEqual(DATED)
    expect(stored).toBe(1)
  })
})
