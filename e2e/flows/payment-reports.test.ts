import { beforeAll, describe, expect, it } from 'vitest'
import { LIMITS } from '#lib/limits/limit-table'
import { answerWith, aRule, reply } from './testing/answer-rules'
import { firstOnly, saveFaults } from './testing/fault-rules'
import { PROJECT } from './testing/flow-bench'
import { useFlowBench } from './testing/merchant-bench'
import { aBancontactSale, aGeneral, AVS, CARDS, merchantOf, MINUTE, summaryOf } from './testing/requests'
import { exchange } from './testing/wire-client'

const { bench } = useFlowBench({ per: 'file' })
const keys: Record<string, string> = {}

beforeAll(async () => {
  // The merchant responds to the first callback with an error.
  const failing = reply(500, `database is locked, secret ${PROJECT.secret}`)
  await answerWith(bench, aRule([failing, reply(200)], { per: 'payment' }))
  await merchantOf(bench).sale('late-1', { pan: CARDS.decline })
  await merchantOf(bench).sold('plain-1', { pan: CARDS.success })
  await bench.advance(5 * MINUTE)
  await bench.settle()
  for (const id of ['late-1', 'plain-1']) keys[id] = (await summaryOf(bench, id)).key
  await bench.call('annotations.set', {
    id: keys['late-1'] ?? '',
    labels: ['flaky'],
    note: 'The receiver <b>locks</b> its `database`.',
  })
})

const report = (format: 'html' | 'markdown', ...ids: string[]) =>
  bench.call('reports.payments', { keys: ids.map((id) => keys[id] ?? id), format })

describe('a payment report', () => {
  it('says what happened, with every message, verdict, attempt and note', async () => {
    const { text, isCut } = await report('html', 'late-1')
    expect(isCut).toBe(false)
    expect(text).toMatch(/The payment of [\d.]+ EUR was declined with code/)
    expect(text).toContain('POST /v2/payment/card/sale HTTP/1.1')
    expect(text).toContain('database is locked')
    expect(text).toContain('Every signature that was checked is valid.')
    expect(text).toContain('attempts of the result callback failed: status 500.')
    expect(text).toContain('The same callback was accepted later.')
    expect(text).toContain('The receiver &lt;b&gt;locks&lt;/b&gt; its &#96;database&#96;.')
    expect(text).toContain('<svg class="draw"')
    expect(text).toMatch(/<h1>.*<span class="badge bad">✗ decline \d+<\/span><\/h1>/s)
  })

  it('names the fault rule that acted, in the verdict and at the step', async () => {
    await saveFaults(bench, firstOnly({ kind: 'corruptSignature' }))
    await merchantOf(bench).sold('forged-1', { pan: CARDS.success })
    await saveFaults(bench)
    keys['forged-1'] = (await summaryOf(bench, 'forged-1')).key
    const mark = 'Corrupts the signature in this attempt.'
    for (const format of ['html', 'markdown'] as const) {
      const { text } = await report(format, 'forged-1')
      expect(text).toMatch(/The signature is not valid\. .* About the message: Rule “[^”]*”: Corrupts/)
      expect(text.split(mark).length - 1).toBeGreaterThan(1)
    }
    // A step that succeeded is folded, so the rule is named beside its title.
    expect((await report('html', 'forged-1')).text).toMatch(/<summary(?:(?!<\/summary>).)*Corrupts the/s)
  })

  it('is a single file that runs nothing, loads nothing and shows no secret', async () => {
    for (const format of ['html', 'markdown'] as const) {
      const { text } = await report(format, 'late-1', 'plain-1')
      expect(text).not.toContain(PROJECT.secret)
      for (const pan of [CARDS.decline, CARDS.success]) expect(text).not.toContain(pan)
      expect(text).toContain('•••')
    }
    const { text } = await report('html', 'late-1', 'plain-1')
    expect(text).not.toMatch(/<script|<link|<img|<iframe|\ssrc=|url\(|href="(?!#)/)
    expect(text).toContain("default-src 'none'")
  })

  it('can be Markdown for a ticket', async () => {
    const { text } = await report('markdown', 'late-1')
    expect(text).toMatch(/^## Payment late-1: decline \d+/)
    expect(text).toContain('**Note** (flaky)')
    expect(text).toContain('> The receiver \\<b\\>locks\\</b\\> its \\`database\\`.')
    expect(text).toMatch(/```\nPOST \/v2\/payment\/card\/sale/)
  })

  it('turns no foreign text into a mention or a link', async () => {
    const note = `@octocat #1 GH-1 http://shop.test/ www.shop.test a@shop.test <img src=x> &amp; ~~a~~ ${Buffer.from(PROJECT.secret).toString('base64')}`
    await bench.call('annotations.set', { id: keys['plain-1'] ?? '', labels: ['@octocat'], note })
    const { text } = await report('markdown', 'plain-1')
    expect(text).toContain(
      '> @\u2060octocat \\#\u20601 GH\u2060-1 http:\u2060//shop.test/ www\u2060.shop.test a@\u2060shop.test \\<img src=x\\> \\&amp; \\~\\~a\\~\\~ •••\n',
    )
    expect(text.replaceAll(/^(`+)\n[^]*?\n\1$/gm, '')).not.toMatch(/[@#]\w|:\/\/|www\.|[^\\]</)
  })

  it('judges whether all requested data came in time', async () => {
    const ask = async (paymentId: string): Promise<void> => {
      const { key } = await bench.call('payments.create', { paymentId, amount: 100, currency: 'EUR' })
      keys[paymentId] = key
      await bench.call('payments.requestClarification', { key, fields: AVS })
    }
    await ask('in-time')
    await ask('too-late')
    await merchantOf(bench).clarify('in-time', { avs_data: { avs_post_code: '10115' } })
    await merchantOf(bench).clarify('too-late', { avs_data: { avs_post_code: '10115' } })
    await merchantOf(bench).clarify('in-time', { avs_data: { avs_street_address: 'Long Street 1' } })
    await bench.advance(31 * MINUTE)
    await bench.settle()
    expect((await report('markdown', 'in-time')).text).toContain(
      '✓ passed: All requested data arrived in time.',
    )
    expect((await report('markdown', 'too-late')).text).toContain(
      'All requested data has to arrive within 30 minutes. Missing when the wait ended: avs\\_data.avs\\_street\\_address.',
    )
    expect((await report('markdown', 'plain-1')).text).not.toContain('requested data')
  })

  it('says what the customer of a method got, decided and paid', async () => {
    await bench.post('/v2/payment/bancontact/sale', aBancontactSale('method-1'))
    await bench.settle()
    const { key } = await summaryOf(bench, 'method-1')
    keys['method-1'] = key
    const { providerUrl = '' } = await bench.call('payments.get', { key })
    await exchange(providerUrl, { method: 'GET' })
    await exchange(providerUrl, {
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'decision=paid&amount=40.00',
    })
    await bench.settle()
    const { text } = await report('markdown', 'method-1')
    expect(text).toContain('The payment of 46.50 EUR succeeded with 40.00 EUR.')
    expect(text).toContain('- Method: bancontact\n')
    for (const step of [
      'provider to customer: **The customer is sent to the provider’s page**',
      'customer to provider: **GET provider’s page**',
      'customer to provider: **The customer paid, 40.00 EUR**',
    ]) {
      expect(text).toContain(step)
    }
    // A browser signs nothing, so the provider's page does not lack a signature.
    expect(text).toContain('Every signature that was checked is valid.')
  })

  it('has several payments in the requested order, each once', async () => {
    const { text } = await report('html', 'plain-1', 'late-1', 'plain-1')
    expect(
      [...text.matchAll(/<article id="[^"]+" aria-label="Payment ([^"]+)"/g)].map(([, id]) => id),
    ).toEqual(['plain-1', 'late-1'])
  })

  it('has a bounded size, and says what it omits', async () => {
    const filler = 'x'.repeat(LIMITS.reportBodyChars)
    await bench.post('/v2/payment/status', { general: { ...aGeneral('plain-1'), filler } })
    const { text, isCut } = await report('html', 'plain-1')
    expect(isCut).toBe(true)
    expect(text).toContain(`The first ${String(LIMITS.reportBodyChars)} of `)
    expect(text.length).toBeLessThan(LIMITS.reportBodyChars * 2)
  })

  it('is refused for payments that do not exist, and for too many', async () => {
    expect(await bench.refused('reports.payments', { keys: ['pay_gone'], format: 'html' })).toBe('not_found')
    const many = Array.from({ length: LIMITS.reportPayments + 1 }, (_, at) => `pay_${String(at)}`)
    expect(await bench.refused('reports.payments', { keys: many, format: 'html' })).toBe(
      'invalid_params keys',
    )
  })
})
