import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { openFlowBench, PROJECT, START, type FlowBench } from './testing/flow-bench'
import { openMerchant, type TestMerchant } from './testing/merchant'
import { liveThrough } from './testing/random-session'
import {
  aBancontactSale,
  aSale,
  AVS_ANSWER,
  callbackOf,
  CARDS,
  MINUTE,
  merchantOf,
  summaryOf,
} from './testing/requests'
import { SAMPLE_METHOD } from '#domain/project/method-shape'
import { seededRandom } from '#domain/testing/seeded'
import { everythingOf, exportSession, hashOf, importSession } from './testing/session-client'

let source: FlowBench
let target: FlowBench
let merchant: TestMerchant
beforeEach(async () => {
  source = await openFlowBench()
  target = await openFlowBench()
  merchant = await openMerchant()
})
afterEach(async () => {
  await Promise.all([source.close(), target.close()])
  await merchant.close()
})

describe('a session', () => {
  const SEEDS = Array.from({ length: 6 }, (_, n) => 4100 + n * 17)

  it.each(SEEDS)(
    'has the same lists, timelines and bytes on another bench (seed %i)',
    { timeout: 60_000 },
    async (seed) => {
      await liveThrough(source, seededRandom(seed), 45)
      const runs = [source.ready, target.ready]
      const before = await everythingOf(source, runs)
      const { bytes, view } = await exportSession(source)
      expect(view).toMatchObject({ hasSecrets: true, bytes: bytes.length })
      const session = await importSession(target, bytes, { partBytes: 5_000 })
      expect(session).toMatchObject({ name: 'a-session', hasSecrets: true, wasLive: false })
      const own = await everythingOf(target, runs)

      for (const mode of ['readOnly', 'live'] as const) {
        await target.call('sessions.open', { id: session.id, mode })
        const after = await everythingOf(target, runs)
        expect(after).toEqual(before)
        expect(hashOf(after)).toBe(hashOf(before))
        expect((await target.call('clock.get', {})).now).toBe((await source.call('clock.get', {})).now)
      }
      await target.call('sessions.close', {})
      expect(await everythingOf(target, runs)).toEqual(own)
    },
  )

  it('is searchable by words, ids and customers', async () => {
    await merchantOf(source).sold('order-Marmalade', { customer: { id: 'Nora', ip_address: '203.0.113.9' } })
    const { bytes } = await exportSession(source)
    const session = await importSession(target, bytes)
    await target.call('sessions.open', { id: session.id, mode: 'readOnly' })
    for (const query of [
      'id:armala',
      'customer:nor',
      'marmalade',
      'card:0077',
      'status:success',
      '-status:success',
    ]) {
      const there = await target.call('payments.list', { query })
      const here = await source.call('payments.list', { query })
      expect([query, there.items.map(({ key }) => key)]).toEqual([query, here.items.map(({ key }) => key)])
    }
  })

  it('is exported in its state at the start of the export, while requests continue', async () => {
    await liveThrough(source, seededRandom(5), 30)
    const { payments } = (await source.call('bench.info', {})).counters
    const exporting = exportSession(source)
    const going = Array.from({ length: 20 }, (_, n) => merchantOf(source).sale(`meanwhile-${String(n)}`))
    const { view, bytes } = await exporting
    await Promise.all(going)
    await source.settle()
    expect(view.payments).toBeLessThanOrEqual(payments + 20)
    const session = await importSession(target, bytes)
    expect(session.payments).toBe(view.payments)
    expect((await source.call('bench.info', {})).counters.payments).toBe(payments + 20)
  })
})

describe('a session that is open read-only', () => {
  it('refuses every change, responds to requests with 503 and the reason, and stays as it is', async () => {
    await merchantOf(source).sold('waiting-1', { pan: CARDS.avs })
    const session = await importSession(target, (await exportSession(source)).bytes)
    const opened = await target.call('sessions.open', { id: session.id, mode: 'readOnly' })
    expect(opened).toEqual({
      kind: 'imported',
      id: session.id,
      name: 'a-session',
      mode: 'readOnly',
      hasSecrets: true,
    })
    expect((await target.call('bench.info', {})).session).toEqual(opened)
    const runs = [source.ready, target.ready]
    const before = await everythingOf(target, runs)
    const { key } = await summaryOf(target, 'waiting-1')

    for (const [method, params] of [
      ['payments.create', { amount: 1, currency: 'EUR' }],
      ['payments.complete', { key, outcome: 'success' }],
      ['clock.set', { mode: 'live' }],
      ['clock.advance', { ms: MINUTE }],
      ['bench.reset', {}],
      ['projects.update', { projectId: PROJECT.id, name: 'Other' }],
      ['settings.update', { maxMessages: 5000 }],
    ] as const) {
      const refusal = await target.refusal(method, params)
      expect([method, refusal.code, refusal.httpStatus]).toEqual([method, 'read_only', 409])
      expect(refusal.message).toContain('sessions.close')
    }
    const response = await target.post('/v2/payment/card/sale', aSale('new-1'))
    expect(response.status).toBe(503)
    expect(response.text).toContain('read-only; nothing was recorded')
    const captured = await fetch(`${target.ready.merchant}/hook`, { method: 'POST', body: 'x' })
    expect([captured.status, await captured.text()]).toEqual([503, expect.stringContaining('read-only')])
    expect(await everythingOf(target, runs)).toEqual(before)
    expect((await target.call('clock.get', {})).mode).toBe('frozen')

    expect(await target.call('sessions.close', {})).toEqual({ kind: 'own' })
    expect((await target.post('/v2/payment/card/sale', aSale('new-1'))).status).toBe(200)
  })

  it('may have no secrets, unlike a live one, and says that no signature can be checked', async () => {
    await merchantOf(source).sold('secretless-1')
    const { bytes, view } = await exportSession(source, { includeSecrets: false })
    expect(view.hasSecrets).toBe(false)
    const session = await importSession(target, bytes)
    const refusal = await target.refusal('sessions.open', { id: session.id, mode: 'live' })
    expect(refusal).toMatchObject({ code: 'wrong_state' })
    expect(refusal.message).toContain('without the secrets')
    await target.call('sessions.open', { id: session.id, mode: 'readOnly' })
    const detail = await callbackOf(target, 'secretless-1')
    expect(detail.signature).toMatchObject({ state: 'unreadable' })
    expect(detail.signature.explanation).toContain('exported without secrets')
    const text = JSON.stringify(await target.call('projects.list', {}))
    expect(text).not.toContain(PROJECT.secret)
  })
})

describe('a session that is opened live', () => {
  it('continues from its time, with its secrets and its targets', async () => {
    const switches = { ownMethods: [SAMPLE_METHOD] }
    await source.call('projects.update', { projectId: PROJECT.id, callbackUrl: merchant.url, switches })
    await source.call('clock.set', { mode: 'live' })
    await merchantOf(source).sale('later-1', { pan: CARDS.avs })
    await merchant.count(1)
    const session = await importSession(target, (await exportSession(source)).bytes)
    await target.call('sessions.open', { id: session.id, mode: 'live' })
    const clock = await target.call('clock.get', {})
    expect(clock.mode).toBe('frozen')
    expect(Date.parse(clock.now)).toBeGreaterThanOrEqual(START)
    expect((await summaryOf(target, 'later-1')).status).toBe('awaiting clarification')

    const response = await merchantOf(target).clarify('later-1', AVS_ANSWER)
    expect(response.status).toBe(200)
    await target.advance(MINUTE)
    expect((await summaryOf(target, 'later-1')).status).toBe('success')
    await merchant.count(2)
    expect((await target.call('sessions.list', {})).items[0]).toMatchObject({ wasLive: true })
    const byOwn = await target.post(`/v2/payment/${SAMPLE_METHOD.path}/sale`, aBancontactSale('own-method'))
    expect(byOwn.status).toBe(200)

    // Paybench's own session was paused meanwhile, and what happened stays in the imported one.
    await target.call('sessions.close', {})
    expect((await target.call('payments.list', {})).total).toBe(0)
    await target.call('sessions.open', { id: session.id, mode: 'readOnly' })
    expect((await summaryOf(target, 'later-1')).status).toBe('success')
    await target.call('sessions.close', {})
  })

  it('is closed on the next start, which begins with Paybench’s own session', async () => {
    await merchantOf(target).sold('own-1')
    const session = await importSession(target, (await exportSession(source)).bytes)
    await target.call('sessions.open', { id: session.id, mode: 'live' })
    await merchantOf(target).sold('foreign-1')
    target = await target.restart()
    expect((await target.call('bench.info', {})).session).toEqual({ kind: 'own' })
    expect(await target.call('payments.list', {})).toMatchObject({ items: [{ paymentId: 'own-1' }] })
    await target.call('sessions.open', { id: session.id, mode: 'readOnly' })
    expect(await target.call('payments.list', {})).toMatchObject({ items: [{ paymentId: 'foreign-1' }] })
    await target.call('sessions.close', {})
    await target.call('sessions.remove', { id: session.id })
    expect(await target.call('sessions.list', {})).toEqual({ open: { kind: 'own' }, items: [] })
    expect(readdirSync(join(target.dataDir, 'sessions'))).toEqual([])
  })
})

describe('exported files', () => {
  it('stay in the data folder until they are discarded', async () => {
    const { view, bytes } = await exportSession(source)
    expect(view.path).toBe(join(source.dataDir, 'exports', view.fileName))
    expect(view.fileName).toMatch(/^paybench-\d{4}-\d\d-\d\d-\d{4}\.paybench$/)
    expect(bytes.subarray(0, 2)).toEqual(Buffer.from([0x1f, 0x8b]))
    expect(existsSync(view.path)).toBe(true)
    await source.call('sessions.discard', { id: view.id })
    expect(existsSync(view.path)).toBe(false)
    expect(await source.refused('sessions.download', { id: view.id, offset: 0 })).toBe('not_found')
    for (const id of ['../paybench.db', '/etc/passwd', 'x.paybench/..']) {
      expect(await source.refusal('sessions.discard', { id })).toMatchObject({ code: 'not_found' })
    }
  })
})

describe('an impossible action', () => {
  it('is refused with a remedy', async () => {
    const session = await importSession(target, (await exportSession(source)).bytes)
    await target.call('sessions.open', { id: session.id, mode: 'readOnly' })
    expect(await target.refusal('sessions.remove', { id: session.id })).toMatchObject({ code: 'conflict' })
    expect(await target.refused('sessions.open', { id: 'other', mode: 'live' })).toBe('not_found')
    await target.call('sessions.close', {})
    expect(
      await target.refused('sessions.upload', { upload: 'u', index: 3, chunkBase64: '', last: false }),
    ).toBe('conflict')
  })
})
