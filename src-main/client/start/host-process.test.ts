import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { readyAddress } from './host-process'

const READY = '{"workbench":"http://127.0.0.1:8600","token":"t"}\n'

describe('the ready line of a host', () => {
  it('gives the address, and later output is discarded', async () => {
    const stdout = new PassThrough()
    const address = readyAddress(stdout)
    stdout.write(READY.slice(0, 10))
    stdout.write(READY.slice(10))
    expect(await address).toEqual({ url: 'http://127.0.0.1:8600', token: 't' })
    expect(stdout.listenerCount('data')).toBe(0)
    for (let n = 0; n < 100; n += 1) stdout.write('x'.repeat(10_000))
    await expect.poll(() => stdout.readableLength).toBe(0)
  })

  it('is refused if it never ends', async () => {
    const stdout = new PassThrough()
    const address = readyAddress(stdout)
    stdout.write('x'.repeat(70_000))
    await expect(address).rejects.toThrow('The bench did not print its address: xxx')
    expect(stdout.listenerCount('data')).toBe(0)
  })
})
