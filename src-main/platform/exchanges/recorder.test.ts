import { afterEach, describe, expect, it } from 'vitest'
import { createBenchPorts } from '#hosts/wiring/bench-ports'
import { MEMORY_BENCH, openMemoryStore } from '#e2e/fixtures/hosts/memory-bench'
import type { HttpResponse, IntakeRequest } from '#lib/http-message/message'
import { createBench } from '#workbench/create-bench'

const DATED: readonly [string, string] = ['Date', 'Tue, 09 Apr 2030 10:00:00 GMT']

const withField = (response: HttpResponse, field: readonly [string, string]): HttpResponse => ({
  ...response,
  headers: [...response.headers, field],
})

let close: () => Promise<void> = () => Promise.resolve()
afterEach(() => close())

/** Sends a status request; `alter` changes the response that is actually sent. Counts the extra writes. */
async function recordResponse(alter?: (response: HttpResponse) => HttpResponse) {
  const store = openMemoryStore()
  let stored = 0
  const bench = createBench({
    store: {
      ...store,
      exchanges: {
        ...store.exchanges,
        setResponse: (id, response) => {
          stored += 1
          return store.exchanges.setResponse(id, response)
        },
      },
    },
    ...MEMORY_BENCH,
    ports: createBenchPorts(() => undefined, ''),
  })
  close = () => bench.close()
  let completed: HttpResponse | null = null
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
    completed: (response) => (completed = withField(response, DATED)),
  }
  const { response, afterResponse } = await bench.platform.handle(request)
  const fields = async () => {
    const [item] = (await bench.handlers['exchanges.list']({ limit: 1 })).items
    const { reply } = await bench.handlers['exchanges.get']({ id: item?.id ?? '' })
    return reply?.headers
  }
  const before = await fields()
  afterResponse({ response: alter?.(response) ?? completed ?? response, delivered: true })
  return { before, after: await fields(), stored }
}

describe('a response', () => {
  it('is stored with its request, as it will be sent, in one write', async () => {
    const { before, after, stored } = await recordResponse()
    expect(before).toContainEqual(DATED)
    expect(after).toEqual(before)
    expect(stored).toBe(0)
  })

  it('is stored again if it is sent differently', async () => {
    const { before, after, stored } = await recordResponse((response) =>
      withField(response, ['Connection', 'close']),
    )
    expect(before).toContainEqual(DATED)
    expect(after).toContainEqual(['Connection', 'close'])
    expect(after).not.toContainEqual(DATED)
    expect(stored).toBe(1)
  })
})
