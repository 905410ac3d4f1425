import { describe, expect, it } from 'vitest'
import { FIELD_CATALOGUE } from './catalogue'
import type { ClarificationFields } from './fields'
import { requestProblem } from './request'
import fc from 'fast-check'
import { CLARIFICATION_WAIT_MS, hasExpired, waitExpiry } from './timers'
import { isIpAddress } from '#domain/api/value-formats'

describe('request', () => {
  describe('a request for data', () => {
    it('may contain the whole catalogue', () => {
      const fields: Record<string, string[]> = {}
      for (const { key, name } of FIELD_CATALOGUE) (fields[key] ??= []).push(name)
      expect(requestProblem(fields)).toBeNull()
    })

    it('may contain unknown names', () => {
      expect(requestProblem({ passport: ['series.number', 'größe'], customer: ['shoe size'] })).toBeNull()
    })

    it.each<[what: string, fields: ClarificationFields, path: string]>([
      ['no field', {}, 'fields'],
      ['an empty list', { customer: [] }, 'fields.customer'],
      ['a blank name', { customer: [' '] }, 'fields.customer.0'],
      ['a blank key', { ' ': ['email'] }, 'fields. '],
      ['an empty part between dots', { customer: ['billing..city'] }, 'fields.customer.0'],
      ['a trailing dot', { customer: ['billing.'] }, 'fields.customer.0'],
      ['a repeated name', { customer: ['email', 'phone', 'email'] }, 'fields.customer.2'],
      ['a name that contains another', { customer: ['billing.city', 'billing'] }, 'fields.customer.0'],
      ['a key with a dot', { 'customer.billing': ['city'] }, 'fields.customer.billing'],
      ['a number as a key', { '10': ['city'] }, 'fields.10'],
      ['a hostile name', { customer: ['__proto__.admin'] }, 'fields.customer.0'],
      ['a control character', { customer: ['na\u0000me'] }, 'fields.customer.0'],
      ['spaces around a name', { customer: [' email'] }, 'fields.customer.0'],
      ['an overlong name', { customer: ['x'.repeat(101)] }, 'fields.customer.0'],
      ['a deeply nested name', { customer: ['a.b.c.d.e.f.g'] }, 'fields.customer.0'],
    ])('is refused with %s', (_what, fields, path) => {
      expect(requestProblem(fields)?.path).toBe(path)
    })

    it('is refused with __proto__ as a key', () => {
      const fields = Object.fromEntries([['__proto__', ['name']]])
      expect(requestProblem(fields)?.message).toContain('or be __proto__')
    })

    it('has a limited number of names and keys', () => {
      const names = Array.from({ length: 201 }, (_, index) => `name_${index}`)
      expect(requestProblem({ customer: names.slice(1) })).toBeNull()
      expect(requestProblem({ customer: names })).toMatchObject({ path: 'fields' })
      const keys = names.slice(0, 21).map((key) => [key, ['name']] as const)
      expect(requestProblem(Object.fromEntries(keys.slice(1)))).toBeNull()
      expect(requestProblem(Object.fromEntries(keys))).toMatchObject({ path: 'fields' })
    })
  })
})

describe('timers', () => {
  const MINUTE = 60_000
  const START = Date.UTC(2031, 3, 9, 16, 20, 5)

  describe('clarification wait', () => {
    it('is over in the millisecond of its expiry', () => {
      expect(hasExpired(START, START - 1)).toBe(false)
      expect(hasExpired(START, START)).toBe(true)
    })

    it('never exceeds the deadline or 30 minutes', () => {
      fc.assert(
        fc.property(fc.nat(), fc.integer(), (from, ahead) => {
          const { expiresAt, cappedByDeadline } = waitExpiry({
            from,
            waitMs: CLARIFICATION_WAIT_MS,
            deadlineAt: from + ahead,
          })
          expect(expiresAt).toBe(Math.min(from + ahead, from + 30 * MINUTE))
          expect(cappedByDeadline).toBe(ahead < 30 * MINUTE)
        }),
      )
    })
  })
})

describe('value-formats', () => {
  describe('the IP address check', () => {
    it.each([
      ...['0.0.0.0', '203.0.113.7', '255.255.255.255'],
      ...['::', '::1', '1::', '2001:db8::7', '2001:DB8:0:0:0:0:0:7', '1:2:3:4:5:6:7::'],
      ...['::ffff:203.0.113.7', '64:ff9b::192.0.2.33', '1:2:3:4:5:6:1.2.3.4'],
    ])('accepts %s', (text) => {
      expect(isIpAddress(text)).toBe(true)
    })

    it.each([
      ...['', '1.2.3', '1.2.3.4.5', '256.0.0.1', '01.2.3.4', '1.2.3.', '1.2.3.4 '],
      ...[':', ':::', '1:2:3', '1::2::3', '1:2:3:4:5:6:7:8:9', '12345::', 'g::', '[::1]', 'fe80::1%eth0'],
      ...['1:2:3:4:5:6:7:8::', '1.2.3.4::', '::1.2.3.4:5', ':1:2:3:4:5:6:7', '1:2:3:4:5:6:7:1.2.3.4'],
    ])('refuses %j', (text) => {
      expect(isIpAddress(text)).toBe(false)
    })
  })
})
