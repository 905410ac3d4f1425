import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { openTestBench, type TestBench } from '#e2e/fixtures/hosts/served-bench'
import { openWorkbench, type TestWorkbench } from '#net/workbench/testing/open-workbench'
import { BenchError } from './connection'
import { METHODS } from './methods'
import { errorShape } from './shapes'

const errorBody = z.strictObject({ error: errorShape })

let bench: TestBench
let workbench: TestWorkbench

beforeEach(async () => {
  bench = openTestBench()
  workbench = await openWorkbench(bench.served)
})
afterEach(async () => {
  await workbench.close()
  await bench.close()
})

/** Status and error in the response to a refused call. */
async function refusal(response: Response) {
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  return { status: response.status, ...errorBody.parse(await response.json()).error }
}

/** Makes a call that is refused, and returns status and error. */
const refusalOf = async (...call: Parameters<TestWorkbench['call']>) => refusal(await workbench.call(...call))

async function paymentKey(): Promise<string> {
  const made = await workbench.call('payments.create', '{"amount":1000,"currency":"EUR"}')
  const { result } = z.object({ result: METHODS['payments.create'].result }).parse(await made.json())
  return result.key
}

describe('the Paybench protocol over HTTP', () => {
  it('responds to a call with its result and nothing else', async () => {
    const response = await workbench.call('bench.info', '{}')
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('no-store')
    const body = z.strictObject({ result: METHODS['bench.info'].result }).parse(await response.json())
    expect(body.result.version).toBe('0.0.0')
  })

  it('reads a missing body as {}', async () => {
    expect((await workbench.call('clock.get')).status).toBe(200)
  })

  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'APPLICATION/JSON',
    'application/vnd.bench+json',
    // The defaults of fetch and curl.
    'text/plain;charset=UTF-8',
    'application/x-www-form-urlencoded',
    null,
  ])('reads params with the content type %s', async (type) => {
    const headers = { 'Content-Type': type }
    const response = await workbench.call('payments.create', '{"amount":5,"currency":"EUR"}', headers)
    expect(response.status).toBe(200)
  })

  it.each(['multipart/form-data; boundary=x', 'application/xml', 'json', 'application/octet-stream'])(
    'refuses params with the content type %s',
    async (type) => {
      const error = await refusalOf('clock.get', '{}', { 'Content-Type': type })
      expect(error).toMatchObject({ status: 415, code: 'invalid_params' })
    },
  )

  it.each(['[]', '"clock"', '5', 'null', 'true'])('refuses %s in place of an object', async (body) => {
    expect(await refusalOf('clock.get', body)).toMatchObject({ status: 400, code: 'invalid_params' })
  })

  it.each([
    ['{"amount":', 'line 1, column 11'],
    ["{'amount':1}", 'line 1, column 2'],
    ['{"amount":1,}', 'line 1, column 13'],
    ['['.repeat(100_000), 'levels'],
  ])('says where a body stops being JSON (case %#, at $1)', async (body, where) => {
    const message: unknown = expect.stringContaining(where)
    const error = await refusalOf('payments.create', body)
    expect(error).toMatchObject({ status: 400, code: 'invalid_params', message })
  })

  it('does not let a body change a prototype', async () => {
    const body = '{"__proto__":{"limit":1},"constructor":{"prototype":{"limit":1}}}'
    expect(await refusalOf('payments.list', body)).toMatchObject({ status: 400 })
    expect(Object.prototype).not.toHaveProperty('limit')
  })

  it.each(['payments.destroy', 'toString', '__proto__', 'constructor', 'hasOwnProperty', '', 'a/b', '%2e'])(
    'refuses the unknown method "%s"',
    async (method) => {
      const message: unknown = expect.stringContaining('payments.create')
      expect(await refusalOf(method, '{}')).toMatchObject({ status: 404, code: 'unknown_method', message })
    },
  )

  it('responds to each refusal by Paybench with a fitting status', async () => {
    const missing = await refusalOf('payments.get', '{"key":"none"}')
    expect(missing).toMatchObject({ status: 404, code: 'not_found' })
    for (const [method, body, code] of [
      ['payments.complete', JSON.stringify({ key: await paymentKey(), outcome: 'decline' }), 'wrong_state'],
      ['projects.create', '{"projectId":77}', 'conflict'],
    ] as const) {
      expect((await workbench.call(method, body)).status).toBe(200)
      expect(await refusalOf(method, body)).toMatchObject({ status: 409, code })
    }
  })

  /** A workbench whose `clock.get` throws. */
  const withClockThrowing = (error: Error): Promise<TestWorkbench> =>
    openWorkbench({
      ...bench.served,
      handlers: {
        ...bench.served.handlers,
        'clock.get': () => {
          throw error
        },
      },
    })

  it('responds to an error in a handler with 500, and continues', async () => {
    const broken = await withClockThrowing(new Error('the spring is broken'))
    const message: unknown = expect.stringContaining('the spring is broken')
    const error = await refusal(await broken.call('clock.get'))
    expect(error).toMatchObject({ status: 500, code: 'internal', message })
    expect(bench.bugs).toHaveLength(1)
    expect((await broken.call('projects.list')).status).toBe(200)
    await broken.close()
  })

  it('reports a refusal whose code the method does not declare, and passes it on', async () => {
    const surprising = await withClockThrowing(new BenchError('conflict', 'The spring is being wound.'))
    expect(await refusal(await surprising.call('clock.get'))).toMatchObject({ status: 409, code: 'conflict' })
    expect(bench.bugs).toMatchObject([{ message: 'The row of clock.get does not name conflict' }])
    await surprising.close()
  })

  it('refuses every HTTP method but POST', async () => {
    for (const method of ['GET', 'PUT', 'DELETE', 'OPTIONS']) {
      const response = await fetch(`${workbench.url}/api/v1/clock.get`, {
        method,
        headers: { Authorization: `Bearer ${workbench.token}` },
      })
      expect(response.headers.get('allow')).toBe('POST')
      expect(await refusal(response)).toMatchObject({ status: 405 })
    }
  })

  it('refuses other versions of the API', async () => {
    const response = await fetch(`${workbench.url}/api/v2/clock.get`, { method: 'POST' })
    expect(await refusal(response)).toMatchObject({ status: 404, code: 'not_found' })
  })
})
