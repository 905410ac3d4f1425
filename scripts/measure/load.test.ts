import type { RequestListener } from 'node:http'
import { describe, expect, it } from 'vitest'
import { serve } from '#e2e/flows/testing/serve'
import { load } from './load.mjs'

/** Sends 40 requests over 4 connections. */
function sendAll(url: string) {
  let left = 40
  return load({ url, connections: 4, next: () => (left-- > 0 ? { path: '/' } : undefined) })
}

describe('a load', () => {
  it.each<[string, RequestListener]>([
    ['a body of known length', (_, response) => response.end('{"status":"success"}')],
    [
      'a chunked body whose last chunk arrives later',
      (_, response) => {
        response.write('{"status":')
        setImmediate(() => response.end('"success"}'))
      },
    ],
  ])('counts responses with %s', async (_what, listener) => {
    expect((await sendAll(await serve(listener))).requests).toBe(40)
  })

  it('gives each request the body of the response before it', async () => {
    const url = await serve((_, response) => response.end('{"n":1}'))
    const given: (string | undefined)[] = []
    await load({
      url,
      connections: 1,
      next: (_connection, previous) => {
        given.push(previous?.toString())
        return given.length < 3 ? { path: '/' } : undefined
      },
    })
    expect(given).toEqual([undefined, '{"n":1}', '{"n":1}'])
  })

  it('fails with the response if its status is not 200', async () => {
    const url = await serve((_, response) => response.writeHead(503).end('full'))
    await expect(sendAll(url)).rejects.toThrow('503')
  })
})
