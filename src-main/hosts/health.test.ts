import { request as plainRequest, type IncomingMessage } from 'node:http'
import { request as tlsRequest } from 'node:https'
import { text } from 'node:stream/consumers'
import { afterEach, expect, it } from 'vitest'
import { launchOptions, startForTest } from '#e2e/fixtures/hosts/started-bench'
import { createBenchClient } from '#protocol/client'
import { connectionPair } from '#protocol/testing/connection-pair'
import { rawClient } from '#net/testing/raw-client'
import type { RunningBench } from './running-bench'

let bench: RunningBench | null = null
afterEach(() => bench?.close())

async function startRunning(): Promise<RunningBench> {
  const { outcome } = await startForTest(launchOptions(['--in-memory']))
  if (outcome.kind === 'failed') throw new Error(outcome.failure.message)
  bench = outcome.bench
  return bench
}

/** Sends a request to a listener under a host name that is not its own, as an orchestrator does. */
async function ask(base: string, method: string, path = '/health') {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const request = base.startsWith('https:') ? tlsRequest : plainRequest
    const headers = { Host: 'pod-7.cluster.local', Origin: 'http://evil.test' }
    request(`${base}${path}`, { method, headers, rejectUnauthorized: false, agent: false }, resolve)
      .on('error', reject)
      .end()
  })
  return { status: response.statusCode, headers: response.headers, body: await text(response) }
}

/** Counts the requests that Paybench has recorded. */
async function countRecorded({ connect }: RunningBench): Promise<number> {
  const [ours, theirs] = connectionPair()
  const client = createBenchClient()
  const disconnect = connect(theirs)
  client.attach(ours)
  const captures = await client.call('captures.list', {})
  const exchanges = await client.call('exchanges.list', {})
  disconnect()
  return captures.total + exchanges.total
}

it('the health check responds on every listener under any host name, and records nothing', async () => {
  const running = await startRunning()
  const { platform, platformTls, merchant, merchantTls, workbench } = running.ready
  for (const base of [platform, platformTls, merchant, merchantTls, workbench ?? '']) {
    for (const path of ['/health', '/health?from=probe']) {
      const response = await ask(base, 'GET', path)
      expect(response).toMatchObject({
        status: 200,
        headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
        body: '{"status":"ok","version":"9.8.7"}',
      })
      expect(Object.keys(response.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
    }
    const head = await ask(base, 'HEAD')
    expect(head).toMatchObject({ status: 200, headers: { 'content-length': '33' }, body: '' })
  }
  expect(await countRecorded(running)).toBe(0)
})

it('the health check leaves other methods and other paths to the listener', async () => {
  const running = await startRunning()
  const { merchant, platform } = running.ready
  expect((await ask(merchant, 'POST')).status).toBe(421)
  expect((await ask(platform, 'GET', '/health/')).status).toBe(421)
  const posted = await fetch(`${merchant}/health`, { method: 'POST', body: '{}' })
  expect(await posted.text()).not.toContain('version')
  expect(await countRecorded(running)).toBe(3)
})

it('the health check reports that Paybench is closing while a listener still accepts connections', async () => {
  const running = await startRunning()
  const { platform, merchant } = running.ready
  const caller = rawClient(Number(new URL(platform).port))
  caller.write('POST /v2/payment/status HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{')
  // The head above has arrived once this later request has its response.
  await fetch(platform)
  const closing = running.close()
  expect(await ask(merchant, 'GET')).toMatchObject({ status: 503, body: '{"status":"closing"}' })
  caller.write('}')
  await closing
})
