import { spawnSync } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { builtHost, runHost } from '#e2e/fixtures/hosts/built-host'
import { FREE_PORTS } from '#e2e/fixtures/hosts/free-ports'
import { temporaryFolder } from '#e2e/fixtures/hosts/started-bench'
import type { ReadyInfo } from '#hosts/running-bench'

/** Whether a disk can be mounted here: Linux lets root do it, and others in their own namespace. */
const canMount =
  spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'ignore' }).status === 0

it('on a full disk only writes fail: lists can be read, and virtual time waits until space is freed', async ({
  skip,
}) => {
  skip(!canMount, 'no disk of a limited size can be mounted here (unshare -rm mount)')
  const folder = await temporaryFolder()
  const disk = join(folder, 'disk')
  await mkdir(disk)
  const mounted = 'mount -t tmpfs -o size=5m tmpfs "$0" && exec "$@"'
  const process = runHost(
    await builtHost(),
    [...FREE_PORTS, '--no-open', '--ready-json', '--data-dir', join(disk, 'data')],
    {},
    { within: ['unshare', '-rm', 'sh', '-c', mounted, disk] },
  )
  try {
    const [, line = ''] = await process.printed(/^(.*)\n/)
    const { workbench, platform, merchant, token } = JSON.parse(line) as ReadyInfo
    const call = async (method: string, params: object): Promise<{ status: number; body: string }> => {
      const response = await fetch(`${workbench ?? ''}/api/v1/${method}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token ?? ''}` },
        body: JSON.stringify(params),
      })
      return { status: response.status, body: await response.text() }
    }
    const sale = { amount: 100, currency: 'EUR' }
    expect((await call('payments.create', sale)).status).toBe(200)
    // The index of lists is built on the first start: the disk must have room for it.
    expect((await call('payments.list', {})).status).toBe(200)
    const filler = join('/proc', String(process.child.pid), 'root', disk, 'filler')
    await expect(writeFile(filler, Buffer.alloc(8_000_000))).rejects.toThrow('ENOSPC')
    const send = (address: string) => fetch(address, { method: 'POST', body: 'x'.repeat(50_000) })
    let refused = await send(`${merchant}/anything`)
    while (refused.status === 200) refused = await send(`${merchant}/anything`)
    const full = expect.stringContaining(
      'The disk is full: nothing was written. Free some space and try again.',
    )
    expect({ status: refused.status, body: await refused.text() }).toEqual({ status: 500, body: full })
    expect(await call('payments.list', {})).toMatchObject({ status: 200 })
    const failed = await send(`${platform}/v2/payment/status`)
    expect({ status: failed.status, body: await failed.text() }).toEqual({ status: 500, body: full })
    const reply = { kind: 'reply', status: 200, headers: [], body: 'x'.repeat(50_000), delayMs: 0 }
    const rule = { name: '', enabled: true, match: {}, steps: [reply], after: 'last', per: 'payment' }
    const written = await call('answers.save', { rules: [{ id: 'long', ...rule }] })
    expect(written).toEqual({ status: 507, body: full })
    // A list call commits open writes before it reads; if they cannot be committed, it reads anyway.
    for (let n = 0; n < 20; n += 1) {
      const [, listed] = await Promise.all([send(`${merchant}/anything`), call('payments.list', {})])
      expect(listed).toMatchObject({ status: 200 })
    }
    await call('clock.set', { mode: 'frozen' })
    expect(await call('clock.advance', { ms: 3 * 86_400_000 })).toMatchObject({
      status: 503,
      body: expect.stringContaining('retried every second'),
    })

    await rm(filler)
    expect((await call('payments.create', sale)).status).toBe(200)
    expect((await call('clock.advance', { ms: 3 * 86_400_000 })).status).toBe(200)
    process.child.kill('SIGTERM')
    expect(await process.ended).toBe(0)
  } finally {
    process.child.kill('SIGKILL')
  }
}, 60_000)
