import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { createBenchClient } from '#protocol/client'
import { connectionPair } from '#protocol/testing/connection-pair'
import { connectBench } from '#client/bench'
import { listening } from '#core/testing/listening'
import { bindListener } from '#net/listener'
import { callbackHeaders } from '#domain/callback/body'
import { sendMessage } from '#net/sender/send-message'
import type { OutgoingRequest } from '#core/sending'
import { rawClient, rawRequest, talk } from '#net/testing/raw-client'
import type { LaunchOptions } from './options'
import type { BenchHost, RunningBench, StartFailure } from './running-bench'
import { launchOptions, startForTest, temporaryFolder } from '#e2e/fixtures/hosts/started-bench'

const cleanUps: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

async function runBench(options: LaunchOptions, kind: BenchHost['kind'] = 'browser'): Promise<RunningBench> {
  const { outcome } = await startForTest(options, kind)
  if (outcome.kind === 'failed') throw new Error(outcome.failure.message)
  cleanUps.push(() => outcome.bench.close())
  return outcome.bench
}

async function refusal(options: LaunchOptions): Promise<StartFailure> {
  const { outcome } = await startForTest(options)
  if (outcome.kind === 'failed') return outcome.failure
  await outcome.bench.close()
  throw new Error('The bench started, but should not have.')
}

/** Occupies a loopback port until the end of the test. */
async function occupyPort(): Promise<number> {
  const { port, close } = await listening(createServer())
  cleanUps.push(close)
  return port
}

/** Occupies a port that is followed by a free one. */
async function occupyPortBeforeFree(): Promise<number> {
  for (;;) {
    const taken = await occupyPort()
    const probe = createServer()
    const port = { kind: 'explicit', port: taken + 1, option: '' } as const
    const isFree = await bindListener(probe, { host: '127.0.0.1', port }).then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    await new Promise((resolve) => probe.close(resolve))
    return taken
  }
}

function client(bench: RunningBench) {
  const [ours, theirs] = connectionPair()
  const made = createBenchClient()
  bench.connect(theirs)
  made.attach(ours)
  return made
}

const portOf = (url: string): number => Number(new URL(url).port)

/** Posts an empty object; over TLS, only to a server that this authority has certified. */
const post = ({ href: url }: URL, headers: OutgoingRequest['headers'], ca: string | null) => {
  const body = new TextEncoder().encode('{}')
  return sendMessage({ url, method: 'POST', headers, verifyCertificate: true, body }, [ca ?? ''])
}

describe('a started bench', () => {
  it('responds on all five listeners', async () => {
    const bench = await runBench(launchOptions(['--in-memory']))
    const { ready } = bench
    const info = await client(bench).call('bench.info', {})
    const ask = async (base: string, path: string) => {
      const { response, failure } = await post(new URL(path, base), callbackHeaders(2), info.caPem)
      expect(failure).toBeNull()
      return response?.status
    }
    expect(await ask(ready.platform, '/v2/payment/status')).toBe(400)
    expect(await ask(ready.platformTls, '/v2/payment/status')).toBe(400)
    expect(await ask(ready.merchant, '/callbacks')).toBe(200)
    expect(await ask(ready.merchantTls, '/callbacks/any')).toBe(200)
    const page = await fetch(`${ready.workbench ?? ''}/api/v1/captures.list`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${ready.token ?? ''}` },
    })
    expect(await page.json()).toMatchObject({
      result: { total: 2, items: [{ secure: true }, { secure: false }] },
    })
    expect(info.listeners.map(({ name }) => name)).toEqual([
      'platform',
      'platformTls',
      'merchant',
      'merchantTls',
      'workbench',
    ])
  })

  it('records requests that cannot be read', async () => {
    const bench = await runBench(launchOptions(['--in-memory']))
    const { merchant, platformTls } = bench.ready
    await talk(merchant, 'RUBBISH\r\n\r\n')
    await talk(platformTls, rawRequest('GET /'))
    const benchClient = client(bench)
    const { items } = await benchClient.call('captures.list', {})
    expect(items).toMatchObject([
      { method: '', note: expect.stringContaining('not a readable HTTP request') },
    ])
    const capture = await benchClient.call('captures.get', { id: items[0]?.id ?? '' })
    expect(capture.body).toBe('RUBBISH\r\n\r\n')
    expect(capture.reply).toMatchObject({ status: 400 })
    const exchanges = await benchClient.call('exchanges.list', {})
    expect(exchanges.items).toMatchObject([{ note: expect.stringContaining('TLS') }])
  })

  it('serves no workbench over HTTP on the desktop unless --workbench-port is given', async () => {
    const { ready } = await runBench(launchOptions(['--in-memory'], 'electron'), 'electron')
    expect(ready).toMatchObject({ workbench: null, token: null, dataDir: null })
    const asked = await runBench(launchOptions(['--in-memory', '--workbench-port=0'], 'electron'), 'electron')
    expect(asked.ready.workbench).not.toBeNull()
  })

  it('keeps the project, payments and authority in its data folder', async () => {
    const directory = await temporaryFolder()
    const options = launchOptions(['--data-dir', directory])
    const first = await runBench(options)
    const { key } = await client(first).call('payments.create', { amount: 5, currency: 'EUR' })
    const before = await client(first).call('bench.info', {})
    await first.close()
    const second = await runBench(options)
    expect(second.ready.project).toMatchObject({
      id: first.ready.project.id,
      secret: first.ready.project.secret,
      callbackUrl: `${second.ready.merchant}/callbacks`,
    })
    expect(await client(second).call('payments.get', { key })).toMatchObject({ amount: 5 })
    expect((await client(second).call('bench.info', {})).caPem).toBe(before.caPem)
  })

  it('responds only under loopback names and allowed names', async () => {
    const { ready } = await runBench(launchOptions(['--in-memory', '--allow-host=bench.test']))
    for (const [host, allowed] of [
      ['localhost', true],
      ['bench.test', true],
      ['evil.test', false],
    ] as const) {
      for (const url of [ready.platform, ready.merchant, ready.workbench ?? '']) {
        const response = await talk(url, rawRequest('POST /callbacks', '', [`Host: ${host}`]))
        expect(response.includes(' 421 ')).toBe(!allowed)
      }
    }
  })

  it('warns if other computers can reach it', async () => {
    const open = await runBench(launchOptions(['--in-memory', '--bind=0.0.0.0']))
    const warning = { level: 'warning', message: expect.stringContaining('Other computers can reach') }
    expect(open.notices).toMatchObject([warning])
    expect((await client(open).call('bench.info', {})).notices).toMatchObject([warning])
    // The address is one that this computer can reach.
    expect(open.ready.platform).toMatch(/^http:\/\/127\.0\.0\.1:/)
    expect((await runBench(launchOptions(['--in-memory']))).notices).toEqual([])
  })
})

describe('a bench for several computers', () => {
  it('reports the addresses that other computers use, allowed names first', async () => {
    const bench = await runBench(
      launchOptions(['--in-memory', '--bind=0.0.0.0', '--allow-host=bench.test', '--workbench-tls']),
    )
    const { platform, merchantTls, workbench, reachableAt } = bench.ready
    expect(reachableAt?.platform?.[0]).toBe(`http://bench.test:${portOf(platform)}`)
    expect(reachableAt?.merchantTls?.[0]).toBe(`https://bench.test:${portOf(merchantTls)}`)
    expect(reachableAt?.workbench?.[0]).toBe(`https://bench.test:${portOf(workbench ?? '')}`)
    const { listeners } = await client(bench).call('bench.info', {})
    expect(listeners.map(({ reachableAt }) => reachableAt)).toEqual(
      listeners.map(({ name }) => reachableAt?.[name]),
    )
  })

  it('serves the workbench over TLS: page, API and live connection', async () => {
    const bench = await runBench(launchOptions(['--in-memory', '--workbench-tls']))
    const { workbench, token } = bench.ready
    const url = workbench ?? ''
    expect(url).toMatch(/^https:\/\/127\.0\.0\.1:/)
    const { caPem, listeners } = await client(bench).call('bench.info', {})
    const ca = caPem ?? ''
    expect(listeners.at(-1)).toMatchObject({ opensAt: `${url}/?token=${token ?? ''}` })
    const connected = await connectBench({ url, token: token ?? '', ca })
    cleanUps.push(() => connected.close())
    expect((await connected.clock.get({})).rate).toBe(1)
    await expect(connectBench({ url, token: token ?? '' })).rejects.toThrow(/authority as ca/)
    const headers = [
      ['Authorization', `Bearer ${token ?? ''}`],
      ['Content-Length', '2'],
    ] as const
    const outcome = await post(new URL('/api/v1/clock.get', url), headers, ca)
    expect(outcome).toMatchObject({ failure: null, response: { status: 200 } })
    expect(await talk(url, rawRequest('GET /'))).toBe('')
  })
})

describe('a start with a port in use', () => {
  it('moves a default port to the next free one and says so', async () => {
    const taken = await occupyPort()
    const options = launchOptions(['--in-memory'])
    const bench = await runBench({
      ...options,
      ports: { ...options.ports, merchant: { kind: 'default', port: taken } },
    })
    const moved = portOf(bench.ready.merchant)
    expect(moved).toBeGreaterThan(taken)
    const { listeners, notices } = await client(bench).call('bench.info', {})
    expect(listeners.find(({ name }) => name === 'merchant')?.notice).toBe(
      `Port ${taken} was in use, so ${moved} is used instead.`,
    )
    expect(notices).toMatchObject([{ level: 'info', message: expect.stringContaining(bench.ready.merchant) }])
    expect(bench.ready.project.callbackUrl).toBe(`${bench.ready.merchant}/callbacks`)
  })

  it('does not move a default port to one that was given to another listener', async () => {
    const taken = await occupyPortBeforeFree()
    const options = launchOptions(['--in-memory'])
    const bench = await runBench({
      ...options,
      ports: {
        ...options.ports,
        platform: { kind: 'default', port: taken },
        merchant: { kind: 'explicit', port: taken + 1, option: '--merchant-port' },
      },
    })
    expect(portOf(bench.ready.merchant)).toBe(taken + 1)
    expect(portOf(bench.ready.platform)).toBeGreaterThan(taken + 1)
  })

  it('fails if the port was given as an option, and leaves nothing open', async () => {
    const directory = await temporaryFolder()
    const taken = await occupyPort()
    const failure = await refusal(launchOptions(['--data-dir', directory, `--merchant-tls-port=${taken}`]))
    expect(failure.message).toContain(String(taken))
    expect(failure.message).toContain('--merchant-tls-port')
    expect(failure.remedy).not.toBe('')
    // The folder is free again.
    await runBench(launchOptions(['--data-dir', directory]))
  })
})

describe('a data folder', () => {
  it('is refused if it is a file', async () => {
    const file = join(await temporaryFolder(), 'file')
    await writeFile(file, '')
    expect((await refusal(launchOptions(['--data-dir', file]))).message).toContain(file)
  })

  it('is refused and released if its certificates cannot be written', async () => {
    const directory = await temporaryFolder()
    // A file in place of the folder stops even a user who may write everywhere.
    await writeFile(join(directory, 'certificates'), '')
    const failure = await refusal(launchOptions(['--data-dir', directory]))
    expect(failure.message).toContain('certificates')
    // Had the store stayed locked, this would report another Paybench.
    const second = await refusal(launchOptions(['--data-dir', directory]))
    expect(second.message).toContain('certificates')
  })

  it('has its damaged authority set aside, with a notice', async () => {
    const directory = await temporaryFolder()
    await mkdir(join(directory, 'certificates'))
    await writeFile(join(directory, 'certificates/authority.pem'), 'broken')
    await writeFile(join(directory, 'certificates/authority.key.pem'), 'broken')
    const bench = await runBench(launchOptions(['--data-dir', directory]))
    expect(bench.notices).toMatchObject([{ level: 'warning', message: expect.stringContaining('authority') }])
    const files = await readdir(join(directory, 'certificates'))
    expect(files.filter((name) => name.includes('set-aside'))).toHaveLength(2)
  })
})

describe('closing', () => {
  it('stops every listener and releases the data folder', async () => {
    const directory = await temporaryFolder()
    const bench = await runBench(launchOptions(['--data-dir', directory]))
    const { platform, platformTls, merchant, merchantTls, workbench } = bench.ready
    await bench.close()
    for (const url of [platform, platformTls, merchant, merchantTls, workbench ?? '']) {
      const error = await new Promise((resolve) => {
        rawClient(portOf(url)).socket.once('error', resolve)
      })
      expect(error).toMatchObject({ code: 'ECONNREFUSED' })
    }
    await runBench(launchOptions(['--data-dir', directory]))
  })

  it('happens once, however often it is requested', async () => {
    const bench = await runBench(launchOptions(['--in-memory']))
    await Promise.all([bench.close(), bench.close()])
    await bench.close()
  })

  it('does not wait for requests that never finish', async () => {
    const { outcome, logged } = await startForTest(launchOptions(['--in-memory']))
    if (outcome.kind === 'failed') throw new Error(outcome.failure.message)
    const { ready, close } = outcome.bench
    const callers = [ready.platform, ready.merchant, ready.workbench ?? ''].map((url) => {
      const caller = rawClient(portOf(url))
      caller.write('POST /callbacks HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{')
      return caller
    })
    await fetch(ready.merchant)
    await close()
    await Promise.all(callers.map(({ closed }) => closed))
    expect(logged.filter((line) => line.startsWith('error'))).toEqual([])
  })
})
