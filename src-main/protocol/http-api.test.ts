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

/** The error of a refused call. */
async function refusal(response: Response) {
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  return { status: response.status, ...errorBody.parse(await response.json()).error }
}

async function paymentKey(): Promise<string> {
  const made = await workbench.call('payments.create', '{"amount":1000,"currency":"EUR"}')
  const { result } = z.object({ result: METHODS['payments.create'].result }).parse(await made.json())
  return result.key
}

describe('the bench protocol over HTTP', () => {
  it('responds to a call with its result and nothing else', async () => {
    const response = await workbench.call('bench.info', '{}')
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('no-store')
    const body = z.strictObject({ result: METHODS['bench.info'].result }).parse(await response.json())
    expect(body.result.version).toBe('0.0.0')
  })

  it('reads a missing body as {}', async () => {
    const response = await workbench.call('clock.get')
    expect(response.status).toBe(200)
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
    const response = await workbench.call('payments.create', '{"amount":5,"currency":"EUR"}', {
      'Content-Type': type,
    })
    expect(response.status).toBe(200)
  })

  it.each(['multipart/form-data; boundary=x', 'application/xml', 'json', 'application/octet-stream'])(
    'refuses params with the content type %s',
    async (type) => {
      const response = await workbench.call('clock.get', '{}', { 'Content-Type': type })
      expect(await refusal(response)).toMatchObject({ status: 415, code: 'invalid_params' })
    },
  )

  it.each(['[]', '"clock"', '5', 'null', 'true'])('refuses %s in place of an object', async (body) => {
    expect(await refusal(await workbench.call('clock.get', body))).toMatchObject({
      status: 400,
      code: 'invalid_params',
    })
  })

  it.each([
    ['{"amount":', 'line 1, column 11'],
    ["{'amount':1}", 'line 1, column 2'],
    ['{"amount":1,}', 'line 1, column 13'],
    ['['.repeat(100_000), 'levels'],
  ])('says where a body stops being JSON (case %#, at $1)', async (body, where) => {
    const refused = await refusal(await workbench.call('payments.create', body))
    expect(refused).toMatchObject({ status: 400, code: 'invalid_params' })
    expect(refused.message).toContain(where)
  })

  it('does not let a body change a prototype', async () => {
    const body = '{"__proto__":{"limit":1},"constructor":{"prototype":{"limit":1}}}'
    expect(await refusal(await workbench.call('payments.list', body))).toMatchObject({ status: 400 })
    expect(Object.prototype).not.toHaveProperty('limit')
  })

  it.each(['payments.destroy', 'toString', '__proto__', 'constructor', 'hasOwnProperty', '', 'a/b', '%2e'])(
    'refuses the unknown method "%s"',
    async (method) => {
      const refused = await refusal(await workbench.call(method, '{}'))
      expect(refused).toMatchObject({ status: 404, code: 'unknown_method' })
      expect(refused.message).toContain('payments.create')
    },
  )

  it('responds to each refusal of the bench with a fitting status', async () => {
    expect(await refusal(await workbench.call('payments.get', '{"key":"none"}'))).toMatchObject({
      status: 404,
      code: 'not_found',
    })
    const key = await paymentKey()
    const decline = JSON.stringify({ key, outcome: 'decline' })
    expect((await workbench.call('payments.complete', decline)).status).toBe(200)
    expect(await refusal(await workbench.call('payments.complete', decline))).toMatchObject({
      status: 409,
      code: 'wrong_state',
    })
    const project = '{"projectId":77}'
    expect((await workbench.call('projects.create', project)).status).toBe(200)
    expect(await refusal(await workbench.call('projects.create', project))).toMatchObject({
      status: 409,
      code: 'conflict',
    })
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
    expect(await refusal(await broken.call('clock.get'))).toMatchObject({ status: 500, code: 'internal' })
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
