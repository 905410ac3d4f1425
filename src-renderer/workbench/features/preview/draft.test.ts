import { describe, expect, it } from 'vitest'
import {
  isRequired,
  opensAlike,
  parametersOf,
  readDraft,
  readParameters,
  rowsOf,
  textOf,
  valueOf,
  withRow,
} from './draft'

describe('a draft', () => {
  it('begins with the required parameters', () => {
    const { rows, mode, method } = readDraft(undefined)
    expect(rows.slice(0, 5).map(({ name }) => name)).toEqual([
      'project_id',
      'payment_id',
      'customer_id',
      'payment_amount',
      'payment_currency',
    ])
    expect({ mode, method }).toEqual({ mode: 'modal', method: 'post' })
  })

  it('is restored as stored; only an invalid field falls back to its default', () => {
    const kept = { ...readDraft(undefined), mode: 'embedded', device: 'phone', css: '.x{}' } as const
    expect(readDraft(JSON.stringify(kept))).toEqual(kept)
    expect(readDraft(JSON.stringify({ ...kept, mode: 'window' }))).toEqual({ ...kept, mode: 'modal' })
    expect(readDraft('no json').mode).toBe('modal')
  })
})

describe('an open form', () => {
  const opened = readDraft(JSON.stringify({ mode: 'iframe' }))

  it('matches the draft while nothing that its mode uses has changed', () => {
    expect(opensAlike(opened, { ...opened, css: '.x{}', checkSubmit: 'reject' })).toBe(true)
    expect(opensAlike(opened, { ...opened, rows: opened.rows.toReversed() })).toBe(true)
    expect(opensAlike({ ...opened, mode: 'tab' }, { ...opened, mode: 'tab', method: 'get' })).toBe(true)
  })

  it('no longer matches once the mode, the method, a parameter or a style of its mode has changed', () => {
    expect(opensAlike(opened, { ...opened, mode: 'modal' })).toBe(false)
    expect(opensAlike(opened, { ...opened, method: 'get' })).toBe(false)
    const rows = withRow(opened.rows, 'language_code', 'de')
    expect(opensAlike(opened, { ...opened, rows })).toBe(false)
    const modal = { ...opened, mode: 'modal' } as const
    expect(opensAlike(modal, { ...modal, css: '.x{}' })).toBe(false)
  })
})

describe('parameters', () => {
  const rows = rowsOf({ language_code: 'de', payment_amount: 4650 })

  it('omit an empty project or payment id, and send other empty strings', () => {
    expect(parametersOf(rows)).toEqual({
      customer_id: '',
      payment_amount: 4650,
      payment_currency: '',
      language_code: 'de',
    })
  })

  it('are required by their mode', () => {
    const requiredOf = (mode: string): readonly string[] => {
      const given = rowsOf({ mode, signature: 's', payment_description: 'Tea' })
      return given.map(({ name }) => name).filter((name) => isRequired(given, name))
    }
    const payment = ['project_id', 'payment_id', 'customer_id', 'payment_amount', 'payment_currency']
    expect(requiredOf('')).toEqual(payment)
    expect(requiredOf('purchase')).toEqual(payment)
    expect(requiredOf('card_tokenize')).toEqual(['project_id', 'customer_id', 'mode'])
  })

  it('keep the types of their values', () => {
    const given = {
      payment_id: 'a',
      extra: true,
      payment_amount: '4650',
      customer_id: 5,
      payment_currency: 'EUR',
    }
    expect(parametersOf(rowsOf(given))).toEqual(given)
  })

  it('can be set, added at the end and removed; a required one is only emptied', () => {
    expect(textOf(withRow(rows, 'payment_amount', 5), 'payment_amount')).toBe('5')
    expect(withRow(rows, 'redirect', 1).at(-1)).toEqual({ name: 'redirect', value: 1 })
    expect(withRow(rows, 'language_code', null).map(({ name }) => name)).not.toContain('language_code')
    expect(textOf(withRow(rows, 'payment_amount', null), 'payment_amount')).toBe('')
  })
})

describe('a typed value', () => {
  it.each([
    ['payment_amount', '4650', undefined, 4650],
    ['payment_amount', '0', undefined, 0],
    ['payment_amount', '46.50', 4650, '46.50'],
    ['payment_amount', '007', 7, '007'],
    ['payment_amount', '99999999999999999999', 9, '99999999999999999999'],
    ['payment_id', '4650', undefined, '4650'],
    ['custom', '12', 1, 12],
    ['custom', 'false', true, false],
    ['custom', 'false', 'x', 'false'],
  ])('of %s: %j, replacing %j, becomes %j', (name, text, before, value) => {
    expect(valueOf(name, text, before)).toBe(value)
  })
})

describe('reading parameters from JSON', () => {
  it('accepts strings, numbers, true and false', () => {
    const parameters = { payment_id: 'a', payment_amount: 4650, recurring_register: true }
    expect(readParameters(JSON.stringify(parameters))).toEqual({ parameters })
  })

  it.each([
    ['a syntax error', '{\n "a": 1,\n "b": 46 50\n}', 'Line 3'],
    ['an array', '[1]', 'must be an object'],
    ['a nested object', '{"recurring": {"type": "R"}}', 'recurring: '],
    ['null', '{"a": null}', 'a: '],
    ['a repeated key', '{"a": 1, "a": 2}', 'a appears twice'],
    ['a name with a space', '{"b": 1, "a b": 1}', 'a b: '],
  ])('refuses %s, and says what is wrong', (_what, text, words) => {
    expect(readParameters(text)).toEqual({ error: expect.stringContaining(words) })
  })
})
