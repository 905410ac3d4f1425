import { describe, expect, it } from 'vitest'
import type { RetryAction } from '#protocol/messages'
import { at } from './testing/flow-bench'
import { callbackOf, DAY, HOUR, summaryOf } from './testing/requests'
import { saveFaults } from './testing/fault-rules'
import { useMerchantBench } from './testing/merchant-bench'

const { bench, merchant, shop, restart } = useMerchantBench({ per: 'test', path: '/project' })

const idOf = async (paymentId: string): Promise<string> => (await callbackOf(bench, paymentId)).id
/** Makes a callback whose first attempt is refused and whose next one is due in ten seconds; returns its id. */
async function makeFailing(paymentId: string): Promise<string> {
  merchant.answerWith(() => 500)
  await shop.sold(paymentId)
  return idOf(paymentId)
}
const get = (id: string) => bench.call('callbacks.get', { id })
const numbersOf = async (id: string) => (await get(id)).attempts.map(({ n }) => n)

describe('a tester steers a schedule', () => {
  it('by sending now: the next attempt at once, the rest counted from it', async () => {
    const id = await makeFailing('now')
    await bench.advance(4000)
    expect(await bench.call('callbacks.sendNow', { id })).toMatchObject({ id })
    await bench.settle()
    const callback = await get(id)
    expect(callback).toMatchObject({ state: 'failed', nextAttemptAt: at(14_000), scheduleAttempts: 2 })
    expect(callback.attempts.map(({ n, dueAt }) => [n, dueAt])).toEqual([
      [0, at(0)],
      [1, at(4000)],
    ])
    expect(callback.marks).toEqual([{ ruleId: null, text: 'Sent at once by the tester.' }])
  })

  it('by holding and releasing: nothing is sent meanwhile, and what became due is sent at once', async () => {
    const id = await makeFailing('held')
    await bench.call('callbacks.hold', { id })
    const held = await get(id)
    expect(held).toMatchObject({ state: 'held', hold: { by: 'tester', dueAt: at(10_000) } })
    expect(held.planned).toHaveLength(119)
    await bench.advance(DAY)
    expect(merchant.received).toHaveLength(1)
    expect(await summaryOf(bench, 'held')).toMatchObject({ callbacks: { failed: 1 } })
    await bench.call('callbacks.release', { id })
    await bench.settle()
    const released = await get(id)
    expect(released.attempts[1]).toMatchObject({ n: 1, dueAt: at(DAY) })
    expect(released.nextAttemptAt).toBe(at(DAY + 10_000))
  })

  it('by holding, which survives a restart', async () => {
    const id = await makeFailing('kept')
    await bench.call('callbacks.hold', { id })
    await restart()
    await bench.advance(HOUR)
    expect(await get(id)).toMatchObject({ state: 'held', attemptCount: 1 })
  })

  it('by cancelling, which a release undoes', async () => {
    const id = await makeFailing('cancelled')
    await bench.call('callbacks.cancel', { id })
    await bench.advance(5000)
    const cancelled = await get(id)
    expect(cancelled).toMatchObject({
      state: 'dropped',
      planned: [],
      actions: ['release', 'retarget', 'resend'],
    })
    expect(cancelled.note).toContain('Release it to send it after all')
    expect(await summaryOf(bench, 'cancelled')).toMatchObject({ callbacks: { failed: 0, pending: 0 } })
    await bench.call('callbacks.release', { id })
    expect(await get(id)).toMatchObject({ state: 'failed', nextAttemptAt: at(10_000) })
    expect(await get(id)).not.toHaveProperty('note')
    expect((await get(id)).marks.at(-1)?.text).toBe('Released by the tester.')
    await bench.advance(5000)
    expect(await numbersOf(id)).toEqual([0, 1])
    expect(await summaryOf(bench, 'cancelled')).toMatchObject({ callbacks: { failed: 1 } })
  })

  it('by changing the target, from the next attempt on', async () => {
    const id = await makeFailing('moved')
    await bench.call('callbacks.retarget', { id, target: `${merchant.url}/elsewhere` })
    await bench.advance(10_000)
    expect(merchant.received.map(({ path }) => path)).toEqual(['/project', '/elsewhere'])
    expect((await get(id)).marks[0]?.text).toBe(
      `The tester changed the target from ${merchant.url}/project to ${merchant.url}/elsewhere.`,
    )
    for (const target of ['', 'shop.test/x', 'ftp://shop.test', 'http://', 'javascript:alert(1)']) {
      expect(await bench.refused('callbacks.retarget', { id, target })).toBe('invalid_params target')
    }
  })

  it('by setting a target for a callback without one', async () => {
    await bench.call('projects.update', { projectId: 9041, callbackUrl: null })
    await shop.sold('nowhere')
    const id = await idOf('nowhere')
    expect(await get(id)).toMatchObject({
      state: 'dropped',
      target: null,
      actions: ['retarget'],
      note: expect.stringContaining('callback URL'),
    })
    await bench.call('callbacks.retarget', { id, target: `${merchant.url}/late` })
    await bench.call('callbacks.release', { id })
    await bench.settle()
    expect(await get(id)).toMatchObject({ state: 'delivered' })
    expect(merchant.received[0]?.path).toBe('/late')
    const { key } = await summaryOf(bench, 'nowhere')
    const { timeline } = await bench.call('payments.get', { key })
    expect(timeline.find(({ reference }) => reference?.id === id)?.marks).toEqual([
      { ruleId: null, text: 'Released by the tester.' },
    ])
  })

  it('by resending: the same bytes, and a complete schedule that begins at n = 0', async () => {
    await shop.sold('again')
    const id = await idOf('again')
    merchant.answerWith(() => 500)
    await bench.advance(HOUR)
    await bench.call('callbacks.resend', { id })
    await bench.advance(20_000)
    const callback = await get(id)
    expect(callback.attempts.map(({ n, dueAt }) => [n, dueAt])).toEqual([
      [0, at(0)],
      [0, at(HOUR)],
      [1, at(HOUR + 10_000)],
      [2, at(HOUR + 20_000)],
    ])
    expect(callback).toMatchObject({ state: 'failed', scheduleAttempts: 3 })
    expect(new Set(merchant.received.map(({ text }) => text)).size).toBe(1)
    await bench.advance(11 * DAY)
    expect(await get(id)).toMatchObject({ attemptCount: 121, scheduleAttempts: 120, planned: [] })
    // A finished schedule can only be started again.
    expect((await get(id)).actions).toEqual(['retarget', 'resend'])
    merchant.answerWith(() => 200)
    await bench.call('callbacks.resend', { id })
    await bench.settle()
    expect(await get(id)).toMatchObject({ state: 'delivered', attemptCount: 122 })
  })

  it('by sending now, without the rules that would stop the message again', async () => {
    await saveFaults(bench, { kind: 'reorder', until: 'next', longestWaitMs: 0 })
    await shop.sold('stubborn')
    const id = await idOf('stubborn')
    expect(await get(id)).toMatchObject({ state: 'held' })
    await bench.call('callbacks.sendNow', { id })
    await bench.settle()
    expect(await get(id)).toMatchObject({ state: 'delivered' })
  })
})

describe('an impossible action is refused with the reason', () => {
  const checkRefused = async (id: string, wanted: Partial<Record<RetryAction, RegExp>>): Promise<void> => {
    const { actions } = await get(id)
    for (const action of ['sendNow', 'hold', 'release', 'cancel', 'retarget', 'resend'] as const) {
      const reason = wanted[action]
      expect(actions.includes(action), action).toBe(reason === undefined)
      if (reason === undefined) continue
      const params = action === 'retarget' ? { id, target: 'http://shop.test/' } : { id }
      const refusal = await bench.refusal(`callbacks.${action}`, params)
      expect(refusal.code).toBe('wrong_state')
      expect(refusal.message).toMatch(reason)
    }
  }

  it('on a delivered callback', async () => {
    await shop.sold('done')
    await checkRefused(await idOf('done'), {
      sendNow: /Resend it/,
      hold: /Resend it/,
      release: /held or dropped/,
      cancel: /Resend it/,
      retarget: /Replay it/,
    })
  })

  it('on a callback that is waiting, held, dropped or in flight', async () => {
    const id = await makeFailing('waits')
    await checkRefused(id, { release: /held or dropped/ })
    await bench.call('callbacks.hold', { id })
    await checkRefused(id, { hold: /already held/ })
    await bench.call('callbacks.cancel', { id })
    await checkRefused(id, { sendNow: /Release it/, hold: /nothing to hold/, cancel: /already dropped/ })
    merchant.answerWith(() => 'silent')
    await bench.call('callbacks.resend', { id })
    await merchant.count(2)
    const why = /in flight/
    await checkRefused(id, { sendNow: why, hold: why, release: why, cancel: why, retarget: why, resend: why })
  })

  it('on a callback that was never sent, or does not exist', async () => {
    await shop.sold('young', { callback: { delay: 600 } })
    await checkRefused(await idOf('young'), { release: /held or dropped/, resend: /Send it now/ })
    expect(await bench.refusal('callbacks.sendNow', { id: 'cb_nobody' })).toMatchObject({ code: 'not_found' })
  })
})
