import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openFlowBench, PROJECT, START, type FlowBench } from './testing/flow-bench'
import {
  anOpening,
  driveForm,
  GOOD_CARD,
  openByLink,
  openForm,
  signedParameters,
} from './testing/form-client'
import { openMerchant, type TestMerchant } from './testing/merchant'
import { CARDS, MINUTE, merchantOf, type MerchantClient } from './testing/requests'
import { isSigned, type JsonRecord } from './testing/signer'
import { exchange, type WireAnswer } from './testing/wire-client'

const CHALLENGE_CARD = '4314220000000056'
/** Sent when a payment was submitted and registered. */
const SENT = ['payment_sent', 'payment_submit_result']

let merchant: TestMerchant
let bench: FlowBench
let shop: MerchantClient

beforeEach(async () => {
  merchant = await openMerchant()
  bench = await openFlowBench({ callbackUrl: `${merchant.url}/callbacks` })
  shop = merchantOf(bench)
})
afterEach(async () => {
  await bench.close()
  await merchant.close()
})

const statuses = (): readonly unknown[] =>
  merchant.received.map(({ json }) => json['status'] ?? (json['payment'] as { status?: unknown }).status)

describe('a payment on the form', () => {
  it('succeeds: registered at the confirmation, reported to the parent in order, with its result as a callback', async () => {
    const form = await openForm(bench, anOpening('Form-1'))
    expect(form.shown.view).toBe('card')
    expect((await shop.status('Form-1')).json).toMatchObject({ code: '3061' })

    expect((await form.confirm()).status).toBe(200)
    await bench.settle()
    expect((await form.poll()).view).toBe('result')
    expect(form.messages).toEqual([...SENT, 'payment_success'])
    expect(form.shown.messages.at(-1)?.data).toMatchObject({
      payment: { id: 'Form-1', status: 'success' },
      general: { project_id: PROJECT.id, payment_id: 'Form-1' },
      sum_request: { amount: 4650, currency: 'EUR' },
    })
    const data = form.shown.messages.at(-1)?.data as JsonRecord
    expect(data).toMatchObject({
      payment: { method: 'card', method_id: 1 },
      operations: [{ type: 'sale', request_id: expect.stringMatching(/-00009041$/) as unknown }],
    })
    expect(data['general']).toHaveProperty('signature')
    expect(isSigned(JSON.stringify(data), PROJECT.secret)).toBe(true)
    expect(statuses()).toEqual(['success'])
    expect(merchant.received.every(({ text }) => isSigned(text, PROJECT.secret))).toBe(true)
    expect((await shop.status('Form-1')).json).toMatchObject({ payment: { status: 'success' } })
  })

  it('is for the shop by its name, and for a test shop while the project has none', async () => {
    const { projectId } = await bench.call('projects.create', { secret: PROJECT.secret })
    const shopOn = async (language: string): Promise<string | undefined> => {
      const opening = anOpening('Form-21', { project_id: projectId, language_code: language })
      const { text } = await openByLink(bench, opening)
      return /class="shopname"><bdi>([^<]*)/.exec(text)?.[1]
    }
    expect([await shopOn('en'), await shopOn('fr')]).toEqual(['Test shop', 'Boutique de test'])
    await bench.call('projects.update', { projectId, name: 'Quillmere' })
    expect([await shopOn('en'), await shopOn('fr')]).toEqual(['Quillmere', 'Quillmere'])
  })

  it('asks an embedded customer only for what the shop does not give when it agrees', async () => {
    const { customer_email: _, ...parameters } = anOpening('Form-20', { frame_mode: 'embedded' })
    const form = await openForm(bench, parameters)
    expect(form.shown.view).toBe('card')
    const refused = await form.confirm()
    expect([refused.status, refused.json['problems']]).toEqual([
      422,
      [{ name: 'customer.email', reason: 'required' }],
    ])
    expect(form.messages).toEqual([])
    await form.confirm({}, { additional: { customer_email: 'nora@mail.test' } })
    await bench.settle()
    expect((await form.poll()).view).toBe('result')

    const typed = await openForm(bench, { ...parameters, payment_id: 'Form-21' })
    await typed.confirm({}, { fields: { 'customer.email': 'nora@mail.test' } })
    await bench.settle()
    expect((await typed.poll()).view).toBe('result')
  })

  it('opens with a formatted phone number, and returns its digits', async () => {
    const form = await openForm(bench, anOpening('Form-22', { customer_phone: '+353 (87) 123-4511' }))
    await form.confirm()
    await bench.settle()
    expect(merchant.received.at(-1)?.json).toMatchObject({ customer: { phone: '3538******11' } })
    await bench.switches({ collectedFields: [{ path: 'customer.phone', required: true, shown: true }] })
    const typed = await openForm(bench, anOpening('Form-23'))
    await typed.confirm({}, { fields: { 'customer.phone': '+353 87.123.4511' } })
    await bench.settle()
    expect(merchant.received.at(-1)?.json).toMatchObject({ customer: { phone: '3538******11' } })
  })

  it('takes names in brackets as the nested values that PHP signed, and says so in the record', async () => {
    const signedAs = signedParameters(anOpening('Form-24', { recurring: { register: 1, type: 'C' } }))
    const { recurring: _, ...plain } = signedAs
    const query = new URLSearchParams({
      ...Object.fromEntries(Object.entries(plain).map(([name, value]) => [name, String(value)])),
      'recurring[register]': '1',
      'recurring[type]': 'C',
    }).toString()
    const byLink = await exchange(`${bench.ready.platform}/payment?${query}`, { method: 'GET' })
    expect(byLink.text).toContain('name="pan"')
    const byForm = await exchange(`${bench.ready.platform}/payment`, {
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: query,
    })
    expect(byForm.text).toContain('name="pan"')
    const { items } = await bench.call('exchanges.list', { limit: 2 })
    for (const { id } of items) {
      const record = await bench.call('exchanges.get', { id })
      expect(record.note).toContain('Names in brackets were read as the nested values')
      expect(record.signature).toMatchObject({ state: 'valid' })
    }
    // Who signs the names as they stand is right too.
    const flat = await openByLink(bench, anOpening('Form-25', { 'recurring[type]': 'C' }))
    expect(flat.text).toContain('name="pan"')
  })

  it('sends the merchant the phone number that was entered on the form', async () => {
    await bench.switches({ collectedFields: [{ path: 'customer.phone', required: true, shown: true }] })
    const form = await openForm(bench, anOpening('Form-11'))
    await form.confirm({}, { fields: { 'customer.phone': '353871234511' } })
    await bench.settle()
    expect(merchant.received.at(-1)?.json).toMatchObject({
      customer: { id: 'buyer-5', phone: '3538******11' },
    })
  })

  it('notes at its request what the page around it gave and was not taken', async () => {
    const form = await openForm(bench, anOpening('Form-12'))
    await form.confirm(
      {},
      { additional: { payment_amount: 1, customer_email: 'nora', billing_city: 'Cork' } },
    )
    const { items } = await bench.call('exchanges.list', {})
    const note = items.find(({ path }) => path.includes('/confirm?'))?.note
    expect(note).toContain('payment_amount cannot be changed')
    expect(note).toMatch(/Not taken: customer_email\. \w/)
    expect(note).not.toContain('billing_city')
    await bench.settle()
    expect(merchant.received.at(-1)?.json).toMatchObject({ payment: { sum: { amount: 4650 } } })
  })

  it('sends a page that is up to date the current time, for its countdown', async () => {
    const form = await openForm(bench, anOpening('Form-9'))
    await form.confirm({ pan: CARDS.avs })
    await bench.settle()
    await form.poll()
    expect(form.shown.view).toBe('clarification')
    const timeNow = async (): Promise<unknown> => {
      const answer = await form.unchanged()
      return answer.headers['paybench-clock']
    }
    expect(await timeNow()).toBe(`${String(START)} 0`)
    await bench.advance(20 * MINUTE)
    expect(await timeNow()).toBe(`${String(START + 20 * MINUTE)} 0`)
  })

  it('repeats all of it in the next response if one was lost', async () => {
    const form = await openForm(bench, anOpening('Form-13'))
    await form.lose('confirm', { card: GOOD_CARD })
    await bench.settle()
    expect((await form.confirm()).status).toBe(200)
    expect(form.shown.view).toBe('result')
    expect(form.messages).toEqual([...SENT, 'payment_success'])

    const declined = await openForm(bench, anOpening('Form-14'))
    await declined.lose('confirm', { card: { ...GOOD_CARD, pan: CARDS.decline } })
    await bench.settle()
    await declined.confirm()
    expect(declined.messages).toEqual([...SENT, 'payment_fail'])
    expect(statuses()).toEqual(['success', 'decline'])
  })

  it('declines, and says so to page, parent and merchant', async () => {
    const form = await openForm(bench, anOpening('Form-2'))
    await form.confirm({ pan: CARDS.decline })
    await bench.settle()
    expect((await form.poll()).view).toBe('result')
    expect(form.messages).toEqual([...SENT, 'payment_fail'])
    expect(statuses()).toEqual(['decline'])
  })

  it('takes no card that cannot be one, and registers nothing for it', async () => {
    const form = await openForm(bench, anOpening('Form-3'))
    const refused = await form.confirm({ pan: '4000000000000078', year: '20', cvv: '1', card_holder: 'Nora' })
    expect(refused.status).toBe(422)
    expect(refused.json['problems']).toEqual([
      { name: 'pan', reason: 'card_number' },
      { name: 'expiry', reason: 'card_expired' },
      { name: 'cvv', reason: 'card_code' },
      { name: 'card_holder', reason: 'card_holder' },
    ])
    expect((await shop.status('Form-3')).json).toMatchObject({ code: '3061' })
    expect(merchant.received).toEqual([])
  })

  it('may be opened again before the confirmation, and by nobody under another card afterwards', async () => {
    const first = await openForm(bench, anOpening('Form-4'))
    const second = await openForm(bench, anOpening('form-4'))
    await first.confirm()
    await second.confirm({ pan: CARDS.decline })
    await bench.settle()
    expect(statuses()).toEqual(['success'])
    const late = await second.confirm()
    expect(late.status).toBe(422)
    const again = await openForm(bench, anOpening('FORM-4'))
    expect(again.shown.view).toBe('result')
    expect(again.messages).toEqual(['payment_success'])
  })

  it('reports at another opening only the page that it shows, also by JSON and after a capture', async () => {
    const opening = anOpening('Form-11', { operation_type: 'auth' })
    const form = await openForm(bench, opening)
    await form.confirm({ pan: CHALLENGE_CARD })
    await bench.settle()
    await form.issuer({ code: '123456' })
    await bench.settle()
    expect((await openForm(bench, opening)).messages).toEqual(['payment_success'])

    await shop.followUp('capture', 'Form-11')
    await bench.settle()
    const again = await openForm(bench, opening)
    expect(again.messages).toEqual(['payment_success'])
    expect(again.shown.messages[0]?.data).toMatchObject({ payment: { id: 'Form-11', status: 'success' } })

    const { json } = await exchange(`${bench.ready.platform}/payment`, {
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify(signedParameters(opening)),
    })
    const page = (): Promise<WireAnswer> => exchange(String(json['url']), { method: 'GET' })
    expect(driveForm(bench, await page()).messages).toEqual(['payment_success'])
    expect(driveForm(bench, await page()).messages).toEqual([])
  })

  it('has one success, whatever the merchant does with the money afterwards', async () => {
    const form = await openForm(bench, anOpening('Form-12', { operation_type: 'auth' }))
    await form.confirm()
    await bench.settle()
    await form.poll()
    await shop.followUp('capture', 'Form-12')
    await bench.settle()
    await form.poll()
    expect(form.messages.filter((name) => name === 'payment_success')).toHaveLength(1)
  })

  it('cannot be opened again after a decline', async () => {
    const form = await openForm(bench, anOpening('Form-5'))
    await form.confirm({ pan: CARDS.decline })
    await bench.settle()
    const again = await openByLink(bench, anOpening('Form-5'))
    expect(again.status).toBe(400)
    expect(again.text).toContain('3041')
    expect(again.text).toContain('id="error-description"')
  })

  it('holds the money if two steps are wanted', async () => {
    const form = await openForm(bench, anOpening('Form-6', { operation_type: 'auth' }))
    await form.confirm()
    await bench.settle()
    expect((await form.poll()).view).toBe('result')
    expect(statuses()).toEqual(['awaiting capture'])
  })

  it('opens by JSON for a program, which gets the address of the page', async () => {
    const answer = await exchange(`${bench.ready.platform}/payment`, {
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify(signedParameters(anOpening('Form-7'))),
    })
    expect(answer.json).toMatchObject({ status: 'success' })
    const page = await exchange(String(answer.json['url']), { method: 'GET' })
    expect([page.status, page.text.includes('name="pan"')]).toEqual([200, true])
  })

  it('is in its page once', async () => {
    const { text } = await openByLink(bench, anOpening('Form-10'))
    expect(text.match(/f-pan-e"|f-pan-e\\"/g)).toHaveLength(2)
  })

  it('continues after a restart of the bench', async () => {
    await bench.switches({ outcome: { mode: 'hold' } })
    const form = await openForm(bench, anOpening('Form-8'))
    await form.confirm()
    expect(form.shown.view).toBe('waiting')
    const path = new RegExp('"base":"([^"]+)"').exec((await openByLink(bench, anOpening('Form-9'))).text)?.[1]
    bench = await bench.restart()
    const page = await exchange(`${bench.ready.platform}${path ?? ''}`, { method: 'GET' })
    expect([page.status, page.text.includes('name="pan"')]).toEqual([200, true])
  })
})

describe('a clarification on the form', () => {
  it('is asked on the page, keeps what is right, and ends when the rest is there', async () => {
    const form = await openForm(bench, anOpening('Clar-1'))
    await form.confirm({ pan: CARDS.avs })
    await bench.settle()
    expect((await form.poll()).view).toBe('clarification')
    expect(form.shown.html).toContain('name="avs_data.avs_post_code"')

    await form.send('clarification', { fields: { 'avs_data.avs_post_code': 'H91 AB12' } })
    expect(form.shown.view).toBe('clarification')
    expect(form.shown.html).not.toContain('name="avs_data.avs_post_code"')
    await form.send('clarification', { fields: { 'avs_data.avs_street_address': '14 Long Walk' } })
    await bench.settle()
    expect((await form.poll()).view).toBe('result')
    expect(form.messages).toEqual([
      ...SENT,
      'show_clarification_page',
      'show_clarification_page',
      'payment_success',
    ])
    expect(statuses()).toEqual(['awaiting clarification', 'awaiting clarification', 'success'])
  })

  it('names wrong values, and every submission restarts the 30 minutes', async () => {
    const form = await openForm(bench, anOpening('Clar-2'))
    await form.confirm({ pan: CARDS.eightNames })
    await bench.settle()
    await form.poll()
    await bench.advance(20 * MINUTE)
    await form.send('clarification', {
      fields: { 'customer.day_of_birth': '31-02-1990', 'customer.email': 'nora' },
    })
    expect(form.shown.html).toContain('aria-invalid="true"')
    await bench.advance(20 * MINUTE)
    expect((await form.poll()).view).toBe('clarification')
    await bench.advance(11 * MINUTE)
    expect((await form.poll()).view).toBe('result')
    expect(form.messages.at(-1)).toBe('payment_fail')
  })

  it('moves on when the merchant answered through the API meanwhile', async () => {
    const form = await openForm(bench, anOpening('Clar-3'))
    await form.confirm({ pan: CARDS.avs })
    await bench.settle()
    await form.poll()
    await shop.clarify('Clar-3', {
      avs_data: { avs_post_code: 'H91 AB12', avs_street_address: '14 Long Walk' },
    })
    await bench.settle()
    await form.send('clarification', { fields: { 'avs_data.avs_post_code': 'X' } })
    expect(form.shown.view).toBe('result')
    expect(form.messages.at(-1)).toBe('payment_success')
  })

  it('is shown again when the form is opened again', async () => {
    const form = await openForm(bench, anOpening('Clar-4'))
    await form.confirm({ pan: CARDS.avs })
    await bench.settle()
    const again = await openForm(bench, anOpening('Clar-4'))
    expect(again.shown.view).toBe('clarification')
    expect(again.messages).toEqual(['show_clarification_page'])
    await again.send('clarification', {
      fields: { 'avs_data.avs_post_code': 'H91 AB12', 'avs_data.avs_street_address': '14 Long Walk' },
    })
    await bench.settle()
    await again.poll()
    expect(again.messages).toEqual(['show_clarification_page', 'payment_success'])
  })

  it('asks for nothing that the form knows of the browser', async () => {
    const names = ['ip_address', 'session_id', 'js_enabled', 'screen_res', 'timezone_offset']
    await bench.switches({ outcome: { mode: 'clarify', fields: { customer: [...names, 'device_id'] } } })
    const form = await openForm(bench, anOpening('Clar-6'))
    await form.confirm({}, { browser: { screen_res: '1920x1080', timezone_offset: -60 } })
    await bench.settle()
    expect((await form.poll()).view).toBe('clarification')
    expect(merchant.received.at(-1)?.json).toMatchObject({
      clarification_fields: { customer: ['device_id'] },
    })
  })

  it('asks for nothing that came with the opening', async () => {
    const opening = anOpening('Clar-5', { avs_post_code: 'H91 AB12', avs_street_address: '14 Long Walk' })
    const form = await openForm(bench, opening)
    await form.confirm({ pan: CARDS.avs })
    await bench.settle()
    expect((await form.poll()).view).toBe('result')
  })
})

describe('3-D Secure on the form', () => {
  const challenged = async (paymentId: string) => {
    const form = await openForm(bench, anOpening(paymentId))
    await form.confirm({ pan: CHALLENGE_CARD })
    await bench.settle()
    expect((await form.poll()).view).toBe('challenge')
    return form
  }

  it('succeeds with the code, after an intermediate callback', async () => {
    const form = await challenged('Secure-1')
    await form.issuer({ code: '123456' })
    await bench.settle()
    expect((await form.poll()).view).toBe('result')
    expect(form.messages).toEqual([...SENT, 'redirect_iframe', 'redirect_iframe_complete', 'payment_success'])
    expect(statuses()).toEqual(['awaiting 3ds result', 'success'])
  })

  it('opens nothing inside the frame if external pages have a tab of their own', async () => {
    const form = await openForm(
      bench,
      anOpening('Secure-5', { force_acs_new_window: 1, frame_mode: 'popup' }),
    )
    await form.confirm({ pan: CHALLENGE_CARD })
    await bench.settle()
    expect((await form.poll()).html).toContain('data-issuer="new_tab"')
    await form.issuer({ code: '123456' })
    await bench.settle()
    await form.poll()
    expect(form.messages).toEqual([...SENT, 'payment_success'])
  })

  it('replaces the merchant’s page around an embedded form, and continues there', async () => {
    const form = await openForm(
      bench,
      anOpening('Secure-6', {
        frame_mode: 'embedded',
        redirect_success_url: 'https://shop.test/done',
        redirect_success_mode: 'parent_page',
      }),
    )
    await form.confirm({ pan: CHALLENGE_CARD })
    await bench.settle()
    const { html } = await form.poll()
    expect(form.messages).toEqual(SENT)
    const path = /href="([^"]+)" data-issuer="parent"/.exec(html.replaceAll(/\s+/g, ' '))?.[1] ?? ''
    // What the shop's page posts is its own: nothing was done by the customer yet.
    const posted = await exchange(`${bench.ready.platform}${path}`, {
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: 'https://shop.test' },
      body: 'MD=1',
    })
    expect(posted.status).toBe(200)
    expect(posted.text).toContain(`action="${path}"`)
    expect((await form.unchanged()).status).toBe(204)
    const confirmed = await exchange(`${bench.ready.platform}${path}`, {
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'code=123456',
    })
    expect(confirmed.status).toBe(303)
    await bench.settle()
    const back = driveForm(
      bench,
      await exchange(`${bench.ready.platform}${String(confirmed.headers['location'])}`, { method: 'GET' }),
    )
    expect(back.shown).toMatchObject({
      view: 'result',
      leave: { url: 'https://shop.test/done', mode: 'iframe' },
    })
    expect(statuses()).toEqual(['awaiting 3ds result', 'success'])
  })

  it.each([
    ['a wrong code', { code: '000000' }, '10104'],
    ['the cancel button', { cancel: '1' }, '10301'],
  ])('declines by %s', async (_, fields, code) => {
    const form = await challenged('Secure-2')
    await form.issuer(fields)
    await bench.settle()
    await form.poll()
    expect(form.messages.at(-1)).toBe('payment_fail')
    expect(merchant.received.at(-1)?.json).toMatchObject({ operation: { code } })
  })

  it('declines with 108 when nobody comes back for 30 minutes', async () => {
    const form = await challenged('Secure-3')
    await bench.advance(30 * MINUTE)
    expect((await form.poll()).view).toBe('result')
    expect(merchant.received.at(-1)?.json).toMatchObject({ operation: { code: '108' } })
  })

  it('is not shown if the project switches it off', async () => {
    await bench.switches({ threeDSecure: 'off' })
    const form = await openForm(bench, anOpening('Secure-4'))
    await form.confirm({ pan: CHALLENGE_CARD })
    await bench.settle()
    expect((await form.poll()).view).toBe('result')
  })
})

describe('another attempt on the form', () => {
  beforeEach(() => bench.switches({ retries: true, retryLimit: 3 }))

  const declined = async (paymentId: string) => {
    const form = await openForm(bench, anOpening(paymentId))
    await form.confirm({ pan: CARDS.decline })
    await bench.settle()
    await form.poll()
    return form
  }

  it('follows a decline under the same id and may succeed', async () => {
    const form = await declined('Retry-1')
    expect(merchant.received.at(-1)?.json).toMatchObject({
      status: 'awaiting customer',
      payment: { is_new_attempts_available: true, attempts_timeout: 600 },
    })
    expect(form.messages).toEqual([...SENT])
    await form.send('retry', {})
    expect(form.shown.view).toBe('card')
    await form.confirm()
    await bench.settle()
    await form.poll()
    expect(form.messages).toEqual([...SENT, ...SENT, 'payment_success'])
    expect(statuses()).toEqual(['awaiting customer', 'success'])
  })

  it('is given up: the last decline becomes the result', async () => {
    const form = await declined('Retry-2')
    await form.send('give-up', {})
    await bench.settle()
    expect(form.messages.at(-1)).toBe('payment_fail')
    expect(statuses()).toEqual(['awaiting customer', 'decline'])
  })

  it('is over with its time, also while the card page is open', async () => {
    const form = await declined('Retry-3')
    await form.send('retry', {})
    await bench.advance(10 * MINUTE)
    await form.confirm()
    expect(form.shown.view).toBe('result')
    expect(form.messages).toEqual([...SENT, 'payment_fail'])
  })

  it('is not offered beyond the limit', async () => {
    const form = await declined('Retry-4')
    for (let attempt = 2; attempt <= 3; attempt += 1) {
      await form.send('retry', {})
      await form.confirm({ pan: CARDS.decline })
      await bench.settle()
      await form.poll()
    }
    expect(form.messages.at(-1)).toBe('payment_fail')
    expect(statuses()).toEqual(['awaiting customer', 'awaiting customer', 'decline'])
  })
})

describe('tokens, verifications and saved cards', () => {
  const tokenOpening = { project_id: PROJECT.id, customer_id: 'buyer-5', mode: 'card_tokenize' }

  it('creates a token without a payment, reports it, and pays with it later', async () => {
    const form = await openForm(bench, tokenOpening)
    await form.confirm()
    expect(form.shown.view).toBe('result')
    expect(form.messages).toEqual([...SENT, 'tokenize_success'])
    const [, registered, made] = form.shown.messages.map(({ data }) => data)
    expect(made).toMatchObject({ customer: { id: 'buyer-5', ip_address: '127.0.0.1' } })
    expect(isSigned(JSON.stringify(made), PROJECT.secret)).toBe(true)
    await bench.settle()
    expect(merchant.received).toHaveLength(1)
    const callback = merchant.received[0]
    expect(isSigned(callback?.text ?? '', PROJECT.secret)).toBe(true)
    expect(callback?.json).toMatchObject({
      general: { project_id: PROJECT.id, customer_id: 'buyer-5' },
      customer: { id: 'buyer-5' },
      request: { action: 'tokenize', status: 'success' },
      token_status: 'active',
      card: { exp_month: expect.any(Number), exp_year: expect.any(Number) },
    })
    expect(registered).toEqual({ request_id: (callback?.json['request'] as JsonRecord)['id'] })
    const token = String(callback?.json['token'])
    const paid = await openForm(bench, anOpening('Token-1', { account_token: token }))
    expect(paid.shown.view).toBe('card')
    const page = await openByLink(bench, anOpening('Token-1', { account_token: token }))
    const id = Number(/name="saved_card"[^>]*value="(\d+)"/.exec(page.text)?.[1])
    await paid.send('confirm', { saved_card: { id, cvv: '123' } })
    await bench.settle()
    await paid.poll()
    expect(paid.messages.at(-1)).toBe('payment_success')
    expect(merchant.received.at(-1)?.json).toMatchObject({ account: { token, number: '400000******0077' } })
  })

  it('takes no saved card of a brand that is not accepted, and verifies the one that is named', async () => {
    const made = await openForm(bench, tokenOpening)
    await made.confirm({ pan: '5555555555554444' })
    await bench.settle()
    const token = String(merchant.received[0]?.json['token'])
    const offeredIn = async (opening: JsonRecord) =>
      /name="saved_card"[^>]*value="(\d+)"/.exec((await openByLink(bench, opening)).text)?.[1]
    const id = Number(await offeredIn(anOpening('Brand-1')))
    const visaOnly = anOpening('Brand-2', { force_payment_method_subtype: 'visa' })
    expect(await offeredIn(visaOnly)).toBeUndefined()
    const refused = await (
      await openForm(bench, visaOnly)
    ).send('confirm', { saved_card: { id, cvv: '123' } })
    expect(refused.json['problems']).toEqual([{ name: 'saved_card', reason: 'card_brand' }])

    const verify = { mode: 'card_verify', payment_amount: 0 }
    expect(await offeredIn(anOpening('Brand-3', verify))).toBeUndefined()
    expect(await offeredIn(anOpening('Brand-3', { ...verify, account_token: token }))).toBe(String(id))
    const form = await openForm(bench, anOpening('Brand-3', { ...verify, account_token: token }))
    await form.send('confirm', { saved_card: { id, cvv: '123' } })
    await bench.settle()
    await form.poll()
    expect(form.messages.at(-1)).toBe('card_verify_success')
    expect(merchant.received.at(-1)?.json).toMatchObject({ account: { token, type: 'mastercard' } })
  })

  it('reports a token again if the response was lost, and creates only one', async () => {
    const form = await openForm(bench, tokenOpening)
    await form.lose('confirm', { card: GOOD_CARD })
    await form.confirm()
    expect(form.messages).toEqual([...SENT, 'tokenize_success'])
    await form.confirm()
    expect(form.messages).toEqual([...SENT, 'tokenize_success'])
    await bench.settle()
    expect(merchant.received).toHaveLength(1)
  })

  it('verifies a card for no money', async () => {
    const form = await openForm(bench, anOpening('Verify-1', { mode: 'card_verify', payment_amount: 0 }))
    await form.confirm()
    await bench.settle()
    await form.poll()
    expect(form.messages).toEqual([...SENT, 'card_verify_success'])
    expect(merchant.received.at(-1)?.json).toMatchObject({
      payment: { type: 'account verification', sum: { amount: 0 } },
      operation: { type: 'account verification' },
    })
  })

  it('chooses the card that was used last, and none if another is to be tried', async () => {
    for (const pan of [CARDS.success, CARDS.decline]) {
      await (await openForm(bench, { ...tokenOpening, customer_id: 'regular' })).confirm({ pan })
    }
    const shown = async (paymentId: string): Promise<readonly (readonly [id: string, chosen: boolean])[]> => {
      const { text } = await openByLink(bench, anOpening(paymentId, { customer_id: 'regular' }))
      return [...text.matchAll(/name="saved_card"\s+value="(\d+)"([^>]*)/g)].map(
        ([, id = '', rest = '']) => [id, /\bchecked\b/.test(rest)] as const,
      )
    }
    const [newer, older] = await shown('Used-1')
    expect([newer?.[1], older?.[1]]).toEqual([true, false])
    await bench.switches({ retries: true })
    const form = await openForm(bench, anOpening('Used-2', { customer_id: 'regular' }))
    await form.send('confirm', { saved_card: { id: Number(older?.[0]), cvv: '123' } })
    expect(await shown('Used-3')).toEqual([
      [older?.[0], true],
      [newer?.[0], false],
    ])
    const declined = await openForm(bench, anOpening('Used-4', { customer_id: 'regular' }))
    await declined.send('confirm', { saved_card: { id: Number(newer?.[0]), cvv: '123' } })
    await bench.settle()
    await declined.poll()
    await declined.send('retry', {})
    expect(declined.shown.html).not.toMatch(/name="saved_card"\s+value="\d+"[^>]*\bchecked\b/)
  })

  it('saves a card for the customer who chose that and paid, until it is deleted', async () => {
    const declined = await openForm(bench, anOpening('Save-0'))
    await declined.confirm({ pan: CARDS.decline }, { save: true })
    const form = await openForm(bench, anOpening('Save-1'))
    await form.confirm({}, { save: true })
    await bench.settle()
    const again = await openByLink(bench, anOpening('Save-2'))
    const ids = [...again.text.matchAll(/name="saved_card"[^>]*value="(\d+)"/g)].map(([, id]) => Number(id))
    expect(ids.length).toBe(1)
    const open = await openForm(bench, anOpening('Save-2'))
    await open.send('cards/remove', { id: ids[0] })
    expect(open.shown.html).not.toContain('400000')
    await bench.settle()
    expect(merchant.received.at(-1)?.json).toMatchObject({
      request: { action: 'delete' },
      token_status: 'revoke',
    })
  })
})

describe('the colours', () => {
  const schemeOf = (html: string): string | undefined =>
    /name="color-scheme" content="([^"]*)"/.exec(html)?.[1]

  it('are those that the shop names, not signed, on every page, and light without them', async () => {
    expect(schemeOf((await openByLink(bench, anOpening('Theme-1'))).text)).toBe('light')
    for (const [theme, scheme] of [
      ['dark', 'dark'],
      ['auto', 'light dark'],
      ['pink', 'light'],
    ] as const) {
      const page = await openByLink(bench, anOpening(`Theme-${theme}`, { _theme: theme }))
      expect(schemeOf(page.text)).toBe(scheme)
    }
    const refused = await openByLink(bench, anOpening('Theme-2', { _theme: 'dark', payment_amount: '4.5' }))
    expect([refused.status, schemeOf(refused.text)]).toEqual([400, 'dark'])
  })
})

describe('the time to confirm', () => {
  const until = (ms: number): string => new Date(START + ms).toISOString().replace('.000Z', '+00:00')

  it('ends with a notice, without a payment, also at the next opening', async () => {
    const opening = anOpening('Limit-1', { best_before: until(5 * MINUTE) })
    const form = await openForm(bench, opening)
    await bench.advance(5 * MINUTE)
    expect((await form.poll()).view).toBe('expired')
    await form.confirm()
    expect(form.shown.view).toBe('expired')
    // Nothing was sent, so no message says so.
    expect(form.messages).toEqual([])
    expect((await openForm(bench, opening)).shown.view).toBe('expired')
    expect((await shop.status('Limit-1')).json).toMatchObject({ code: '3061' })
    expect(merchant.received).toEqual([])
  })
})
