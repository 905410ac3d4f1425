import { expect, it } from 'vitest'
import { PROJECT, START } from './testing/flow-bench'
import { anOpening, openByLink, openForm } from './testing/form-client'
import { DAY, merchantOf } from './testing/requests'
import { exportSession, importSession } from './testing/session-client'
import { isSigned } from './testing/signer'
import { useMerchantBench } from './testing/merchant-bench'

const { bench, merchant, restart, lastCallback } = useMerchantBench({ per: 'test', path: '/callbacks' })

const YEAR = 365 * DAY
/** The cards of these forms expire at the end of July 2033. */
const END = '2033-08-01T00:00:00.000Z'

const tokenOpening = { project_id: PROJECT.id, customer_id: 'buyer-5', mode: 'card_tokenize' }

/** Creates a token and returns it. */
async function aToken(): Promise<string> {
  const form = await openForm(bench, tokenOpening)
  await form.confirm()
  return String((await lastCallback())?.json['token'])
}

/** Tokens of the received callbacks with this status. */
const notifiedTokens = (status: string): readonly unknown[] =>
  merchant.received.filter(({ json }) => json['token_status'] === status).map(({ json }) => json['token'])

it('the expiry callback of a token is sent once, signed, to the project, at the end of the card’s last month', async () => {
  const token = await aToken()
  expect((await bench.call('clock.get', {})).nextTimer).toEqual({
    dueAt: END,
    kind: 'timer',
    name: 'token expires',
    paymentKey: null,
    paymentId: '',
  })
  const step = await bench.call('clock.advanceToNext', {})
  expect(step).toMatchObject({ now: END, firedTimers: 1, sentCallbacks: 1 })
  const callback = merchant.received.at(-1)
  expect(isSigned(callback?.text ?? '', PROJECT.secret)).toBe(true)
  expect(callback?.json).toMatchObject({
    general: { project_id: PROJECT.id, customer_id: 'buyer-5' },
    request: { action: 'expire', status: 'success' },
    token,
    token_status: 'expiry',
    token_created_at: `${new Date(START).toISOString().slice(0, 19)}+0000`,
    card: { number: '400000******0077', exp_month: 7, exp_year: 2033 },
  })
  const { items } = await bench.call('callbacks.list', { query: 'kind:token' })
  expect(items[0]).toMatchObject({ createdAt: END, paymentKey: null, state: 'delivered' })

  await bench.advance(YEAR)
  expect(notifiedTokens('expiry')).toEqual([token])
  expect(await bench.call('clock.get', {})).toMatchObject({ timers: 0 })
})

it('the expiry callback of a token is sent only once across any number of restarts', async () => {
  const token = await aToken()
  await restart()
  await bench.advance(4 * YEAR)
  expect(notifiedTokens('expiry')).toEqual([token])
  await restart()
  await bench.advance(YEAR)
  expect(notifiedTokens('expiry')).toEqual([token])
})

it('the expiry callback of a token is part of a session file, sent or not', async () => {
  const token = await aToken()
  const before = await exportSession(bench)
  await bench.advance(4 * YEAR)
  const after = await exportSession(bench)
  expect(notifiedTokens('expiry')).toEqual([token])

  for (const [file, times] of [
    [after, 1],
    [before, 2],
  ] as const) {
    const { id } = await importSession(bench, file.bytes)
    await bench.call('sessions.open', { id, mode: 'readOnly' })
    await bench.call('sessions.open', { id, mode: 'live' })
    await bench.advance(4 * YEAR)
    expect(notifiedTokens('expiry')).toHaveLength(times)
  }
})

it('no token expiry callback is sent for a removed card, and the removal says when the token was created', async () => {
  const form = await openForm(bench, anOpening('Save-1'))
  await form.confirm({}, { save: true })
  await bench.advance(DAY)
  const page = await openByLink(bench, anOpening('Save-2'))
  const id = Number(/name="saved_card"[^>]*value="(\d+)"/.exec(page.text)?.[1])
  const open = await openForm(bench, anOpening('Save-2'))
  await open.send('cards/remove', { id })
  expect((await lastCallback())?.json).toMatchObject({
    token_status: 'revoke',
    token_created_at: `${new Date(START).toISOString().slice(0, 19)}+0000`,
  })
  await bench.advance(5 * YEAR)
  expect(notifiedTokens('expiry')).toEqual([])
})

it('every token expiry callback comes at its own time when the clock jumps over several months', async () => {
  for (const month of ['07', '05']) await (await openForm(bench, tokenOpening)).confirm({ month })
  await bench.settle()
  await merchantOf(bench).sold('Between')
  await bench.call('clock.set', { now: '2033-12-01T00:00:00.000Z' })
  await bench.settle()
  const { items } = await bench.call('callbacks.list', { query: 'kind:token' })
  expect(items.slice(0, 2).map(({ createdAt }) => createdAt)).toEqual([END, '2033-06-01T00:00:00.000Z'])
  expect(notifiedTokens('expiry')).toHaveLength(2)
})

it('no token expiry callback is sent after a reset of the bench', async () => {
  await aToken()
  await bench.call('bench.reset', {})
  expect((await bench.call('clock.get', {})).nextTimer).toBeUndefined()
  await bench.advance(5 * YEAR)
  expect(notifiedTokens('expiry')).toEqual([])
})
