import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { nodeCrypto as crypto } from '#e2e/fixtures/node-crypto'
import { openMemoryStore } from '#e2e/fixtures/hosts/memory-bench'
import { createProjects } from '#core/projects'
import { createPreviews } from './previews'

const ADDRESSES = {
  platform: 'http://127.0.0.1:8610',
  platformTls: 'https://127.0.0.1:8611',
  merchant: 'http://127.0.0.1:8620',
  merchantTls: 'https://127.0.0.1:8621',
  workbench: null,
}

function setUp({ listening = true } = {}) {
  const addresses = () => (listening ? ADDRESSES : null)
  let drawn = 0
  const randomHex = (digits: number): string => (drawn += 1).toString(16).padStart(digits, '0')
  const projects = createProjects({ store: openMemoryStore(), addresses, randomHex, now: () => 5 })
  projects.create({ projectId: 9041, secret: 'first secret' })
  projects.create({ projectId: 9042, secret: 'second secret' })
  return createPreviews({ projects, crypto, addresses, randomHex, now: () => 7 })
}

const sha512 = (secret: string, text: string): string =>
  createHmac('sha512', secret).update(text).digest('base64')

const REQUIRED = {
  project_id: 9041,
  payment_id: 'Shop-1',
  customer_id: 'buyer-5',
  payment_amount: 4650,
  payment_currency: 'EUR',
}

describe('preview.sign', () => {
  it('signs the parameters of a modal unchanged, with the secret of the project', () => {
    const canonical =
      'customer_id:buyer-5;payment_amount:4650;payment_currency:EUR;payment_id:Shop-1;project_id:9041'
    const signature = sha512('first secret', canonical)
    expect(setUp().sign({ parameters: REQUIRED, mode: 'modal' })).toEqual({
      canonical,
      signature,
      parameters: { ...REQUIRED, signature },
    })
  })

  it('does not sign parameters that the form excludes from signing, and keeps a given signature', () => {
    const parameters = { ...REQUIRED, frame_mode: 'popup', _referrer: 'http://shop.test', signature: 'old' }
    const signed = setUp().sign({ parameters, mode: 'modal' })
    expect(signed.canonical).not.toMatch(/frame_mode|_referrer|signature/)
    expect(signed.parameters).toEqual(parameters)
    expect(signed.signature).not.toBe('old')
  })

  it('signs what the mode adds, because the library sends it', () => {
    const { sign } = setUp()
    expect(sign({ parameters: REQUIRED, mode: 'iframe' }).canonical).toContain('target_element:payment-form')
    const { parameters } = sign({ parameters: REQUIRED, mode: 'embedded' })
    expect(parameters).toMatchObject({ target_element: 'payment-form' })
    expect(sign({ parameters: REQUIRED, mode: 'tab' }).canonical).toContain('redirect:1')
    const inTab = sign({ parameters: { ...REQUIRED, redirect: '0' }, mode: 'tab' })
    expect(inTab.parameters).toMatchObject({ redirect: '0' })
  })

  it('uses the secret of the given project, or of the one that project_id names', () => {
    const { sign } = setUp()
    const byName = sign({ projectId: 9042, parameters: REQUIRED, mode: 'modal' })
    expect(byName.signature).toBe(sha512('second secret', byName.canonical))
    const byParameter = sign({ parameters: { ...REQUIRED, project_id: '9042' }, mode: 'modal' })
    expect(byParameter.signature).toBe(sha512('second secret', byParameter.canonical))
    expect(() => sign({ projectId: 1, parameters: REQUIRED, mode: 'modal' })).toThrow('There is no project')
  })

  it('fills in a project and a new payment id if they are missing', () => {
    const { sign } = setUp()
    const fillIn = (parameters: Readonly<Record<string, string>>) =>
      sign({ parameters, mode: 'modal' }).parameters
    const payment_id: unknown = expect.stringMatching(/^preview-[0-9a-f]{10}$/)
    const first = fillIn({})
    expect(first).toMatchObject({ project_id: 9041, payment_id })
    expect(fillIn({})['payment_id']).not.toBe(first['payment_id'])
    expect(fillIn({ payment_id: '' })['payment_id']).toBe('')
    expect(fillIn({ mode: 'card_tokenize' })).not.toHaveProperty('payment_id')
  })
})

describe('preview.create', () => {
  it('keeps what the page of the shop shows', () => {
    const { create, get } = setUp()
    const shown = { mode: 'modal', method: 'post', css: '.x{}', checkSubmit: 'none' } as const
    const { id, url, parameters } = create({ parameters: REQUIRED, ...shown })
    expect(url).toBe(`${ADDRESSES.merchant}/shop/preview/${id}`)
    expect(get(id)).toEqual({ id, projectId: 9041, parameters, ...shown, createdAt: 7 })
    expect(get('other')).toBeNull()
  })

  it('opens a tab with method GET, and applies CSS only to a modal', () => {
    const { create, get } = setUp()
    const { id } = create({ parameters: REQUIRED, mode: 'tab', method: 'post', css: '.x{}' })
    expect(get(id)).toMatchObject({ method: 'get', css: '', checkSubmit: 'resolve' })
  })

  it('keeps the last 50 previews', () => {
    const { create, get } = setUp()
    const ids = Array.from(
      { length: 51 },
      () => create({ parameters: REQUIRED, mode: 'modal', method: 'get' }).id,
    )
    expect(ids.map((id) => get(id) !== null)).toEqual([false, ...Array.from({ length: 50 }, () => true)])
  })

  it('is refused before the shop listens', () => {
    const { create } = setUp({ listening: false })
    expect(() => create({ parameters: REQUIRED, mode: 'modal', method: 'get' })).toThrow('not ready yet')
  })
})
