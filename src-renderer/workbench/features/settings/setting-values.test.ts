import { describe, expect, it } from 'vitest'
import {
  checkMessageCap,
  checkProjectId,
  checkSize,
  checkUrl,
  formatSize,
  parseSize,
  readAddresses,
  readMethods,
  readMethodWays,
  typedSetting,
  unfitSwitches,
  valueWords,
} from './setting-values'
import { DEFAULT_SWITCHES } from '#domain/project/project'
import { SWITCHES } from '#domain/project/switches'
import { projectSwitches } from '#protocol/projects'

describe('settings', () => {
  it('accept an absolute address or an empty text', () => {
    expect(checkUrl('')).toBeNull()
    expect(checkUrl('https://shop.test/callbacks')).toBeNull()
    const relative = ['shop.test', 'http://', 'http:///hooks', 'https://a.test/b c']
    for (const text of [...relative, 'ftp://shop.test', 'javascript:alert(1)'])
      expect(checkUrl(text)).not.toBeNull()
  })

  it('accept only valid project ids', () => {
    expect(checkProjectId('9041')).toBeNull()
    for (const text of ['', '0', '1.5', '0x5', '4294967296']) expect(checkProjectId(text)).not.toBeNull()
  })

  it('accept only whole numbers as counts', () => {
    const { read, remedy } = typedSetting({ kind: 'count', standard: 2, min: 2, max: 10 }, 2)
    expect([read('2'), read(' 10 ')]).toEqual([2, 10])
    for (const text of ['', ' ', '2.5', '-3', '3e0', '0x5', 'two']) expect(read(text)).toBeNaN()
    expect(remedy).toBe('Enter a whole number from 2 to 10.')
  })

  it('name the limits of a time span', () => {
    const control = { kind: 'duration', standard: 60_000, minMs: 60_000, maxMs: 2 * 86_400_000 } as const
    expect(typedSetting(control, 60_000)).toMatchObject({
      text: '1 minute',
      remedy: 'Enter a time span such as 30 min, 4 h or 7 days, from 1 minute to 2 days.',
    })
  })

  it('read addresses separated by line breaks or commas', () => {
    expect(readAddresses('127.0.0.1\n10.0.0.0/8, ::1')).toEqual(['127.0.0.1', '10.0.0.0/8', '::1'])
    expect(readAddresses('my laptop')).toBeNull()
  })

  it('read methods, each with a span or without one', () => {
    const text = 'wallet/skrill\nbancontact from 2031-04-09T16:00Z until 2031-04-10, paypal until 2031-04-11'
    const spans = [
      { path: 'wallet/skrill' },
      { path: 'bancontact', from: '2031-04-09T16:00:00.000Z', until: '2031-04-10T00:00:00.000Z' },
      { path: 'paypal', until: '2031-04-11T00:00:00.000Z' },
    ]
    expect(readMethods(text)).toEqual(spans)
    const control = { kind: 'methods', standard: [], empty: 'None' } as const
    expect(readMethods(typedSetting(control, spans).text)).toEqual(spans)
    for (const wrong of ['a from now', 'a since 2031-04-10', 'a until 2031-13-40']) {
      expect(readMethods(wrong)).toBeNull()
    }
  })

  it('read methods, each with a kind, a time or both', () => {
    const rules = [
      { path: 'wallet/shopee', way: 'redirect', lifetimeMs: 15 * 60_000 },
      { path: 'bancontact', lifetimeMs: 7_200_000 },
      { path: 'wallet/bkash', way: 'redirect' },
    ]
    const text = 'wallet/shopee redirect 15 min\nbancontact 2 h, wallet/bkash  redirect'
    expect(readMethodWays(text)).toEqual(rules)
    expect(readMethodWays(typedSetting({ kind: 'methodWays', standard: [] }, rules).text)).toEqual(rules)
    expect(readMethodWays('bancontact soon')).toBeNull()
  })

  it('read methods with limits in a currency', () => {
    const limits = { currency: 'EUR', minimum: 500, maximum: 50_000 }
    const rules = [
      { path: 'wallet/skrill', limits },
      { path: 'wallet/shopee', way: 'redirect', lifetimeMs: 15 * 60_000, limits },
      { path: 'wallet/bkash', limits: { currency: 'JPY', minimum: 0, maximum: 9000 } },
    ]
    const euros = '5.00 to 500.00 EUR'
    const text = `wallet/skrill ${euros}\nwallet/shopee redirect 15 min ${euros}\nwallet/bkash 0 to 9000 JPY`
    expect(readMethodWays(text)).toEqual(rules)
    expect(readMethodWays(typedSetting({ kind: 'methodWays', standard: [] }, rules).text)).toEqual(rules)
    expect(readMethodWays('wallet/skrill 5.005 to 9 EUR')).toBeNull()
  })

  it('read methods with the name that the project gives them', () => {
    const rules = [
      { path: 'wallet/skrill', name: 'Skrill wallet' },
      { path: 'wallet/shopee', way: 'redirect', lifetimeMs: 15 * 60_000, name: 'ShopeePay' },
    ]
    const text = 'wallet/skrill as Skrill wallet\nwallet/shopee redirect 15 min as ShopeePay'
    expect(readMethodWays(text)).toEqual(rules)
    expect(readMethodWays(typedSetting({ kind: 'methodWays', standard: [] }, rules).text)).toEqual(rules)
  })

  it('read and write the limits of storage', () => {
    expect(parseSize('8 GiB')).toBe(8 * 1024 ** 3)
    expect(formatSize(8 * 1024 ** 3)).toBe('8 GiB')
    expect(parseSize(formatSize(16_777_216))).toBe(16_777_216)
    expect(checkSize('1 MiB')).not.toBeNull()
    expect(checkMessageCap('2,000,000')).toBeNull()
    expect(checkMessageCap('12')).not.toBeNull()
  })
})

it.each(SWITCHES.map((description) => [description.name, description] as const))(
  'the default of %s is described in at most 60 characters',
  (name, description) => {
    expect(valueWords(description, DEFAULT_SWITCHES[name])).toMatch(/^\S.{0,59}$/)
  },
)

it('a list of rules or fields is described by its length, a list of addresses by its items', () => {
  const words = (name: string, value: unknown): string | undefined => {
    const description = SWITCHES.find((one) => one.name === name)
    return description === undefined ? undefined : valueWords(description, value)
  }
  expect(words('callbackRules', [{}])).toBe('1 rule')
  expect(words('collectedFields', [{}, {}])).toBe('2 fields')
  expect([words('ownMethods', []), words('ownMethods', [{}])]).toEqual(['No methods', '1 method'])
  expect(words('allowedCallers', ['203.0.113.9', '::1'])).toBe('203.0.113.9, ::1')
  expect(words('outcome', { mode: 'hold' })).toBe('Stay in processing until I decide')
  expect(words('customers', { mode: 'pay', afterMs: 5000, percent: 80 })).toBe('Pay 80% after 5 seconds')
  expect(words('customers', { mode: 'decline', afterMs: 60_000, code: '20000' })).toBe(
    'Be declined (20000) after 1 minute',
  )
})

it('a project whose switches suit public clients is valid and has nothing left to change', () => {
  const needs = SWITCHES.filter(({ publicClients }) => publicClients !== undefined)
  const unfit = (change: object) =>
    unfitSwitches({ switches: projectSwitches.parse({ ...DEFAULT_SWITCHES, ...change }) })
  expect(unfit(Object.fromEntries(needs.map((one) => [one.name, one.publicClients])))).toEqual([])
  expect(unfit({ statusFields: 'mission' }).map(({ name }) => name)).toEqual([
    ...['statusInPayment', 'intermediateLayout', 'cancelSpelling', 'lenientSignatures', 'statusFields'],
    'guests',
  ])
})
