import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connectBench, type Bench } from '#client/bench'
import type { BenchFixtures, BenchWorkerFixtures } from '#client/playwright'
import { SAMPLE_METHOD } from '#domain/project/method-shape'
import { saveFaults } from './testing/fault-rules'
import { anOpening, openForm } from './testing/form-client'
import { useFlowBench } from './testing/merchant-bench'
import { aGeneral, CARDS, merchantOf, MINUTE, summaryOf } from './testing/requests'

const root = join(import.meta.dirname, '../..')

const { bench: flow } = useFlowBench({ per: 'test' })
let bench: Bench
let folder: string
beforeEach(async () => {
  bench = await connectBench({ url: flow.ready.workbench ?? '', token: flow.ready.token ?? '' })
  // Inside the repository, so that its modules are found like those of a package.
  folder = mkdtempSync(join(root, 'e2e/.recorded-'))
})
afterEach(async () => {
  rmSync(folder, { recursive: true, force: true })
  await bench.close()
})

type Run = (fixtures: Pick<BenchFixtures & BenchWorkerFixtures, 'bench' | 'project'>) => Promise<void>

/** Runs the test in a recorded file with the client, as Playwright's fixtures would. */
async function runRecorded(text: string): Promise<void> {
  const path = (file: string): string => JSON.stringify(pathToFileURL(join(root, file)).pathname)
  const source = text
    .replace("'paybench/client'", path('src-main/client/index.ts'))
    .replace(
      "import { expect, test } from 'paybench/playwright'",
      "import { expect } from 'vitest'\nexport let run\nconst test = (_title, body) => { run = body }",
    )
  expect(source).not.toContain('paybench/')
  const file = join(folder, `${Math.random().toString(36).slice(2)}.mjs`)
  writeFileSync(file, source)
  const { run } = (await import(/* @vite-ignore */ file)) as { readonly run: Run }
  await run({ bench, project: await bench.createProject({ name: 'of a test' }) })
}

const writeTest = async (ids: readonly string[], expects: 'what matters' | 'everything' = 'everything') => {
  const payments = await Promise.all(ids.map((id) => summaryOf(flow, id)))
  const keys = payments.map(({ key }) => key)
  return flow.call('scenarios.record', { keys, format: 'playwright', expects })
}

describe('a payment copied as a test for Playwright', () => {
  it('does the same through the client, and fails if one expected value differs', async () => {
    await flow.switches({ holdTimeMs: 3_600_000 })
    const merchant = merchantOf(flow)
    await merchant.sale("shop's order", {
      pan: CARDS.avs,
      payment: { amount: 900, currency: 'EUR', description: 'any' },
    })
    await flow.advance(MINUTE)
    await merchant.clarify("shop's order", { avs_data: { avs_post_code: 'H91' } })
    await merchant.clarify("shop's order", { avs_data: { avs_street_address: '14 "Long" Walk' } })
    await flow.settle()
    const { key } = await flow.call('payments.create', {
      paymentId: 'by-hand',
      amount: 500,
      currency: 'EUR',
      card: CARDS.success,
      outcome: 'card',
      operation: 'auth',
    })
    await flow.settle()
    await flow.call('payments.capture', { key, amount: 200, outcome: 'hold' })
    await flow.call('payments.complete', { key, outcome: 'decline', code: '10105' })
    await flow.settle()
    for (const expects of ['everything', 'what matters'] as const) {
      const { text, file, omitted } = await writeTest(["shop's order", 'by-hand'], expects)
      expect(file).toBe('recorded-shop-s-order.spec.mjs')
      expect(omitted).toEqual([])
      expect(text.includes('sum_request')).toBe(expects === 'everything')
      await runRecorded(text)
      const changed = text.replace('http: 200', 'http: 418')
      expect(changed).not.toBe(text)
      await expect(runRecorded(changed)).rejects.toThrow('418')
    }
  })

  it('sells by a method, and decides in the place of its customer', async () => {
    const { path } = SAMPLE_METHOD
    await flow.switches({ ownMethods: [SAMPLE_METHOD] })
    await flow.post(`/v2/payment/${path}/sale`, {
      general: aGeneral('by-method'),
      customer: { id: 'buyer-5', ip_address: '203.0.113.9' },
      payment: { amount: 4650, currency: 'EUR' },
      account: { number: '5501234' },
      identify: { doc_number: 'PX4471208' },
    })
    await flow.settle()
    const { key } = await summaryOf(flow, 'by-method')
    await flow.call('payments.decideAtProvider', { key, outcome: 'paid', amount: 4000 })
    await flow.settle()
    const { text } = await writeTest(['by-method'])
    expect(text).toContain('bench.payments.decideAtProvider(')
    expect(text).toContain('statusObject: { sum_real: { amount: 4000')
    await runRecorded(text)
  })

  it('is refused if the customer used the form, and names what it leaves out', async () => {
    const form = await openForm(flow, anOpening('by-form'))
    await form.confirm()
    await flow.settle()
    const { key } = await summaryOf(flow, 'by-form')
    const refusal = await flow.refusal('scenarios.record', { keys: [key], format: 'playwright' })
    expect(refusal.message).toContain('The customer used the form')
    const merchant = merchantOf(flow)
    await saveFaults(flow, { kind: 'drop' })
    await merchant.sale('dropped')
    await flow.settle()
    const { text, omitted } = await writeTest(['dropped'])
    expect(omitted).toEqual(['The fault rules that acted on callbacks.'])
    expect(text).toContain('// Not recorded: The fault rules that acted on callbacks.')
  })
})
