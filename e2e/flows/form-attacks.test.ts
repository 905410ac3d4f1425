import { beforeAll, describe, expect, it } from 'vitest'
import { statusesOf } from './testing/form-attacks'
import { PROJECT } from './testing/flow-bench'
import {
  anOpening,
  driveForm,
  GOOD_CARD,
  openByLink,
  openForm,
  signedParameters,
} from './testing/form-client'
import { CARDS, MINUTE, merchantOf, summaryOf } from './testing/requests'
import type { JsonRecord } from './testing/signer'
import { exchange, type WireResponse } from './testing/wire-client'
import { useMerchantBench } from './testing/merchant-bench'

const OTHER = { id: 9042, secret: 'other-secret-4Tz8wX' } as const

let count = 0
const newId = (name = 'h'): string => `${name}-${String((count += 1))}`

const { bench, merchant } = useMerchantBench({ per: 'file', switches: { retries: true, saveCards: true } })

beforeAll(async () => {
  await bench.call('projects.create', {
    projectId: OTHER.id,
    name: 'Other',
    secret: OTHER.secret,
    callbackUrl: merchant.url,
  })
})

const results = (paymentId: string): readonly unknown[] => statusesOf(merchant.received, paymentId)
const baseOf = (page: WireResponse): string => /"base":"(\/payment\/[0-9a-f]{32})"/.exec(page.text)?.[1] ?? ''

const postOpening = (parameters: JsonRecord): Promise<WireResponse> =>
  exchange(`${bench.ready.platform}/payment`, {
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(parameters),
  })

describe('form visits', () => {
  it('have ids of 128 random bits, and any other id gets 404', async () => {
    const seen = new Set<string>()
    for (let n = 0; n < 20; n += 1) {
      const page = await openByLink(bench, anOpening('same-id'))
      const base = baseOf(page).replace('/payment/', '')
      expect(base).not.toBe('')
      seen.add(base)
    }
    expect(seen.size).toBe(20)
    const [id = ''] = seen
    const paths = [
      '0'.repeat(32),
      id.toUpperCase(),
      id.slice(1),
      `${id}0`,
      `${id}%00`,
      `${id}/../..`,
      `${id}//`,
      `${id}/./view`,
      `${id}/confirm/`,
      `${id}/CONFIRM`,
      `${id}/constructor`,
      `${id}/__proto__`,
      '%2e%2e',
      '',
      `../payment/${id}x`,
      "' OR 1=1--",
    ]
    for (const path of paths) {
      for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH']) {
        const odd = await exchange(bench.ready.platform, {
          method,
          target: `/payment/${encodeURI(path)}`,
          ...(method === 'GET' ? {} : { body: '{}' }),
        })
        expect(odd.status, `${method} ${path}`).toBe(404)
      }
    }
  })

  it.each(['HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PATCH', 'TRACE'])(
    'respond to %s without doing anything',
    async (method) => {
      const id = newId('method')
      const page = await openByLink(bench, anOpening(id))
      const base = baseOf(page)
      for (const place of [
        '',
        '/confirm',
        '/view',
        '/way',
        '/provider',
        '/resend',
        '/retry',
        '/give-up',
        '/issuer',
        '/cards/remove',
        '/details',
        '/clarification',
      ]) {
        const response = await exchange(`${bench.ready.platform}${base}${place}`, {
          method,
          ...(method === 'HEAD' || method === 'TRACE' ? {} : { body: JSON.stringify({ card: GOOD_CARD }) }),
        })
        expect(response.status, place).toBeLessThan(500)
        if (method !== 'HEAD') expect(response.status, place).toBeGreaterThanOrEqual(400)
      }
      const other = await exchange(`${bench.ready.platform}/payment`, { method })
      expect(other.status).toBeLessThan(500)
      expect((await merchantOf(bench).status(id)).json).toMatchObject({ code: '3061' })
    },
  )

  it('cannot act on a payment that another visit has made', async () => {
    const first = newId('cross')
    const own = await openForm(bench, anOpening(first))
    const late = await openForm(bench, anOpening(first, { customer_id: 'stranger' }))
    await own.confirm({ pan: CARDS.avs })
    await bench.settle()
    for (const place of ['clarification', 'retry', 'give-up']) {
      await late.send(place, {
        fields: { 'avs_data.avs_post_code': 'H91', 'avs_data.avs_street_address': '14 Long Walk' },
      })
    }
    await late.issuer({ code: '123456' })
    await late.confirm()
    await bench.settle()
    expect(await summaryOf(bench, first)).toMatchObject({
      status: 'awaiting clarification',
      customerId: 'buyer-5',
    })
    expect(late.shown.view).toBe('card')
  })
})

describe('saved cards', () => {
  /** Saves a card and returns its id and token. */
  async function saveCard(
    customer: string,
    project: { readonly id: number; readonly secret: string } = PROJECT,
  ) {
    const parameters = { project_id: project.id, customer_id: customer, mode: 'card_tokenize' }
    const page = await postOpening(signedParameters(parameters, project.secret))
    const form = driveForm(bench, page)
    await form.confirm({ card_holder: 'MALLORY "><IMG' })
    await form.confirm({ card_holder: 'MALLORY OQUIN' })
    await bench.settle()
    const token = String((form.shown.messages.at(-1)?.data as JsonRecord | undefined)?.['token'])
    expect(token).toMatch(/^[0-9a-f]{64}$/)
    const list = await postOpening(
      signedParameters(
        { ...anOpening(newId()), project_id: project.id, customer_id: customer },
        project.secret,
      ),
    )
    return { id: Number(/name="saved_card"[^>]*value="(\d+)"/.exec(list.text)?.[1]), token }
  }

  it('of another customer or project cannot be used, seen or removed', async () => {
    await bench.call('projects.update', { projectId: OTHER.id, switches: { saveCards: true } })
    const mine = await saveCard('owner')
    const others = await saveCard('owner', OTHER)
    expect(mine.id).toBeGreaterThan(0)
    for (const { id, token } of [mine, others]) {
      for (const change of [{}, { account_token: token }]) {
        const paymentId = newId('theft')
        const page = await openByLink(bench, anOpening(paymentId, { customer_id: 'thief', ...change }))
        expect(page.text).not.toContain('OQUIN')
        const form = driveForm(bench, page)
        expect((await form.send('confirm', { saved_card: { id, cvv: '123' } })).status).toBe(422)
        await form.send('cards/remove', { id })
        expect((await merchantOf(bench).status(paymentId)).json).toMatchObject({ code: '3061' })
      }
    }
    const owner = await openByLink(bench, anOpening(newId(), { customer_id: 'owner' }))
    expect(owner.text).toContain(`value="${String(mine.id)}"`)
    expect(owner.text).not.toContain('<IMG')
    const chosen = await openForm(
      bench,
      anOpening(newId(), { customer_id: 'owner', account_token: mine.token }),
    )
    expect((await chosen.send('confirm', { saved_card: { id: mine.id, cvv: '123' } })).status).toBe(200)
  })

  it('are created only once by simultaneous confirmations', async () => {
    const parameters = { project_id: PROJECT.id, customer_id: newId('twice'), mode: 'card_tokenize' }
    const form = await openForm(bench, parameters)
    // Callbacks of the previous test may still be in flight.
    await bench.settle()
    const before = merchant.received.length
    await Promise.all(Array.from({ length: 6 }, () => form.confirm()))
    await bench.settle()
    expect(merchant.received.slice(before).map(({ json }) => json['token_status'])).toEqual(['active'])
  })
})

describe('simultaneous requests', () => {
  it(
    'make one payment with one result, whether they are confirmations or sales with the same id',
    { timeout: 60_000 },
    async () => {
      for (let round = 0; round < 8; round += 1) {
        const id = newId('race')
        const forms = [
          await openForm(bench, anOpening(id)),
          await openForm(bench, anOpening(id.toUpperCase())),
        ]
        const responses = await Promise.all([
          ...forms.flatMap((form) => [form.confirm(), form.confirm({ pan: CARDS.unlisted })]),
          merchantOf(bench).sale(id),
          merchantOf(bench).sale(id, { pan: CARDS.unlisted }),
        ])
        expect(responses.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
        await bench.settle()
        const { items } = await bench.call('payments.list', { query: `id="${id}"` })
        expect(items.length).toBe(1)
        expect([...results(id), ...results(id.toUpperCase())]).toEqual(['success'])
      }
    },
  )

  it(
    'give a payment one final status, whether by another attempt, by abandoning it or by a timeout',
    { timeout: 60_000 },
    async () => {
      for (let round = 0; round < 6; round += 1) {
        const id = newId('again')
        const form = await openForm(bench, anOpening(id))
        await form.confirm({ pan: CARDS.decline })
        await bench.settle()
        expect(results(id)).toEqual(['awaiting customer'])
        await form.send('retry', {})
        const outcomes = await Promise.allSettled([
          form.confirm(),
          form.send('give-up', {}),
          bench.advance(10 * MINUTE),
          form.confirm({ pan: CARDS.decline }),
          form.send('retry', {}),
        ])
        for (const outcome of outcomes) {
          if (outcome.status === 'rejected') throw outcome.reason
          if (typeof outcome.value === 'object' && 'json' in outcome.value)
            expect(outcome.value.status).toBeLessThan(500)
        }
        await bench.advance(10 * MINUTE)
        const final = results(id).filter((status) => status === 'success' || status === 'decline')
        expect(final.length, JSON.stringify(results(id))).toBe(1)
        expect((await summaryOf(bench, id)).status).toBe(final[0])
      }
    },
  )

  it('at the time limit end in a payment or an expired form, never both', async () => {
    for (let round = 0; round < 6; round += 1) {
      const id = newId('limit')
      const { now } = await bench.call('clock.get', {})
      const limit = new Date(Date.parse(now) + MINUTE).toISOString().replace(/\.\d+Z$/, '+00:00')
      const form = await openForm(bench, anOpening(id, { best_before: limit }))
      await Promise.all([bench.advance(2 * MINUTE), form.confirm(), form.confirm()])
      const shown = (await form.settled()).view
      expect(results(id)).toEqual(shown === 'result' ? ['success'] : [])
      expect(['result', 'expired']).toContain(shown)
    }
  })
})
