import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { luhnNumber, writtenForms } from './testing/card-numbers'
import { anOpening, openByLink, openForm, signedParameters } from './testing/form-client'
import { everythingOf } from './testing/session-client'
import { exchange } from './testing/wire-client'
import type { JsonRecord } from './testing/signer'
import { useMerchantBench } from './testing/merchant-bench'
import { CARDS } from './testing/requests'

const AVS_CARD = '4000000000017006'
const CODE = '947'

/** Every card number that was given to the form, by the field it was in. */
let planted: Map<string, string>

const { bench, merchant } = useMerchantBench({ per: 'test' })

beforeEach(() => {
  planted = new Map()
})

/** A new, unique card number, remembered under its field. */
function number(place: string): string {
  const made = luhnNumber(planted.size)
  planted.set(place, made)
  return made
}
const spaced = (digits: string): string => digits.replace(/(\d{4})(?=\d)/g, '$1 ')
const dashed = (digits: string): string => digits.replace(/(\d{4})(?=\d)/g, '$1-')

/** The content of the data folder now, file by file, as Latin-1 so that every byte is one character. */
function rawFiles(): readonly { readonly name: string; readonly text: string }[] {
  return readdirSync(bench.dataDir, { recursive: true, encoding: 'utf8' }).flatMap((name) => {
    const path = join(bench.dataDir, name)
    return statSync(path).isFile() ? [{ name, text: readFileSync(path, 'latin1') }] : []
  })
}

/** Everything that the automation API returns about messages and payments. */
async function apiTexts(): Promise<string> {
  const info = JSON.stringify(await bench.call('bench.info', {}))
  return [info, ...(await everythingOf(bench, []))].join('\n')
}

/** Places where a card number or code can be read although it must not be kept. */
async function leaks(sent: readonly string[] = []): Promise<readonly string[]> {
  await bench.settle()
  const places = [
    ...rawFiles(),
    { name: 'automation API', text: await apiTexts() },
    { name: 'window messages', text: sent.join('\n') },
    { name: 'callbacks', text: merchant.received.map(({ text }) => text).join('\n') },
  ]
  expect(places.length).toBeGreaterThan(4)
  return places.flatMap(({ name, text }) => [
    ...[...planted].flatMap(([place, digits]) =>
      writtenForms(digits)
        .filter((form) => text.includes(form))
        .map(
          (form) =>
            `${place} in ${name}: ${text.slice(Math.max(0, text.indexOf(form) - 80), text.indexOf(form) + 40)}`,
        ),
    ),
    // An authorisation code of six digits may begin with the same digits.
    ...(new RegExp(`(?:cvv|cvc|code)[^0-9A-Za-z*]{0,12}${CODE}(?:12)?(?![0-9])`, 'i').test(text)
      ? [`the code in ${name}`]
      : []),
  ])
}

describe('card data given to the form', () => {
  it('in the card fields is kept nowhere, however it is typed', async () => {
    const sent: string[] = []
    for (const [index, write] of [
      (n: string) => n,
      spaced,
      dashed,
      (n: string) => ` ${spaced(n)} `,
    ].entries()) {
      const form = await openForm(bench, anOpening(`typed-${String(index)}`))
      const response = await form.confirm(
        { pan: write(number(`typed ${String(index)}`)), cvv: CODE },
        { save: true },
      )
      expect(response.status).toBe(200)
      await form.settled()
      expect(form.shown.view).toBe('result')
      sent.push(response.text, JSON.stringify(form.shown))
    }
    expect(await leaks(sent)).toEqual([])
  })

  it('with a typing mistake is kept nowhere', async () => {
    const form = await openForm(bench, anOpening('mistaken'))
    const sent: string[] = []
    const wrongNumber = (place: string): string => {
      const digits = number(place)
      const mistaken = `${digits.slice(0, -1)}${String((Number(digits.slice(-1)) + 1) % 10)}`
      planted.set(`${place}, mistaken`, mistaken)
      return mistaken
    }
    for (const change of [
      { pan: wrongNumber('check digit'), cvv: CODE },
      { pan: spaced(wrongNumber('check digit, spaced')), cvv: CODE },
      { pan: number('no month'), month: '', cvv: CODE },
      { pan: CODE, cvv: number('number as code') },
      { pan: '', cvv: spaced(number('number as code, spaced')) },
      { pan: number('long code'), cvv: `${CODE}12` },
      { pan: number('as month'), month: number('month'), year: number('year'), cvv: CODE },
      { pan: number('holder'), card_holder: `NORA VALE ${number('in holder')}`, cvv: CODE },
      { pan: number('holder 2'), card_holder: `NORA VALE ${spaced(number('in holder, spaced'))}`, cvv: CODE },
      { pan: number('holder 3'), card_holder: `NORA VALE ${dashed(number('in holder, dashed'))}`, cvv: CODE },
    ]) {
      const response = await form.confirm(change)
      expect(response.status, JSON.stringify(change)).toBe(422)
      sent.push(response.text)
    }
    for (const saved of [
      { id: 1, cvv: CODE },
      { id: 1, cvv: number('code of a saved card') },
      { id: 1, cvv: `${CODE}12` },
      { id: number('id of a saved card'), cvv: CODE },
    ]) {
      sent.push((await form.send('confirm', { saved_card: saved })).text)
    }
    expect(await leaks(sent)).toEqual([])
  })

  it('in fields for other data is refused or hidden', async () => {
    await bench.switches({
      collectedFields: ['customer.first_name', 'customer.email', 'customer.address'].map((path) => ({
        path,
        required: true,
        shown: true,
      })),
    })
    const form = await openForm(bench, anOpening('fields', { customer_email: '' }))
    expect(form.shown.view).toBe('details')
    const good = {
      'customer.first_name': 'Nora',
      'customer.email': 'nora@mail.test',
      'customer.address': '14 Long Walk',
    }
    const bad = [
      { ...good, 'customer.first_name': number('first name') },
      { ...good, 'customer.first_name': `Nora ${spaced(number('first name, spaced'))}` },
      { ...good, 'customer.email': `${number('e-mail')}@mail.test` },
      { ...good, 'customer.address': dashed(number('address')) },
      { ...good, [number('name of a field')]: 'x' },
      { ...good, [number('name of a field of a wrong kind')]: 5 },
    ]
    const sent: string[] = []
    for (const fields of bad) sent.push((await form.send('details', { fields })).text)
    await form.send('details', { fields: good })
    for (const additional of [
      { customer_first_name: number('additional') },
      { additional_parameters: { customer_address: spaced(number('additional, nested')) } },
    ]) {
      const other = await openForm(bench, anOpening(`additional-${String(planted.size)}`))
      await other.send('details', { fields: good })
      sent.push((await other.confirm({ cvv: CODE }, { additional })).text)
    }
    expect(await leaks(sent)).toEqual([])
  })

  it('in a clarification is refused or hidden', async () => {
    const form = await openForm(bench, anOpening('asked'))
    expect((await form.pay({ pan: AVS_CARD, cvv: CODE })).view).toBe('clarification')
    const sent: string[] = []
    for (const fields of [
      { 'avs_data.avs_post_code': number('post code') },
      { 'avs_data.avs_street_address': number('street') },
      { 'avs_data.avs_street_address': `14 ${spaced(number('street, spaced'))}` },
      { 'customer.first_name': number('not requested') },
    ]) {
      const response = await form.send('clarification', { fields })
      sent.push(response.text)
    }
    await bench.settle()
    expect(await leaks(sent)).toEqual([])
  })

  it('as a way to pay or in a field of a method is refused or hidden', async () => {
    await bench.switches({ methods: [{ path: 'wallet/paypal' }] })
    const form = await openForm(bench, anOpening('way'))
    const sent: string[] = []
    for (const body of [
      { way: number('way') },
      { way: 'card', card: Number(number('id of a saved card')) },
      { way: 'wallet/paypal' },
    ]) {
      sent.push((await form.send('way', body)).text)
    }
    const fields = { 'customer.first_name': spaced(number('first name')), 'customer.last_name': 'Vale' }
    sent.push((await form.send('confirm', { fields })).text)
    expect(form.shown.view).toBe('method')
    expect(await leaks(sent)).toEqual([])
  })

  it('on the provider’s page is kept nowhere', async () => {
    const names = { customer_first_name: 'Nora', customer_last_name: 'Vale' }
    const form = await openForm(
      bench,
      anOpening('provider', { ...names, force_payment_method: 'ideal', frame_mode: 'iframe' }),
    )
    await form.send('confirm', {})
    const { html } = await form.settled()
    await exchange(`${bench.ready.platform}${/href="(\/provider\/[^"]+)"/.exec(html)?.[1] ?? ''}`, {
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ decision: 'paid', amount: spaced(number('amount')) }).toString(),
    })
    expect(await leaks()).toEqual([])
  })

  it('on the page of the issuer is kept nowhere', async () => {
    await bench.switches({ threeDSecure: 'form' })
    const form = await openForm(bench, anOpening('issuer'))
    expect((await form.pay({ pan: CARDS.challenge, cvv: CODE })).view).toBe('challenge')
    await form.issuer({ code: spaced(number('issuer code')) })
    expect(await leaks()).toEqual([])
  })

  it.each([
    'payment_description',
    'card_holder',
    'customer_first_name',
    'customer_address',
    'recipient_pan',
    'merchant_data',
    'language_code',
    'force_payment_method',
    'unknown_name',
    '_referrer',
    'customer_account_number',
  ])('in the opening parameter %s is hidden', async (name) => {
    const sent: string[] = []
    for (const write of [(n: string) => n, spaced, dashed]) {
      const value = `${name === 'card_holder' ? 'NORA VALE ' : ''}${write(number(`${name} ${String(planted.size)}`))}`
      const parameters = anOpening(`opening-${String(planted.size)}`, { [name]: value })
      const page = await openByLink(bench, parameters)
      sent.push(page.text)
      const posted = await exchange(`${bench.ready.platform}/payment`, {
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(signedParameters(parameters)),
      })
      expect([posted.status, name]).toEqual([page.status, name])
      const form = await openForm(bench, parameters).catch(() => null)
      await form?.confirm({ cvv: CODE }, {})
    }
    expect(await leaks()).toEqual([])
  })

  it('in names, refused openings, broken bodies and strange addresses is kept nowhere', async () => {
    const { platform } = bench.ready
    const form = await openForm(bench, anOpening('strange'))
    const sent: string[] = []
    const send = async (path: string, body: string, type = 'application/json'): Promise<void> => {
      sent.push((await exchange(`${platform}${path}`, { headers: { 'Content-Type': type }, body })).text)
    }
    const change: JsonRecord = { [number('parameter name')]: 'x' }
    await openByLink(bench, anOpening('strange-1', change))
    await send('/payment', JSON.stringify({ project_id: number('project id') }))
    await send('/payment', JSON.stringify(anOpening('strange-2', { payment_amount: number('amount') })))
    await send(
      '/payment',
      JSON.stringify(signedParameters(anOpening('strange-3', { payment_currency: number('currency') }))),
    )
    await send('/payment', `{"card": "${spaced(number('broken body'))}"`)
    await send('/payment', `x=1`, number('content type'))
    await send(
      '/payment',
      `pan=${spaced(number('form body')).replaceAll(' ', '+')}`,
      'application/x-www-form-urlencoded',
    )
    await send(
      `/payment/${'0'.repeat(32)}/confirm`,
      JSON.stringify({ card: { pan: number('unknown session'), cvv: CODE } }),
    )
    await send(`/payment/${number('path')}`, '{}')
    await send(`/params/check`, JSON.stringify({ card: number('check') }))
    for (const place of ['retry', 'give-up', 'cards/remove', 'details', 'clarification', 'confirm']) {
      await form.send(place, {
        id: number(`id at ${place}`),
        card: { pan: number(`pan at ${place}`), cvv: CODE },
      })
    }
    expect(await leaks(sent.filter((text) => !text.includes('<!doctype')))).toEqual([])
  })
})
