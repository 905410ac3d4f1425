import { describe, expect, it } from 'vitest'
import { findMethod } from '#domain/method/method'
import { browserFacts, type BrowserRequest, checkCollected, fieldsToCollect } from './collect'
import { methodFields } from '#platform/form/opening/method-fields'

const today = '2031-04-09'
const field = (path: string, required = true) => ({ path, required, value: '' })
const REGION = 'customer.billing.region_code'
const COUNTRY = 'customer.billing.country'

describe('the fields to collect', () => {
  const paths = (...rules: Parameters<typeof fieldsToCollect>[1]) =>
    fieldsToCollect({ needsContact: true, supplied: {} }, rules).map(({ path }) => path)
  const rule = (path: string, required: boolean, shown: boolean) => ({ path, required, shown })

  it('include an e-mail address if a purchase has no contact and the project collects none', () => {
    expect(paths()).toEqual(['customer.email'])
    expect(paths(rule('customer.phone', true, true))).toEqual(['customer.phone'])
    expect(paths(rule('customer.phone', false, true))).toEqual(['customer.phone'])
    expect(paths(rule('customer.phone', false, false))).toEqual(['customer.email'])
    expect(paths(rule('customer.email', false, false))).toEqual(['customer.email'])
    expect(fieldsToCollect({ needsContact: false, supplied: {} }, [])).toEqual([])
  })
})

describe('a typed value', () => {
  it('is checked against the country of the same address, whether on the same page or already known', () => {
    const typed = { [REGION]: 'CA' }
    const refused = { ok: false, problems: [{ name: REGION, reason: 'required' }] }
    const taken = { ok: true, values: typed }
    expect(checkCollected([field(REGION)], typed, {}, today)).toEqual(refused)
    expect(checkCollected([field(REGION)], typed, { [COUNTRY]: 'US' }, today)).toEqual(taken)
    expect(checkCollected([field(REGION)], typed, { 'customer.country': 'US' }, today)).toEqual(refused)
    // A country is ignored if the page has no input for it.
    expect(checkCollected([field(REGION)], { ...typed, [COUNTRY]: 'US' }, {}, today)).toEqual(refused)
    const both = [field(REGION), field(COUNTRY, false)]
    expect(checkCollected(both, { ...typed, [COUNTRY]: 'US' }, {}, today)).toMatchObject({ ok: true })
    expect(checkCollected(both, { ...typed, [COUNTRY]: ' ' }, {}, today)).toEqual(refused)
    expect(checkCollected(both, { ...typed, [COUNTRY]: ' ' }, { [COUNTRY]: 'US' }, today)).toEqual(taken)
  })
})

describe('a typed value of a method', () => {
  const check = (path: string, typed: Readonly<Record<string, string>>) => {
    const method = findMethod(path, [])
    const asked = method === null ? [] : methodFields({ supplied: {}, currency: 'EUR' }, method)
    const fields = asked.filter((each) => typed[each.path] !== undefined)
    return checkCollected(fields, typed, {}, today)
  }

  it('has the type and the length that the API requires of it', () => {
    const secret = 'account.secret'
    expect(check('wallet/emanat', { [secret]: '8472' })).toMatchObject({ ok: true })
    expect(check('wallet/emanat', { [secret]: 'tide' })).toEqual({
      ok: false,
      problems: [{ name: secret, reason: 'value' }],
    })
    const province = 'account.province'
    expect(check('online-banking/interac-cpi', { [province]: 'Québec' })).toMatchObject({ ok: true })
    expect(check('online-banking/interac-cpi', { [province]: 'x'.repeat(256) })).toEqual({
      ok: false,
      problems: [{ name: province, reason: 'too_long' }],
    })
  })
})

const REQUEST: BrowserRequest = {
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64)',
  accept: 'application/json',
  acceptLanguage: 'de-AT,de;q=0.8',
  remoteAddress: '::ffff:127.0.0.1',
}
const facts = (request: Partial<BrowserRequest>, reported: Readonly<Record<string, unknown>> = {}) =>
  browserFacts({ ...REQUEST, ...request }, reported, 's1', '2031-04-09')

describe('the browser data', () => {
  it('come from the request, the connection and the script', () => {
    const reported = {
      screen_res: '1920x1080',
      color_depth: 24,
      java_enabled: false,
      timezone_offset: -60,
      timezone_name: 'Europe/Vienna',
    }
    expect(facts({}, reported)).toEqual({
      'customer.ip_address': '127.0.0.1',
      'customer.browser': 'Mozilla/5.0 (X11; Linux x86_64)',
      'customer.accept_header': 'application/json',
      'customer.language': 'de-AT',
      'customer.device_type': 'desktop',
      'customer.session_id': 's1',
      'customer.screen_res': '1920x1080',
      'customer.color_depth': 24,
      'customer.java_enabled': false,
      'customer.js_enabled': true,
      'customer.timezone_offset': -60,
      'customer.timezone_name': 'Europe/Vienna',
    })
  })

  it('omit absent, invalid and unknown values, and card numbers', () => {
    const silent = { userAgent: null, accept: null, acceptLanguage: null, remoteAddress: '' }
    const reported = {
      color_depth: 'many',
      java_enabled: 'no',
      timezone_name: '4000000000000077',
      email: 'nora@mail.test',
      ip_address: '203.0.113.9',
    }
    expect(facts(silent, reported)).toEqual({
      'customer.session_id': 's1',
      'customer.js_enabled': true,
    })
  })

  it.each([
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Mobile/15E148', 'mobile'],
    ['Mozilla/5.0 (Linux; Android 16) Chrome/140.0 Mobile Safari/537.36', 'mobile'],
    ['Mozilla/5.0 (Linux; Android 16; SM-X910) Chrome/140.0 Safari/537.36', 'tablet'],
    ['Mozilla/5.0 (iPad; CPU OS 19_0 like Mac OS X) Mobile/15E148', 'tablet'],
  ])('include the device type of %s', (userAgent, device) => {
    expect(facts({ userAgent })['customer.device_type']).toBe(device)
  })
})
