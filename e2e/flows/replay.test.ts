import { beforeAll, describe, expect, it } from 'vitest'
import { PROJECT } from './testing/flow-bench'
import { callbacksOf, CARDS, merchantOf } from './testing/requests'
import { isSigned } from './testing/signer'
import type { Params } from '#protocol/methods'
import { useMerchantBench } from './testing/merchant-bench'

const { bench, merchant } = useMerchantBench({ per: 'file', path: '/first' })

let original: { readonly id: string; readonly body: string }

beforeAll(async () => {
  await merchantOf(bench).sale('replayed', { pan: CARDS.avs })
  await bench.settle()
  const [callback] = await callbacksOf(bench, 'replayed')
  original = await bench.call('callbacks.get', { id: callback?.id ?? '' })
})

type ReplayParams = Omit<Params<'callbacks.replay'>, 'id'>

/** Replays the original and gives the new callback with what the merchant received of it. */
async function replay(params: ReplayParams, id = original.id) {
  const before = merchant.received.length
  const summary = await bench.call('callbacks.replay', { id, ...params })
  await bench.settle()
  const received = merchant.received[before]
  if (received === undefined) throw new Error('The merchant received nothing')
  return { received, summary, detail: await bench.call('callbacks.get', { id: summary.id }) }
}

describe('a replayed callback', () => {
  it('is a new message that names its parent, the same bytes when the signature is kept', async () => {
    const { received, summary, detail } = await replay({ signing: 'keep' })
    expect(received.text).toBe(original.body)
    expect(received.path).toBe('/first')
    expect(summary).toMatchObject({ replayOf: original.id, kind: 'clarification', attemptCount: 0 })
    expect(detail).toMatchObject({ state: 'delivered', attemptCount: 1, signature: { state: 'valid' } })
    const { replays } = await bench.call('callbacks.get', { id: original.id })
    expect(replays).toContain(summary.id)
  })

  it('is re-signed over an edited body, and nothing else of the text changes', async () => {
    const body = original.body.replace('"amount":4650', '"amount" : 1.50, "note":"ü\\u00fc"')
    const { received, detail } = await replay({ signing: 'resign', body })
    expect(isSigned(received.text, PROJECT.secret)).toBe(true)
    const withoutSignature = (text: string): string => text.replace(/"signature":"[^"]*"/, '')
    expect(withoutSignature(received.text)).toBe(withoutSignature(body))
    expect(detail.signature.state).toBe('valid')
  })

  it('keeps a signature that does not fit an edited body', async () => {
    const { received, detail } = await replay({
      signing: 'keep',
      body: original.body.replace('4650', '4651'),
    })
    expect(isSigned(received.text, PROJECT.secret)).toBe(false)
    expect(detail.signature.state).toBe('invalid')
  })

  it('leaves the signature out', async () => {
    const { received, detail } = await replay({ signing: 'omit' })
    expect(received.json).not.toHaveProperty('signature')
    const { signature: _, ...rest } = JSON.parse(original.body) as Record<string, unknown>
    expect(received.json).toEqual(rest)
    expect(detail.signature.state).toBe('missing')
  })

  it('corrupts the signature and nothing else', async () => {
    const { received, detail } = await replay({ signing: 'corrupt' })
    expect(isSigned(received.text, PROJECT.secret)).toBe(false)
    expect(received.json['signature']).toMatch(/^[A-Za-z0-9+/]{86}==$/)
    expect({ ...received.json, signature: '' }).toEqual({ ...JSON.parse(original.body), signature: '' })
    expect(detail.signature.state).toBe('invalid')
  })

  it('signs where the signature stood, and at the top level where there was none', async () => {
    const general = `{"general":{"project_id":${PROJECT.id},"signature":"old"},"payment":{"id":"replayed"}}`
    const inside = await replay({ signing: 'resign', body: general })
    expect(isSigned(inside.received.text, PROJECT.secret)).toBe(true)
    expect(Object.keys(inside.received.json)).toEqual(['general', 'payment'])
    const added = await replay({ signing: 'resign', body: '{ "a": [1, 2] }' })
    expect(added.received.text).toMatch(/^\{ "a": \[1, 2\],"signature":"[^"]{88}" \}$/)
    expect(isSigned(added.received.text, PROJECT.secret)).toBe(true)
    const empty = await replay({ signing: 'resign', body: '{}' })
    expect(isSigned(empty.received.text, PROJECT.secret)).toBe(true)
  })

  it('goes to another target with other header fields, the length always right', async () => {
    const { received } = await replay({
      signing: 'keep',
      body: 'not JSON: ü',
      target: `${merchant.url}/second?x=1`,
      headers: [
        ['X-Trace', '1'],
        ['x-trace', '2'],
        ['Content-Type', 'text/plain'],
        ['content-length', '9999'],
      ],
    })
    expect(received).toMatchObject({ path: '/second?x=1', text: 'not JSON: ü' })
    expect(received.rawHeaders).toEqual([
      ...['Host', new URL(merchant.url).host, 'X-Trace', '1', 'x-trace', '2', 'Content-Type', 'text/plain'],
      ...['content-length', '12'],
    ])
  })

  it('is sent again by the schedule until it is answered with 200', async () => {
    merchant.answerWith((_, n) => (n % 2 === 0 ? 500 : 200))
    const { detail } = await replay({ signing: 'keep', target: `${merchant.url}/again` })
    expect(detail.attempts[0]?.n).toBe(0)
    await bench.advance(10_000)
    expect(await bench.call('callbacks.get', { id: detail.id })).toMatchObject({ state: 'delivered' })
    merchant.answerWith(() => 200)
  })

  it('of a replay names the replay as its parent', async () => {
    const first = await replay({ signing: 'omit' })
    const second = await replay({ signing: 'resign' }, first.summary.id)
    expect(second.summary.replayOf).toBe(first.summary.id)
    expect(isSigned(second.received.text, PROJECT.secret)).toBe(true)
  })

  it('never changes the original', async () => {
    const now = await bench.call('callbacks.get', { id: original.id })
    expect(now.replays.length).toBeGreaterThan(5)
    expect({ ...now, replays: [] }).toEqual({ ...original, replays: [] })
  })

  it.each([
    ['text that is not JSON', { signing: 'resign', body: 'no JSON' }, 'body'],
    ['a list', { signing: 'resign', body: '[]' }, 'body'],
    ['nothing to corrupt', { signing: 'corrupt', body: '{"a":1}' }, 'body'],
    ['a target that is not a URL', { signing: 'keep', target: 'somewhere' }, 'target'],
    ['a target of another scheme', { signing: 'keep', target: 'ftp://127.0.0.1/x' }, 'target'],
  ])('is refused with %s', async (_, params, field) => {
    const refused = await bench.refusal('callbacks.replay', { id: original.id, ...params })
    expect(refused).toMatchObject({ code: 'invalid_params', issues: [{ field }] })
  })

  it('is refused if there is no such callback', async () => {
    expect(await bench.refusal('callbacks.replay', { id: 'cb_none', signing: 'keep' })).toMatchObject({
      code: 'not_found',
      httpStatus: 404,
    })
  })
})
