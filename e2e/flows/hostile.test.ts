import { seedOfRun } from '#scripts/test/seed'
import { beforeAll, describe, expect, it } from 'vitest'
import { METHODS } from '#protocol/methods'
import { ENDPOINTS } from './testing/endpoints'
import { PROJECT, type Signable } from './testing/flow-bench'
import { brokenBytes, spoilt } from './testing/hostile-bodies'
import { aGeneral, aSale, CARDS, callbacksOf, merchantOf, summaryOf } from './testing/requests'
import { seededRandom } from '#domain/testing/seeded'
import { isRecord, isSigned, signed, type JsonRecord } from './testing/signer'
import { readUnionError } from './testing/union-error'
import { exchange, type WireResponse } from './testing/wire-client'
import { useMerchantBench } from './testing/merchant-bench'

const { bench, merchant } = useMerchantBench({ per: 'file' })

const SEED = seedOfRun()

// Closing the bench throws if it logged an error.

let normal = 0
/** Does what an honest merchant does, from its sale to its result, and expects success. */
async function expectNormalService(): Promise<void> {
  normal += 1
  const id = `normal-${normal}`
  const shop = merchantOf(bench)
  expect((await shop.sale(id, { pan: CARDS.avs })).json).toMatchObject({ status: 'success', payment_id: id })
  const data = { avs_data: { avs_post_code: 'H91', avs_street_address: '14 Long Walk' } }
  expect((await shop.clarify(id, data)).json['status']).toBe('success')
  await bench.settle()
  expect(await summaryOf(bench, id)).toMatchObject({ status: 'success' })
  expect((await callbacksOf(bench, id)).map(({ state }) => state)).toEqual(['delivered', 'delivered'])
  expect(Object.getOwnPropertyNames(Object.prototype)).not.toContain('polluted')
}

/** Expects a clear refusal, or the response of an endpoint that found nothing wrong. */
function expectClearResponse(response: WireResponse, what: string): void {
  if (response.status === 200) {
    const { status, payment, banks } = response.json
    expect(typeof status === 'string' || isRecord(payment) || Array.isArray(banks), what).toBe(true)
    return
  }
  const { httpStatus, message } = readUnionError(response)
  expect(httpStatus, `${what}: ${message}`).toBeGreaterThanOrEqual(400)
  expect(httpStatus, `${what}: ${message}`).toBeLessThan(500)
}

describe(`hostile requests (seed ${SEED})`, () => {
  it(
    'with values of wrong types, all signed, get a clear response at every endpoint',
    { timeout: 60_000 },
    async () => {
      const chance = seededRandom(SEED)
      await merchantOf(bench).sale('target', { pan: CARDS.avs })
      for (const { path, valid } of ENDPOINTS) {
        for (let n = 0; n < 40; n += 1) {
          const id = chance.pick(['target', `hostile-${n}`])
          const body = spoilt(valid(id), chance)
          const general = body['general']
          const signable: Signable = { ...body, general: isRecord(general) ? general : {} }
          const text = JSON.stringify(isRecord(general) ? signed(signable, PROJECT.secret) : body)
          const response = await exchange(`${bench.ready.platform}${path}`, { body: text })
          expectClearResponse(response, `${path} ${text.slice(0, 300)}`)
        }
      }
      await expectNormalService()
    },
  )

  it('with bytes that are not valid JSON get a clear response', { timeout: 60_000 }, async () => {
    const chance = seededRandom(SEED + 1)
    const { caPem } = await bench.call('bench.info', {})
    for (let n = 0; n < 150; n += 1) {
      const { path, valid } = chance.pick(ENDPOINTS)
      const bytes = brokenBytes(JSON.stringify(signed(valid('target'), PROJECT.secret)), chance)
      const base = chance.below(5) === 0 ? bench.ready.platformTls : bench.ready.platform
      const response = await exchange(`${base}${path}`, { body: bytes, ca: caPem ?? '' })
      expectClearResponse(response, `${path} ${Buffer.from(bytes).toString('latin1').slice(0, 200)}`)
    }
    await expectNormalService()
  })

  it('to the automation API get an error with a code and a message', { timeout: 60_000 }, async () => {
    const chance = seededRandom(SEED + 3)
    const { key } = await summaryOf(bench, 'normal-1')
    const samples: Readonly<Record<string, JsonRecord>> = {
      'payments.create': { amount: 1, currency: 'EUR', paymentId: 'x', card: CARDS.success },
      'payments.requestClarification': { key, fields: { customer: ['email'] } },
      'payments.previewClarification': { key, fields: { customer: ['email'] } },
      'payments.answerClarification': { key, additionalData: { customer: { email: 'x' } } },
      'payments.list': { query: 'id:x', limit: 5, cursor: '5' },
      'projects.create': { name: 'x', switches: { outcome: { mode: 'hold' }, callbackRules: [] } },
      'callbacks.replay': {
        id: 'cb_x',
        signing: 'resign',
        body: '{}',
        headers: [['A', 'b']],
        target: 'http://[::1]:1',
      },
      'signature.explain': { body: '{"signature":"x"}', surface: 'form' },
      'clock.advance': { ms: 5 },
      'clock.set': { mode: 'frozen' },
    }
    const spared = new Set([
      'bench.reset',
      'settings.update',
      'clock.advance',
      'clock.set',
      'projects.update',
    ])
    let refused = 0
    for (const method of Object.keys(METHODS)) {
      for (let n = 0; n < 8; n += 1) {
        const params = spoilt(samples[method] ?? { key, id: 'x' }, chance)
        const body = n === 0 ? chance.pick(['[]', 'null', '"x"', '{', '1e999', '\0']) : JSON.stringify(params)
        // A call that turns out to be valid must not change the bench for the other tests.
        if (n > 0 && spared.has(method) && Object.keys(params).length === 0) continue
        const response = await exchange(`${bench.ready.workbench ?? ''}/api/v1/${method}`, {
          headers: { Authorization: `Bearer ${bench.ready.token ?? ''}` },
          body,
        })
        if (response.status === 200) continue
        refused += 1
        expect(response.status, `${method} ${body.slice(0, 300)} ${response.text}`).toBeLessThan(500)
        expect(response.json['error']).toMatchObject({
          code: expect.stringMatching(/^[a-z_]+$/),
          message: expect.stringMatching(/.{15,}/),
        })
      }
    }
    expect(refused).toBeGreaterThan(150)
    await expectNormalService()
  })

  it('to the capture server are kept, whatever they contain', { timeout: 60_000 }, async () => {
    const chance = seededRandom(SEED + 4)
    const before = (await bench.call('captures.list', { limit: 1 })).total
    const sample = JSON.stringify({ project_id: PROJECT.id, payment: { id: 'target' }, signature: 'x' })
    const sent: Uint8Array[] = []
    for (let n = 0; n < 80; n += 1) {
      const bytes =
        n % 2 === 0
          ? brokenBytes(sample, chance)
          : Buffer.from(
              JSON.stringify(
                spoilt({ project_id: PROJECT.id, general: { a: 1 }, payment: { id: 'target' } }, chance),
              ),
            )
      const method = chance.pick(['POST', 'PUT', 'DELETE', 'PATCH'])
      const response = await exchange(`${bench.ready.merchant}/any/${n}`, { method, body: bytes })
      expect([response.status, response.text]).toEqual([200, 'OK\n'])
      sent.push(bytes)
    }
    const { items, total } = await bench.call('captures.list', { limit: 80 })
    expect(total).toBe(before + 80)
    for (const [index, { id }] of [...items].reverse().entries()) {
      const { bodyBase64, path } = await bench.call('captures.get', { id })
      expect(path).toBe(`/any/${index}`)
      expect(Buffer.from(bodyBase64, 'base64').equals(sent[index] ?? Buffer.alloc(0))).toBe(true)
    }
    await expectNormalService()
  })

  it('that would grow a thousandfold when signed are refused by the API', { timeout: 60_000 }, async () => {
    const head = `{"project_id":${PROJECT.id},"signature":"x","general":${JSON.stringify({ ...aGeneral('x'), signature: 'x' })}`
    const deep = (size: number, value: string): string =>
      `${head},"additional_data":${'{"long-key":'.repeat(500)}[${`${value},`.repeat(size / (value.length + 1))}1]${'}'.repeat(500)}}`
    const longKey = (size: number): string =>
      `${head},"${'k'.repeat(size / 2)}":[${'1,'.repeat(size / 40)}1]}`
    for (const [body, status] of [
      [deep(30_000, '1'), 400],
      [deep(50_000, '1.5'), 400],
      [longKey(390_000), 400],
      [deep(900_000, '1'), 422],
    ] as const) {
      const response = await exchange(`${bench.ready.platform}/v2/payment/clarification`, { body })
      expect(readUnionError(response).httpStatus).toBe(status)
    }
    const captured = [
      [deep(4_000_000, '1.5'), 'unreadable'],
      [deep(30_000, '1'), 'invalid'],
      [longKey(390_000), 'invalid'],
      [`[${'[],'.repeat(4_000_000)}[]]`, 'unreadable'],
    ] as const
    for (const [body, state] of captured) {
      expect((await exchange(`${bench.ready.merchant}/big`, { body })).status).toBe(200)
      const { items } = await bench.call('captures.list', { limit: 1 })
      expect(items[0]).toMatchObject({ path: '/big', sizeBytes: body.length, signatureState: state })
    }
    await expectNormalService()
  })
})

describe('payment ids', () => {
  // Earlier random requests may have used one of these.
  beforeAll(() => bench.call('bench.reset', {}))

  it.each([
    ['a NUL', 'a\0b'],
    ['255 characters of four bytes', '\u{1F600}'.repeat(255)],
    ['quotes and percent signs', `%_' OR "1"=1; --`],
    ['the name of an object member', '__proto__'],
    ['the joiner and separator of signatures', 'a:b;c::d'],
    ['line breaks', 'a\r\nb'],
    ['control characters', '\u0001\u007f\u0085'],
  ])('may contain %s, and are returned unchanged', async (_, id) => {
    const shop = merchantOf(bench)
    expect((await shop.sale(id)).json).toMatchObject({ status: 'success', payment_id: id })
    await bench.settle()
    expect((await shop.status(id)).json).toMatchObject({ payment: { id, status: 'success' } })
    expect((await shop.sale(id)).json['code']).toBe('3041')
    const callback = merchant.received.find(({ paymentId }) => paymentId === id)
    expect(isSigned(callback?.text ?? '{}', PROJECT.secret)).toBe(true)
    const [payment] = (await bench.call('payments.list', { limit: 1 })).items
    expect(payment?.paymentId).toBe(id)
  })

  it('that differ only in letter case are the same, compared by Unicode lower case', async () => {
    const shop = merchantOf(bench)
    await shop.sale('ΣΊΣΥΦΟΣ-Ǆ')
    expect(readUnionError(await shop.sale('σίσυφος-ǆ')).code).toBe('3041')
    expect((await shop.sale('other')).status).toBe(200)
    expect(aSale('x').general['payment_id']).toBe('x')
  })
})
