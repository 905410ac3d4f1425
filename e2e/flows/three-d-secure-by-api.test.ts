import { beforeEach, describe, expect, it } from 'vitest'
import { writePaRes } from '#domain/payment/pa-res'
import { PROJECT } from './testing/flow-bench'
import { aGeneral, CARDS, MINUTE, summaryOf } from './testing/requests'
import { isSigned, type JsonRecord } from './testing/signer'
import { readUnionError } from './testing/union-error'
import { exchange, type WireResponse } from './testing/wire-client'
import { useMerchantBench } from './testing/merchant-bench'

const { bench, merchant, shop } = useMerchantBench({ per: 'file' })

/** Each test has its own payment id. */
let count = 0
let id = ''

beforeEach(() => {
  count += 1
  id = `acs-${String(count)}`
})

interface Acs {
  readonly pa_req: string
  readonly md: string
  readonly acs_url: string
}

const sell = (change: JsonRecord & { readonly pan?: string } = {}): Promise<WireResponse> =>
  shop.sale(id, {
    pan: CARDS.challenge,
    acs_return_url: { return_url: `${merchant.url}/back?order=1&x="y"` },
    ...change,
  })

/** Sends a sale; returns `acs` of its first callback, which names the issuer's page. */
async function startChallenge(change?: Parameters<typeof sell>[0]): Promise<Acs> {
  expect((await sell(change)).status).toBe(200)
  await bench.settle()
  const callback = merchant.received.find(({ paymentId }) => paymentId === id)
  expect(callback?.json).toMatchObject({ status: 'awaiting 3ds result' })
  expect(isSigned(callback?.text ?? '', PROJECT.secret)).toBe(true)
  return callback?.json['acs'] as Acs
}

const visit = (url: string, fields: Readonly<Record<string, string>>): Promise<WireResponse> =>
  exchange(url, {
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  })

/** What the last page of the issuer posts, and to which address. */
function postedBy({ text }: WireResponse): {
  readonly action: string
  readonly fields: Readonly<Record<string, string>>
} {
  const unescape = (value: string): string =>
    value.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&lt;', '<').replaceAll('&amp;', '&')
  const [, action = ''] = /<form[^>]*action="([^"]*)"/.exec(text) ?? []
  const fields = [...text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(
    ([, name = '', value = '']) => [name, unescape(value)] as const,
  )
  return { action: unescape(action), fields: Object.fromEntries(fields) }
}

const result = (fields: JsonRecord): Promise<WireResponse> =>
  bench.post('/v2/payment/card/3ds_result', { general: aGeneral(id), ...fields })

describe('3-D Secure by API (contract 13.3)', () => {
  it('leads the customer to the issuer and back, and ends with the result that the merchant sends', async () => {
    const acs = await startChallenge()
    for (const value of Object.values(acs)) expect(value).not.toBe('')
    expect(acs.acs_url.startsWith(bench.ready.platform)).toBe(true)
    expect((await shop.status(id)).json).toMatchObject({ acs })

    const asked = await visit(acs.acs_url, { PaReq: acs.pa_req, MD: acs.md })
    expect(asked.status).toBe(200)
    expect(asked.text).toContain('name="code"')
    const left = await visit(acs.acs_url, { code: '123456' })
    expect(left.headers['content-security-policy']).toMatch(
      /script-src 'nonce-[0-9a-f]+'.*form-action 'self' http: https:/,
    )
    const { action, fields } = postedBy(left)
    expect(action).toBe(`${merchant.url}/back?order=1&x="y"`)
    expect(fields['MD']).toBe(acs.md)
    // The issuer's page alone changes nothing.
    expect((await summaryOf(bench, id)).status).toBe('awaiting 3ds result')

    const response = await result({ pares: fields['PaRes'], md: fields['MD'] })
    expect(response.json).toMatchObject({ status: 'success', payment_id: id })
    await bench.settle()
    expect((await summaryOf(bench, id)).status).toBe('success')
    const ends = merchant.received.filter(({ paymentId }) => paymentId === id)
    expect(ends.at(-1)?.json).toMatchObject({ payment: { status: 'success' } })
    expect((await shop.status(id)).json).not.toHaveProperty('acs')
  })

  it.each([
    ['a wrong code', (acs: Acs) => visit(acs.acs_url, { code: '000000' }), '10104'],
    ['a cancellation by the customer', (acs: Acs) => visit(acs.acs_url, { cancel: '1' }), '10301'],
  ])('leads to a decline after %s', async (_what, leave, code) => {
    const { fields } = postedBy(await leave(await startChallenge()))
    expect((await result({ cres: fields['PaRes'] })).status).toBe(200)
    await bench.settle()
    expect(await summaryOf(bench, id)).toMatchObject({ status: 'decline', resultCode: code })
  })

  it('treats a result of another payment, or one that no issuer wrote, as a wrong code', async () => {
    const other = await startChallenge()
    for (const pares of ['not-from-the-issuer', writePaRes({ md: other.md, code: '123456' })]) {
      count += 1
      id = `acs-${String(count)}`
      await startChallenge()
      expect((await result({ pares })).status).toBe(200)
      await bench.settle()
      expect(await summaryOf(bench, id)).toMatchObject({ status: 'decline', resultCode: '10104' })
    }
  })

  it('leads to a decline with 108 if the customer does not return within 30 minutes', async () => {
    const acs = await startChallenge()
    await bench.advance(30 * MINUTE)
    expect(await summaryOf(bench, id)).toMatchObject({ status: 'decline', resultCode: '108' })
    const page = await visit(acs.acs_url, { code: '123456' })
    expect([page.status, postedBy(page).fields]).toEqual([200, {}])
    expect(readUnionError(await result({ pares: 'x' })).code).toBe('3060')
  })

  it('refuses a result without pares, and one with another md', async () => {
    await startChallenge()
    expect(readUnionError(await result({})).errors).toEqual(['2004 pares required'])
    expect(readUnionError(await result({ pares: '' })).errors).toEqual(['502 pares minLength'])
    expect(readUnionError(await result({ pares: 'x', md: 'another' })).errors).toEqual(['502 md enum'])
    expect((await summaryOf(bench, id)).status).toBe('awaiting 3ds result')
  })

  it('has no page for payments that do not exist, nor for other HTTP methods', async () => {
    const { platform } = bench.ready
    expect((await exchange(`${platform}/acs/pay_0`, { method: 'GET' })).status).toBe(404)
    const acs = await startChallenge()
    expect((await exchange(acs.acs_url, { method: 'GET' })).status).toBe(200)
    expect((await exchange(acs.acs_url, { method: 'PUT' })).status).toBe(405)
    expect((await visit(acs.acs_url, { MD: 'another' })).status).toBe(200)
    const { items } = await bench.call('traffic.list', { limit: 1 })
    const { note } = await bench.call('traffic.get', { id: items[0]?.id ?? '' })
    expect(note).toContain('MD is not the md of the callback')
  })
})
