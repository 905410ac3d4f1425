import { beforeAll, describe, expect, it } from 'vitest'
import type { Params } from '#protocol/methods'
import { saveFaults } from './testing/fault-rules'
import { useBenchOf } from './testing/merchant-bench'
import { openVerifyingMerchant } from './testing/verifying-merchant'
import { PROJECT } from './testing/flow-bench'
import { callbackOf, CARDS, merchantOf, summaryOf } from './testing/requests'
import { isSigned } from './testing/signer'
import { exchange } from './testing/wire-client'

const { bench, merchant } = useBenchOf(() => openVerifyingMerchant(PROJECT.secret), { per: 'file' })
let result: { readonly id: string; readonly body: string }

beforeAll(async () => {
  await merchantOf(bench).sold('edited', { pan: CARDS.success })
  result = await callbackOf(bench, 'edited')
})

type ReplayParams = Omit<Params<'callbacks.replay'>, 'id'>

async function replay(params: ReplayParams, id = result.id) {
  const { id: replayId } = await bench.call('callbacks.replay', { id, ...params })
  await bench.settle()
  const judged = merchant.judged.at(-1)
  if (judged === undefined) throw new Error('The merchant received nothing')
  return { id: replayId, judged, detail: await bench.call('callbacks.get', { id: replayId }) }
}

const editedBody = (): string => result.body.replace('"amount":4650', '"amount":4651')

describe('a merchant that verifies', () => {
  it('accepts the result, recognises its repeat, and distinguishes a stale signature from a new one', async () => {
    expect(merchant.verdicts).toEqual(['accepted'])
    expect((await replay({ signing: 'keep' })).judged.verdict).toBe('duplicate')
    expect((await replay({ signing: 'keep', body: editedBody() })).judged.verdict).toBe('wrong signature')
    const resigned = await replay({ signing: 'resign', body: editedBody() })
    expect(resigned.judged.verdict).toBe('accepted')
    expect(resigned.detail).toMatchObject({
      state: 'delivered',
      lastStatus: 200,
      signature: { state: 'valid' },
    })
    for (const signing of ['omit', 'corrupt'] as const) {
      expect((await replay({ signing, body: editedBody() })).judged.verdict).toBe('wrong signature')
    }
    expect((await replay({ signing: 'own', signature: 'AAAA' })).judged.verdict).toBe('wrong signature')
  })

  it('gets a refused replay only once, or on the schedule if retries are requested', async () => {
    const once = await replay({ signing: 'omit' })
    expect(once.detail).toMatchObject({ state: 'failed', note: expect.stringContaining('Sent once') })
    const again = await replay({ signing: 'omit', repeat: true })
    const before = merchant.judged.length
    await bench.advance(60_000)
    expect(merchant.judged.length).toBeGreaterThan(before)
    expect((await bench.call('callbacks.get', { id: once.id })).attemptCount).toBe(1)
    expect((await bench.call('callbacks.get', { id: again.id })).attemptCount).toBeGreaterThan(1)
    await bench.call('callbacks.cancel', { id: again.id })
  })

  it('refuses a status older than the one it knows', async () => {
    const { id } = await bench.call('callbacks.compose', {
      template: 'clarification',
      paymentKey: (await summaryOf(bench, 'edited')).key,
      signing: 'resign',
    })
    await bench.settle()
    expect(merchant.judged.at(-1)?.verdict).toBe('out of order')
    expect(await bench.call('callbacks.get', { id })).toMatchObject({ state: 'failed', lastStatus: 409 })
  })

  it('has its verdicts side by side in the tree of replays', async () => {
    const parent = await replay({ signing: 'resign', body: editedBody().replace('4651', '4652') })
    const child = await replay({ signing: 'keep', method: 'PUT' }, parent.id)
    expect(child.judged.method).toBe('PUT')
    const { members, cut } = await bench.call('callbacks.family', { id: child.id })
    expect(cut).toBe(0)
    expect(members[0]).toMatchObject({ id: result.id, replayOf: null, change: '', lastStatus: 200 })
    const membersWith = (signature: string, change: RegExp) =>
      members.filter((member) => member.signature === signature && change.test(member.change))
    expect(membersWith('invalid', /^Signature kept, body edited$/)[0]).toMatchObject({
      lastStatus: 400,
      answer: '{"verdict":"wrong signature"}',
    })
    expect(membersWith('missing', /^Signature left out, body edited$/)).toHaveLength(1)
    expect(membersWith('valid', /^Signed again, body edited$/)).toHaveLength(2)
    expect(members.find(({ id }) => id === child.id)).toMatchObject({
      replayOf: parent.id,
      change: 'Signature kept, method edited',
    })
    // The tree is the same whichever member it is requested for.
    expect((await bench.call('callbacks.family', { id: result.id })).members).toEqual(members)
  })

  it('receives a message as a fault rule changed it, and the tree shows the verdict on that', async () => {
    await saveFaults(bench, { kind: 'corruptSignature' })
    await merchantOf(bench).sold('corrupted', { pan: CARDS.success })
    const { id } = await callbackOf(bench, 'corrupted')
    const { members } = await bench.call('callbacks.family', { id })
    expect(members.map(({ signature }) => signature)).toEqual(['invalid'])
    await saveFaults(bench)
  })
})

describe('a replay', () => {
  it('sends what the preview shows, byte for byte', async () => {
    const params = {
      signing: 'resign' as const,
      place: 'general' as const,
      body: '{ "payment" : {"id":"edited","id":"twice"},\n"n":1.0, "u":"\\u00fcü\\/" }\n',
      headers: [
        ['X-One', 'a'],
        ['x-one', 'b'],
      ] satisfies [string, string][],
      target: `${merchant.url}?x=1`,
      method: 'PATCH',
    }
    const preview = await bench.call('callbacks.previewReplay', { id: result.id, ...params })
    expect(preview.signature).toMatchObject({ state: 'valid', place: 'general.signature' })
    const { judged, detail } = await replay(params)
    expect(judged.text).toBe(preview.body)
    expect(judged).toMatchObject({ method: 'PATCH', path: '/pay/callback?x=1' })
    expect(isSigned(judged.text, PROJECT.secret)).toBe(true)
    expect(judged.text.replace(/,"general":\{"signature":"[^"]*"\}/, '')).toBe(params.body)
    expect(detail).toMatchObject({ body: judged.text, headers: preview.headers, method: 'PATCH' })
    expect(judged.rawHeaders.slice(2)).toEqual(preview.headers.flat())
  })

  it('keeps bytes that are not text, and reports them', async () => {
    const bytes = Buffer.from([0x7b, 0xff, 0xfe, 0x00, 0x7d])
    await exchange(`${bench.ready.merchant}/elsewhere?y=2`, {
      method: 'PUT',
      body: bytes,
      headers: { 'X-Trace': '7', 'Content-Type': 'application/octet-stream' },
    })
    const { items } = await bench.call('captures.list', { query: 'path:/elsewhere' })
    const capture = items[0]?.id ?? ''
    const preview = await bench.call('callbacks.previewReplay', { id: capture, signing: 'keep' })
    expect(preview).toMatchObject({ body: null, bodyBase64: bytes.toString('base64'), method: 'PUT' })
    const unsignable = { id: capture, signing: 'resign' }
    expect(await bench.refused('callbacks.replay', unsignable)).toBe('invalid_params body')
    const { id } = await bench.call('callbacks.replay', { id: capture, signing: 'keep' })
    await bench.settle()
    const again = await bench.call('callbacks.get', { id })
    expect(again).toMatchObject({ replayOf: capture, kind: 'other', bodyBase64: bytes.toString('base64') })
    const second = (await bench.call('captures.list', { query: 'path:/elsewhere' })).items[0]?.id ?? ''
    const received = await bench.call('captures.get', { id: second })
    expect(second).not.toBe(capture)
    expect(received).toMatchObject({
      method: 'PUT',
      path: '/elsewhere?y=2',
      bodyBase64: bytes.toString('base64'),
    })
    expect(received.headers).toContainEqual(['X-Trace', '7'])
    const { members } = await bench.call('callbacks.family', { id })
    expect(members.map(({ what }) => what)).toEqual(['capture', 'callback'])
  })

  it('can have edited header fields, but always has the correct length', async () => {
    const headers: [string, string][] = [
      ['X-Trace', '1'],
      ['Content-Type', 'text/plain'],
      ['content-length', '9999'],
    ]
    const { judged } = await replay({ signing: 'keep', body: 'not JSON: ü', headers })
    expect(judged.text).toBe('not JSON: ü')
    expect(judged.rawHeaders.slice(2)).toEqual([
      ...['X-Trace', '1', 'Content-Type', 'text/plain', 'content-length', '12'],
    ])
  })

  it('never changes the original', async () => {
    const now = await bench.call('callbacks.get', { id: result.id })
    expect(now.replays.length).toBeGreaterThan(5)
    expect({ ...now, replays: [] }).toEqual({ ...result, replays: [] })
  })

  it.each([
    ['nothing to corrupt', { signing: 'corrupt', body: '{"a":1}' }, 'body'],
    ['a target with another scheme', { signing: 'keep', target: 'ftp://127.0.0.1/x' }, 'target'],
    ['a header name with a space', { signing: 'keep', headers: [['a b', 'x']] }, 'headers.0'],
    ['an invalid method', { signing: 'keep', method: 'A B' }, 'method'],
  ])('is refused with %s', async (_, params, field) => {
    const refused = await bench.refused('callbacks.replay', { id: result.id, ...params })
    expect(refused).toBe(`invalid_params ${field}`)
  })

  it('cannot be made from a request to the platform or a message that does not exist', async () => {
    const { items } = await bench.call('exchanges.list', { limit: 1 })
    const ofPlatform = { id: items[0]?.id ?? '', signing: 'keep' }
    expect(await bench.refusal('callbacks.replay', ofPlatform)).toMatchObject({ issues: [{ field: 'id' }] })
    const unknown = await bench.refusal('callbacks.replay', { id: 'cb_none', signing: 'keep' })
    expect(unknown).toMatchObject({ code: 'not_found', httpStatus: 404 })
  })
})

describe('a composed message', () => {
  it('belongs to no payment unless one is selected, and has its signature where its layout puts it', async () => {
    const { items } = await bench.call('callbacks.templates', {})
    for (const template of items) {
      const { id } = await bench.call('callbacks.compose', { template: template.id, signing: 'resign' })
      await bench.settle()
      const detail = await bench.call('callbacks.get', { id })
      expect(detail).toMatchObject({ kind: template.kind, paymentKey: null, target: merchant.url })
      expect(detail.signature).toMatchObject({
        state: 'valid',
        place: template.place === 'top' ? 'signature' : 'general.signature',
      })
      expect(isSigned(merchant.judged.at(-1)?.text ?? '', PROJECT.secret)).toBe(true)
    }
    expect(items.length).toBeGreaterThan(9)
  })

  it('can have the values of a payment, or any text', async () => {
    const paymentKey = (await summaryOf(bench, 'edited')).key
    const filled = await bench.call('callbacks.templates', { paymentKey })
    for (const { id, kind, body } of filled.items) {
      if (kind === 'token' || id === 'empty') continue
      expect(body).toContain('"edited"')
    }
    const sent = await bench.call('callbacks.compose', { paymentKey, body: 'no JSON: ü', signing: 'keep' })
    await bench.settle()
    expect(sent).toMatchObject({ kind: 'other', paymentKey })
    expect(merchant.judged.at(-1)?.text).toBe('no JSON: ü')
  })

  it.each([
    ['neither a body nor a template', { signing: 'resign' }, 'body'],
    ['an unknown template', { signing: 'resign', template: 'none' }, 'template'],
  ])('is refused with %s', async (_, params, field) => {
    expect(await bench.refusal('callbacks.compose', params)).toMatchObject({ issues: [{ field }] })
  })
})
