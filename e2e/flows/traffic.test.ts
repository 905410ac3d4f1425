import { describe, expect, it } from 'vitest'
import { talk } from '#net/testing/raw-client'
import type { Params } from '#protocol/methods'
import { anOpening, openByLink } from './testing/form-client'
import { PROJECT } from './testing/flow-bench'
import { useFlowBench } from './testing/merchant-bench'
import { aGeneral, aSale, CARDS, newestExchange, OWN_CARD } from './testing/requests'
import { exchange } from './testing/wire-client'

const SALE = '/v2/payment/card/sale'

const { bench } = useFlowBench({ per: 'test', callbackUrl: null })

const resend = (params: Params<'exchanges.resend'>) => bench.call('exchanges.resend', params)

describe('the list of all traffic', () => {
  it('contains requests for files and unknown addresses of the form only if they were refused', async () => {
    const { platform } = bench.ready
    for (const [path, method, status] of [
      ['/payment/nothing-here', 'GET', 404],
      ['/payment/assets/none.js', 'GET', 404],
      ['/shared/merchant.js', 'POST', 405],
      ['/shared/merchant.js', 'GET', 200],
    ] as const) {
      expect((await exchange(`${platform}${path}`, { method })).status).toBe(status)
    }
    const { items } = await bench.call('traffic.list', {})
    expect(items.map(({ source, method, path, status }) => [source, method, path, status])).toEqual([
      ['form', 'POST', '/shared/merchant.js', 405],
      ['form', 'GET', '/payment/assets/none.js', 404],
      ['form', 'GET', '/payment/nothing-here', 404],
    ])
  })

  it('has every exchange once, with its source', async () => {
    await bench.post(SALE, aSale('t-1'))
    await openByLink(bench, anOpening('t-2'))
    await exchange(`${bench.ready.merchant}/callbacks`, { body: '{"project_id":1}' })
    await talk(bench.ready.platform, 'no HTTP at all\r\n\r\n')
    const { items, total } = await bench.call('traffic.list', {})
    expect(items.map(({ source, method }) => [source, method])).toEqual([
      ['api', ''],
      ['capture', 'POST'],
      ['form', 'GET'],
      ['api', 'POST'],
    ])
    expect(total).toBe(4)
    const only = await bench.call('traffic.list', { sources: ['form', 'capture'] })
    expect(only.items.map(({ source }) => source)).toEqual(['capture', 'form'])
    expect((await bench.call('traffic.list', { query: 'source:form' })).total).toBe(1)
    // Each separate list contains only its own exchanges.
    expect((await bench.call('exchanges.list', {})).total).toBe(3)
    expect((await bench.call('captures.list', {})).total).toBe(1)
    const capture = await bench.call('traffic.get', { id: items[1]?.id ?? '' })
    expect(capture).toMatchObject({ source: 'capture', body: '{"project_id":1}', replays: [] })
  })
})

describe('a request sent again', () => {
  it('has the same bytes and goes to the same listener, with test cards filled in', async () => {
    const { text } = await bench.post(SALE, aSale('again'))
    expect(text).toContain('success')
    const id = await newestExchange(bench)
    const original = await bench.call('traffic.get', { id })
    expect(original.body).toContain('400000******0077')

    const { exchange: made, reply, failure } = await resend({ id, signing: 'keep' })
    expect(failure).toBeUndefined()
    expect(reply?.status).toBe(400)
    expect(made).toMatchObject({ source: 'api', replayOf: id, status: 400, signatureState: 'valid' })
    expect(made?.refusal).toMatchObject({ code: '3041', contract: '5.7', field: 'general.payment_id' })
    expect(made?.marks).toEqual([{ ruleId: null, text: 'Sent again from the workbench.' }])

    const again = await bench.call('traffic.get', { id: made?.id ?? '' })
    expect(again.headers).toEqual(original.headers)
    expect(again.body).toBe(original.body)
    expect(again.masked).toEqual(original.masked)
    expect((await bench.call('traffic.get', { id })).replays).toEqual([made?.id])
  })

  it('uses TLS if the original did, and no other exchange counts as a replay', async () => {
    const { caPem } = await bench.call('bench.info', {})
    await bench.post(
      '/v2/payment/status',
      { general: aGeneral('none') },
      {
        url: bench.ready.platformTls,
        ca: caPem ?? '',
      },
    )
    const { exchange: made } = await resend({ id: await newestExchange(bench), signing: 'keep' })
    expect(made).toMatchObject({ secure: true, tlsVersion: 'TLSv1.3', status: 200 })
    await bench.post('/v2/payment/status', { general: aGeneral('none') })
    const { items } = await bench.call('traffic.list', {})
    expect(items.map(({ replayOf }) => replayOf !== undefined)).toEqual([false, true, false])
  })

  it('keeps unparsable bytes exactly as they came', async () => {
    const bytes = 'NO\x01 HTTP at all\r\n\r\n'
    await talk(bench.ready.merchant, bytes)
    const id = await newestExchange(bench)
    const { exchange: made, reply } = await resend({ id, signing: 'keep' })
    expect(reply?.status).toBe(400)
    expect(made).toMatchObject({ source: 'capture', replayOf: id, method: '' })
    expect((await bench.call('traffic.get', { id: made?.id ?? '' })).body).toBe(bytes)
  })

  it('has a chunked body if the original did', async () => {
    await talk(
      bench.ready.merchant,
      'POST /chunks HTTP/1.1\r\nHost: localhost\r\ntransfer-encoding: chunked\r\nConnection: close\r\n\r\n' +
        '3\r\nabc\r\n4\r\ndefg\r\n0\r\n\r\n',
    )
    const { exchange: made } = await resend({ id: await newestExchange(bench), signing: 'keep' })
    expect(made?.status).toBe(200)
    expect((await bench.call('traffic.get', { id: made?.id ?? '' })).body).toBe('abcdefg')
  })

  it('can open the form', async () => {
    await openByLink(bench, anOpening('form-again'))
    const id = await newestExchange(bench)
    const kept = await resend({ id, signing: 'keep' })
    expect(kept.exchange).toMatchObject({ source: 'form', status: 200, signatureState: 'valid' })
    const { path } = await bench.call('traffic.get', { id })
    const edited = path.replace('payment_amount=4650', 'payment_amount=1')
    const stale = await resend({ id, signing: 'keep', edits: { path: edited } })
    expect(stale.exchange).toMatchObject({ status: 400, signatureState: 'invalid' })
    const fresh = await resend({ id, signing: 'resign', edits: { path: edited } })
    expect(fresh.exchange).toMatchObject({ status: 200, signatureState: 'valid', replayOf: id })
  })

  it('can fetch a page that is not recorded, and is then not recorded either', async () => {
    await openByLink(bench, anOpening('page'))
    const id = await newestExchange(bench)
    const result = await resend({ id, signing: 'keep', edits: { path: '/shared/merchant.js' } })
    expect(result.exchange).toBeNull()
    expect(result.reply?.status).toBe(200)
  })
})

describe('the card data of a request that is sent again', () => {
  it('must be given unless it is a test card, and is stored nowhere', async () => {
    await bench.post(SALE, aSale('own-card', { pan: OWN_CARD }))
    const id = await newestExchange(bench)
    const asked = await bench.refusal('exchanges.resend', { id, signing: 'keep' })
    expect(asked).toMatchObject({ code: 'invalid_params', issues: [{ field: 'card.number' }] })
    expect(asked.message).toContain('455673******9855')
    const noCode = { id, signing: 'keep', card: { number: OWN_CARD } }
    expect(await bench.refusal('exchanges.resend', noCode)).toMatchObject({ issues: [{ field: 'card.cvv' }] })
    const wrongCode = { id, signing: 'keep', card: { number: OWN_CARD, cvv: '999' } }
    expect((await bench.refusal('exchanges.resend', wrongCode)).message).toContain('does not match this code')
    const other = { id, signing: 'keep', card: { number: CARDS.decline, cvv: '123' } }
    expect(await bench.refused('exchanges.resend', other)).toBe('invalid_params card.number')

    const { exchange: made } = await resend({ id, signing: 'keep', card: { number: OWN_CARD, cvv: '123' } })
    expect(made).toMatchObject({ signatureState: 'valid', refusal: { code: '3041' } })
    const { items } = await bench.call('traffic.list', {})
    expect(items).toHaveLength(2)
    const kept = await Promise.all(items.map((item) => bench.call('traffic.get', { id: item.id })))
    expect(JSON.stringify(kept)).not.toContain(OWN_CARD)
  })

  it('is requested if the placeholder for its security code would make the signature invalid', async () => {
    const sale = aSale('other-code')
    await bench.post(SALE, {
      ...sale,
      card: { pan: CARDS.success, year: 2033, month: 7, cvv: '640', card_holder: 'N V' },
    })
    const id = await newestExchange(bench)
    const asked = await bench.refusal('exchanges.resend', { id, signing: 'keep' })
    expect(asked.issues).toMatchObject([{ field: 'card.cvv' }])
    const card = { number: CARDS.success, cvv: '640' }
    expect((await resend({ id, signing: 'keep', card })).exchange?.signatureState).toBe('valid')
    expect((await resend({ id, signing: 'resign' })).exchange?.signatureState).toBe('valid')
  })

  it('is found again in an edited body', async () => {
    await bench.post(SALE, aSale('first'))
    const id = await newestExchange(bench)
    const { body } = await bench.call('traffic.get', { id })
    const laidOut = JSON.stringify(JSON.parse((body ?? '').replace('"first"', '"second"')), null, 2)
    const { exchange: made } = await resend({ id, signing: 'resign', edits: { body: laidOut } })
    expect(made).toMatchObject({ status: 200, paymentId: 'second', signatureState: 'valid' })
    expect(made?.marks[0]?.text).toBe('Edited (body) and sent from the workbench, signed again.')
    const { items } = await bench.call('payments.list', { query: 'id=second' })
    expect(items[0]?.account?.number).toBe('400000******0077')
  })
})

describe('an edited request sent again', () => {
  it('may have another method, path, headers and body; the length follows the body', async () => {
    await bench.post('/v2/payment/status', { general: aGeneral('nobody') })
    const id = await newestExchange(bench)
    const { headers } = await bench.call('traffic.get', { id })
    const { exchange: made } = await resend({
      id,
      signing: 'keep',
      edits: {
        method: 'PUT',
        path: '/v2/elsewhere?x=1',
        headers: [...headers, ['X-Twice', 'a'], ['x-twice', 'b']],
        body: '{"ü":1}',
      },
    })
    expect(made).toMatchObject({ method: 'PUT', path: '/v2/elsewhere?x=1', status: 404 })
    const sent = await bench.call('traffic.get', { id: made?.id ?? '' })
    expect(sent.body).toBe('{"ü":1}')
    expect(sent.headers.filter(([name]) => /x-twice/i.test(name))).toEqual([
      ['X-Twice', 'a'],
      ['x-twice', 'b'],
    ])
    expect(sent.headers.find(([name]) => name === 'Content-Length')?.[1]).toBe('8')
  })

  it('has a new, kept, omitted or corrupted signature as requested', async () => {
    await bench.post('/v2/payment/status', { general: aGeneral('signing') })
    const id = await newestExchange(bench)
    const states = []
    for (const signing of ['resign', 'keep', 'omit', 'corrupt'] as const) {
      const { body } = await bench.call('traffic.get', { id })
      const edits = { body: (body ?? '').replace('"signing"', '"other"') }
      states.push((await resend({ id, signing, edits })).exchange?.signatureState)
    }
    expect(states).toEqual(['valid', 'invalid', 'missing', 'invalid'])
    const unsigned = `{"general":{"project_id":${String(PROJECT.id)},"payment_id":"x"}}`
    const made = await resend({ id, signing: 'resign', edits: { body: unsigned } })
    expect(made.exchange?.signatureState).toBe('valid')
    const body = (await bench.call('traffic.get', { id: made.exchange?.id ?? '' })).body ?? ''
    expect(body).toMatch(/^\{"general":\{"project_id":\d+,"payment_id":"x","signature":"[^"]{88}"\}\}$/)
  })

  it.each([
    ['edits.method', { method: 'NO PE' }],
    ['edits.path', { path: '/with space' }],
    ['edits.headers.0', { headers: [['Bad Name', 'x']] as [string, string][] }],
    ['edits.headers.0', { headers: [['X', 'a\r\nY: b']] as [string, string][] }],
  ])('is refused if %s is not valid in HTTP', async (field, edits) => {
    await bench.post('/v2/payment/status', { general: aGeneral('nobody') })
    const id = await newestExchange(bench)
    const refusal = await bench.refusal('exchanges.resend', { id, signing: 'keep', edits })
    expect(refusal).toMatchObject({ code: 'invalid_params', issues: [{ field }] })
    expect((await bench.call('traffic.list', {})).total).toBe(1)
  })

  it('is refused if it cannot be signed, or if there is no original', async () => {
    await exchange(`${bench.ready.merchant}/any`, { body: 'just text' })
    const id = await newestExchange(bench)
    expect(await bench.refused('exchanges.resend', { id, signing: 'resign' })).toBe('invalid_params signing')
    expect(await bench.refused('exchanges.resend', { id: 'ex_none', signing: 'keep' })).toBe('not_found')
  })
})
