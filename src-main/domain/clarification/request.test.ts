import { describe, expect, it } from 'vitest'
import { FIELD_CATALOGUE } from './catalogue'
import { validateRequest } from './request'

describe('a request for data', () => {
  it('may ask for the whole catalogue', () => {
    const fields: Record<string, string[]> = {}
    for (const { key, name } of FIELD_CATALOGUE) (fields[key] ??= []).push(name)
    expect(validateRequest(fields)).toEqual([])
  })

  it('may ask for names that nobody knows', () => {
    expect(validateRequest({ passport: ['series.number', 'größe'], customer: ['shoe size'] })).toEqual([])
  })

  it.each<[what: string, fields: Record<string, unknown>, path: string, constraint: string]>([
    ['nothing', {}, 'fields', 'required'],
    ['an empty list', { customer: [] }, 'fields.customer', 'required'],
    ['a text for a list', { customer: 'email' }, 'fields.customer', 'type'],
    ['a number for a name', { customer: ['email', 1] }, 'fields.customer.1', 'type'],
    ['a blank name', { customer: [' '] }, 'fields.customer.0', 'required'],
    ['a blank key', { ' ': ['email'] }, 'fields. ', 'required'],
    ['an empty part', { customer: ['billing..city'] }, 'fields.customer.0', 'required'],
    ['a trailing dot', { customer: ['billing.'] }, 'fields.customer.0', 'required'],
    ['a name twice', { customer: ['email', 'phone', 'email'] }, 'fields.customer.2', 'unique'],
    ['a name around another', { customer: ['billing.city', 'billing'] }, 'fields.customer.0', 'unique'],
    ['a key with a dot', { 'customer.billing': ['city'] }, 'fields.customer.billing', 'pattern'],
    ['a number for a key', { '10': ['city'] }, 'fields.10', 'pattern'],
    ['a hostile name', { customer: ['__proto__.admin'] }, 'fields.customer.0', 'pattern'],
    ['a control character', { customer: ['na\u0000me'] }, 'fields.customer.0', 'pattern'],
    ['spaces around a name', { customer: [' email'] }, 'fields.customer.0', 'pattern'],
    ['an endless name', { customer: ['x'.repeat(101)] }, 'fields.customer.0', 'maxLength'],
    ['a deep name', { customer: ['a.b.c.d.e.f.g'] }, 'fields.customer.0', 'maximum'],
  ])('may not ask for %s', (_what, fields, path, constraint) => {
    expect(validateRequest(fields)).toMatchObject([{ path, constraint }])
  })

  it('refuses the key __proto__ wherever it comes from', () => {
    const fields = Object.fromEntries([['__proto__', ['name']]])
    expect(validateRequest(fields)).toMatchObject([{ constraint: 'pattern' }])
  })

  it('has an end', () => {
    const names = Array.from({ length: 201 }, (_, index) => `name_${index}`)
    expect(validateRequest({ customer: names.slice(1) })).toEqual([])
    expect(validateRequest({ customer: names })).toMatchObject([{ path: 'fields', constraint: 'maximum' }])
    const keys = names.slice(0, 21).map((key) => [key, ['name']] as const)
    expect(validateRequest(Object.fromEntries(keys.slice(1)))).toEqual([])
    expect(validateRequest(Object.fromEntries(keys))).toMatchObject([{ constraint: 'maximum' }])
  })
})
