import { describe, expect, it } from 'vitest'
import {
  checkAddresses,
  checkCode,
  checkCount,
  checkMessageCap,
  checkProjectId,
  checkSize,
  checkSpan,
  checkUrl,
  formatSize,
  parseSize,
  readAddresses,
  valueWords,
} from './setting-values'
import { DEFAULT_SWITCHES } from '#domain/project/project'
import { SWITCHES } from '#domain/project/switches'

describe('settings', () => {
  it('take absolute addresses or none', () => {
    expect(checkUrl('')).toBeNull()
    expect(checkUrl('https://shop.test/callbacks')).toBeNull()
    for (const text of [
      'shop.test',
      'ftp://shop.test',
      'http://',
      'javascript:alert(1)',
      'http:///hooks',
      'https://a.test/b c',
    ]) {
      expect(checkUrl(text)).not.toBeNull()
    }
  })

  it('take result codes and project ids', () => {
    expect([checkCode('603'), checkProjectId('9041')]).toEqual([null, null])
    for (const text of ['', '1234567', 'x', '777', '0', '9999']) expect(checkCode(text)).not.toBeNull()
    for (const text of ['0', '1.5', '4294967296']) expect(checkProjectId(text)).not.toBeNull()
  })

  it('take whole numbers within their limits', () => {
    expect([checkCount('2', 2, 10), checkCount(' 10 ', 2, 10)]).toEqual([null, null])
    for (const text of ['', ' ', '1', '11', '2.5', '-3', '3e0', '0x5', 'two', '9'.repeat(400)]) {
      expect(checkCount(text, 2, 10)).toBe('Enter a whole number from 2 to 10.')
    }
  })

  it('take spans within their limits', () => {
    expect(checkSpan('1 day', 60_000, 2 * 86_400_000)).toBeNull()
    expect(checkSpan('3 days', 60_000, 2 * 86_400_000)).toBe('Enter a time span from 1 minute to 2 days.')
    expect(checkSpan('soon', 0, 1)).toContain('Enter a time span')
  })

  it('read addresses one a line', () => {
    expect(readAddresses('127.0.0.1\n10.0.0.0/8, ::1')).toEqual(['127.0.0.1', '10.0.0.0/8', '::1'])
    expect(checkAddresses('127.0.0.1\n::1')).toBeNull()
    expect(checkAddresses('my laptop')).toContain('"my" is not an IP address')
  })

  it('read and write caps', () => {
    expect(parseSize('8 GiB')).toBe(8 * 1024 ** 3)
    expect(formatSize(8 * 1024 ** 3)).toBe('8 GiB')
    expect(parseSize(formatSize(16_777_216))).toBe(16_777_216)
    expect(checkSize('1 MiB')).not.toBeNull()
    expect(checkMessageCap('2,000,000')).toBeNull()
    expect(checkMessageCap('12')).not.toBeNull()
  })
})

it.each(SWITCHES.map((description) => [description.name, description] as const))(
  'the default of %s has words',
  (name, description) => {
    expect(valueWords(description, DEFAULT_SWITCHES[name])).toMatch(/^\S.{0,59}$/)
  },
)

it('says how many there are of what is a list', () => {
  const words = (name: string, value: unknown): string | undefined => {
    const description = SWITCHES.find((one) => one.name === name)
    return description === undefined ? undefined : valueWords(description, value)
  }
  expect(words('callbackRules', [{}])).toBe('1 rule')
  expect(words('collectedFields', [{}, {}])).toBe('2 fields')
  expect(words('allowedCallers', ['203.0.113.9', '::1'])).toBe('203.0.113.9, ::1')
  expect(words('outcome', { mode: 'hold' })).toBe('Held until you decide')
})
