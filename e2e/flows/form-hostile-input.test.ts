import { seedOfRun } from '#scripts/test/seed'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_BODY, skeletonOf, statesOf } from './testing/form-attacks'
import { PROJECT } from './testing/flow-bench'
import { anOpening, GOOD_CARD, openByLink, openForm, signedParameters } from './testing/form-client'
import { spoilt } from './testing/hostile-bodies'
import { CARDS, merchantOf } from './testing/requests'
import { seededRandom } from '#domain/testing/seeded'
import type { JsonRecord } from './testing/signer'
import { exchange, type WireResponse } from './testing/wire-client'
import { useMerchantBench } from './testing/merchant-bench'

const SEED = seedOfRun()
const STRANGE = [
  '\'"><img src=x onerror=alert(1)>',
  '</script><script>alert(1)</script>',
  '<!--',
  ']]>',
  '`${1}`',
  '\u2028',
  '\0',
  '&lt;b&gt;',
  '" onfocus="alert(1)" autofocus="',
  "' style='x'",
  '</style><svg/onload=alert(1)>',
  '\u202e\u2066x',
  '\ud800',
  '{{7*7}}',
  '__proto__',
  'é\u0301\u{1F468}\u200d\u{1F469}',
] as const

let count = 0
const newId = (name = 'h'): string => `${name}-${String((count += 1))}`

const { bench } = useMerchantBench({ per: 'file', switches: { retries: true, saveCards: true } })

const post = (path: string, body: string | Uint8Array, type = 'application/json'): Promise<WireResponse> =>
  exchange(`${bench.ready.platform}${path}`, { headers: { 'Content-Type': type }, body })

describe(`texts of a hostile merchant (seed ${String(SEED)})`, () => {
  const texts = fc
    .oneof(
      fc.constantFrom(...STRANGE),
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.string({ maxLength: 60 }),
    )
    .map((text) => text.replaceAll(';', ''))

  it.each([
    'payment_description',
    'card_holder',
    'customer_first_name',
    'merchant_return_url',
    '_referrer',
    'language_code',
    'customer_city',
    'baseUrl',
    'merchant_data',
  ])('in %s do not change any tag, attribute or script of the page', { timeout: 60_000 }, async (name) => {
    await bench.switches({ collectedFields: [{ path: 'customer.city', required: true, shown: true }] })
    const prefix = /_url$|_referrer/.test(name) ? 'https://shop.test/' : ''
    const plain = await openByLink(bench, anOpening(newId(), { [name]: `${prefix}x` }))
    const expected = skeletonOf(plain.text)
    expect(plain.status).toBe(200)
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const json = JSON.stringify(signedParameters(anOpening(newId(), { [name]: `${prefix}x${text}` })))
        const page = await post('/payment', json)
        expect(page.status).toBeLessThan(500)
        if (page.status === 200) expect(skeletonOf(page.text)).toEqual(expected)
        expect(statesOf(page.text)).toBe(1)
      }),
      { numRuns: 40, seed: SEED },
    )
    await bench.switches({ collectedFields: [] })
  })

  it(
    'in names, ids and values of refused openings do not change the structure of the error page',
    { timeout: 60_000 },
    async () => {
      const plain = await post('/payment', JSON.stringify({ project_id: PROJECT.id, payment_amount: 'x' }))
      const expected = skeletonOf(plain.text)
      await fc.assert(
        fc.asyncProperty(
          texts,
          fc.constantFrom('payment_amount', 'payment_id', 'payment_currency', 'x', 'lang'),
          async (text, name) => {
            const page = await post(
              '/payment',
              JSON.stringify({ project_id: PROJECT.id, payment_amount: 'x', [name]: text, [text]: text }),
            )
            expect([400, 404]).toContain(page.status)
            expect(skeletonOf(page.text).filter((tag) => !expected.includes(tag))).toEqual([])
            expect(statesOf(page.text)).toBe(1)
            const unsigned = await post(
              '/payment',
              JSON.stringify({ ...anOpening(newId()), [text]: text, signature: text || 'x' }),
            )
            expect(unsigned.status).toBeLessThan(500)
            expect(statesOf(unsigned.text)).toBe(1)
          },
        ),
        { numRuns: 60, seed: SEED },
      )
    },
  )

  it('in the name of the shop, the payment id and a saved card holder always stay text', async () => {
    const name = 'Shop <img src=x onerror=alert(1)> "\' & </script>'
    await bench.call('projects.update', { projectId: PROJECT.id, name })
    const id = `${newId()}"><script>alert(2)</script>`
    const form = await openForm(bench, anOpening(id))
    await form.pay({ pan: CARDS.decline })
    for (const page of [form.shown.html, (await openByLink(bench, anOpening(newId()))).text]) {
      expect(page).not.toMatch(/<img|<script>alert|onerror=alert\(1\)>/)
    }
    expect(form.shown.html).toContain('&lt;script&gt;')
    await bench.call('projects.update', { projectId: PROJECT.id, name: 'Quillmere' })
  })

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    '//evil.test/',
    'vbscript:x',
    ' https://evil.test',
    'https:evil.test',
    'https:/\\evil.test',
    '/shop',
    'JaVaScRiPt:x//https://',
    'https://',
    'ftp://x.test/',
  ])('never lead to %s', async (url) => {
    for (const name of [
      'merchant_return_url',
      'merchant_success_url',
      'merchant_fail_url',
      'redirect_success_url',
      'redirect_fail_url',
      'redirect_return_url',
    ]) {
      const page = await openByLink(bench, anOpening(newId(), { [name]: url }))
      expect([page.status, name]).toEqual([400, name])
    }
    const form = await openForm(bench, anOpening(newId()))
    await form.pay({}, { additional: { redirect_success_url: url } })
    expect([form.shown.view, form.shown.leave]).toEqual(['result', null])
  })
})

describe(`bodies of a hostile page (seed ${String(SEED)})`, () => {
  it('with values of wrong types get a clear response everywhere', { timeout: 90_000 }, async () => {
    const chance = seededRandom(SEED)
    const valid: JsonRecord = {
      card: GOOD_CARD,
      saved_card: { id: 1, cvv: '123' },
      save: true,
      id: 1,
      fields: { 'customer.email': 'nora@mail.test', 'avs_data.avs_post_code': 'H91' },
      additional: { customer_first_name: 'Nora', additional_parameters: { customer_city: 'Galway' } },
    }
    const asked = await openForm(bench, anOpening(newId('asked')))
    await asked.confirm({ pan: CARDS.avs })
    await bench.settle()
    const declined = await openForm(bench, anOpening(newId('declined')))
    await declined.confirm({ pan: CARDS.decline })
    await bench.settle()
    for (const place of ['confirm', 'details', 'clarification', 'retry', 'give-up', 'cards/remove']) {
      for (let n = 0; n < 60; n += 1) {
        const fresh = n % 6 === 0 ? await openForm(bench, anOpening(newId('wild'))) : null
        const form = fresh ?? chance.pick([asked, declined])
        const body = spoilt(chance.below(2) === 0 ? valid : { card: GOOD_CARD }, chance)
        const response = await form.send(place, body)
        expect([200, 204, 413, 422], `${place} ${JSON.stringify(body).slice(0, 300)}`).toContain(
          response.status,
        )
      }
    }
    await bench.settle()
    expect(Object.getOwnPropertyNames(Object.prototype)).not.toContain('polluted')
  })

  it(
    'with values of wrong types, signed if possible, get a clear response from the opening and the check',
    { timeout: 90_000 },
    async () => {
      const chance = seededRandom(SEED + 1)
      for (let n = 0; n < 200; n += 1) {
        const opening = anOpening(newId('spoilt'), {
          card_holder: 'NORA VALE',
          payment_description: 'x',
          recurring: { register: true },
          hide: 'a,b',
          best_before: '2030-04-10T00:00:00+00:00',
          interface_type: { id: 7 },
        })
        const body = spoilt(opening, chance)
        const path = chance.pick(['/payment', '/params/check'])
        const response = await post(path, JSON.stringify(signedOrNot(body)))
        expect(response.status, JSON.stringify(body).slice(0, 300)).toBeLessThan(500)
      }
    },
  )

  it('that are huge, deep or not JSON are refused and change nothing', async () => {
    const id = newId('huge')
    const page = await openByLink(bench, anOpening(id))
    const base = /"base":"(\/payment\/[0-9a-f]{32})"/.exec(page.text)?.[1] ?? ''
    const bodies = [
      'x'.repeat(MAX_BODY + 1),
      `{"card":${'['.repeat(600)}${']'.repeat(600)}}`,
      `{"card":${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}}`,
      '',
      'null',
      '[]',
      '"x"',
      '{',
      '{"__proto__":{"card":{"pan":"4000000000000077"}}}',
      '\ufeff{}',
      Buffer.from([0xff, 0xfe, 0x00]),
    ]
    for (const place of ['confirm', 'details', 'clarification', 'cards/remove', 'retry', 'give-up']) {
      for (const body of bodies) {
        const response = await post(`${base}/${place}`, body).catch(() => null)
        if (response !== null) expect([200, 413, 422]).toContain(response.status)
      }
    }
    expect((await merchantOf(bench).status(id)).json).toMatchObject({ code: '3061' })
    const issuer = await post(
      `${base}/issuer?place=%22%3E%3Cscript%3E`,
      `code=${'%'.repeat(3000)}`,
      'application/x-www-form-urlencoded',
    )
    expect(issuer.text).not.toContain('"><script>')
    expect(issuer.status).toBe(200)
  })
})

function signedOrNot(body: JsonRecord): JsonRecord {
  try {
    return signedParameters(body)
  } catch {
    // A body that a merchant could not sign is sent anyway.
    return body
  }
}
