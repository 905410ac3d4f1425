import { beforeAll, describe, expect, it } from 'vitest'
import { LIMITS } from '#lib/limits/limit-table'
import { useFlowBench } from './testing/merchant-bench'
import { CARDS, merchantOf, summaryOf } from './testing/requests'
import { exportSession, importSession } from './testing/session-client'

const { bench, restart } = useFlowBench({ per: 'file' })
let paymentKey: string
let ids: { readonly callback: string; readonly capture: string; readonly exchange: string }

beforeAll(async () => {
  await merchantOf(bench).sale('tea-1', { pan: CARDS.success })
  await merchantOf(bench).sold('tea-2', { pan: CARDS.decline })
  paymentKey = (await summaryOf(bench, 'tea-1')).key
  const firstId = async (list: 'callbacks' | 'captures' | 'exchanges'): Promise<string> =>
    (await bench.call(`${list}.list`, { paymentKey, limit: 1 })).items[0]?.id ?? ''
  ids = {
    callback: await firstId('callbacks'),
    capture: await firstId('captures'),
    exchange: await firstId('exchanges'),
  }
})

const annotate = (id: string, annotation: { readonly labels?: string[]; readonly note?: string }) =>
  bench.call('annotations.set', { id, ...annotation })

describe('a note and labels', () => {
  it('can be put on payments and on every kind of message, and omitted members stay unchanged', async () => {
    expect(await annotate(paymentKey, { labels: ['Flaky', 'flaky', ' ask the shop '] })).toEqual({
      labels: ['Flaky', 'ask the shop'],
      note: '',
    })
    const annotation = { labels: ['Flaky', 'ask the shop'], note: 'Counts twice.\nSee the log.' }
    expect(await annotate(paymentKey, { note: annotation.note })).toEqual(annotation)
    expect((await bench.call('payments.get', { key: paymentKey })).annotation).toEqual(annotation)
    for (const id of Object.values(ids)) await annotate(id, { labels: [`of ${id}`], note: 'Look here' })
    expect((await bench.call('callbacks.get', { id: ids.callback })).annotation?.note).toBe('Look here')
    expect((await bench.call('captures.get', { id: ids.capture })).annotation?.note).toBe('Look here')
    expect((await bench.call('traffic.get', { id: ids.exchange })).annotation?.note).toBe('Look here')
  })

  it('can be searched for in each list', async () => {
    const totalOf = async (list: 'payments' | 'callbacks' | 'captures' | 'traffic', query: string) =>
      (await bench.call(`${list}.list`, { query })).total
    expect(await totalOf('payments', 'label:FLAKY note:"counts twice"')).toBe(1)
    expect(await totalOf('payments', '-label:flaky')).toBe(1)
    expect(await totalOf('payments', 'label:flak')).toBe(0)
    expect(await totalOf('payments', 'label:%')).toBe(0)
    expect(await totalOf('callbacks', `label:"of ${ids.callback}"`)).toBe(1)
    expect(await totalOf('captures', 'note:look')).toBe(1)
    expect(await totalOf('captures', 'note=look')).toBe(0)
    expect(await totalOf('traffic', 'note:look')).toBe(2)
    expect((await bench.call('search.all', { query: 'note:look' })).callbacks).toMatchObject({ total: 1 })
  })

  it('survive changes to their payment, and a restart', async () => {
    await bench.call('payments.refund', { key: paymentKey })
    await bench.settle()
    await bench.call('callbacks.resend', { id: ids.callback })
    await bench.settle()
    await restart()
    expect((await bench.call('payments.get', { key: paymentKey })).annotation?.labels).toContain('Flaky')
    expect((await bench.call('callbacks.get', { id: ids.callback })).annotation?.note).toBe('Look here')
  })

  it('travel with a session file', async () => {
    const { bytes } = await exportSession(bench)
    const { id } = await importSession(bench, bytes)
    await bench.call('sessions.open', { id, mode: 'readOnly' })
    expect((await bench.call('payments.get', { key: paymentKey })).annotation?.note).toContain('Counts twice')
    expect((await bench.call('traffic.list', { query: 'note:look' })).total).toBe(2)
    expect(await bench.refused('annotations.set', { id: paymentKey, note: 'x' })).toBe('read_only')
    await bench.call('sessions.close', {})
    await bench.call('sessions.remove', { id })
  })

  it('keep a pasted card number only in masked form', async () => {
    const { note } = await annotate(ids.exchange, { note: `paid with ${CARDS.success}` })
    expect(note).not.toContain(CARDS.success)
    expect(note).toContain('******')
  })

  it('are removed when they are emptied', async () => {
    await annotate(ids.exchange, { labels: [], note: '' })
    expect((await bench.call('traffic.get', { id: ids.exchange })).annotation).toBeUndefined()
    expect((await bench.call('exchanges.list', { query: 'note:""' })).total).toBe(0)
  })

  it.each([
    [{ note: 'x'.repeat(LIMITS.annotationChars + 1) }, 'note'],
    [{ labels: ['x'.repeat(LIMITS.labelChars + 1)] }, 'labels.0'],
    [{ labels: Array.from({ length: LIMITS.labels + 1 }, (_, at) => String(at)) }, 'labels'],
    [{ labels: ['two\nlines'] }, 'labels.0'],
  ])('are refused if too long or malformed (case %#, field $1)', async (annotation, field) => {
    const refused = await bench.refusal('annotations.set', { id: paymentKey, ...annotation })
    expect(refused).toMatchObject({ code: 'invalid_params', issues: [{ field }] })
  })

  it('need an existing payment or message', async () => {
    expect(await bench.refused('annotations.set', { id: 'pay_gone', note: 'x' })).toBe('not_found')
  })
})
