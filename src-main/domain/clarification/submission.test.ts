import { describe, expect, it } from 'vitest'
import type { ClarificationFields } from './fields'
import { type AcceptedValues, assessSubmission, type Assessment } from './submission'

const today = '2031-04-09'
const asked: ClarificationFields = {
  avs_data: ['avs_post_code', 'avs_street_address'],
  customer: ['email', 'billing.city', 'day_of_birth'],
}

function submit(
  additionalData: Record<string, unknown>,
  accepted: AcceptedValues = {},
  requested: ClarificationFields = asked,
  supplied: AcceptedValues = {},
): Assessment {
  return assessSubmission({ requested, accepted, supplied, additionalData, today })
}

const NOTHING = { accepted: {}, remaining: asked, refused: [] }

describe('the assessment of a clarification request', () => {
  it('leaves nothing to request if every value is valid', () => {
    const { accepted, remaining, refused } = submit({
      avs_data: { avs_post_code: ' D02 X285 ', avs_street_address: '12 Harbour Road' },
      customer: { email: 'nora@example.com', billing: { city: 'Dublin' }, day_of_birth: '24-05-1988' },
    })
    expect([remaining, refused]).toEqual([{}, []])
    expect(accepted).toEqual({
      'avs_data.avs_post_code': 'D02 X285',
      'avs_data.avs_street_address': '12 Harbour Road',
      'customer.email': 'nora@example.com',
      'customer.billing.city': 'Dublin',
      'customer.day_of_birth': '24-05-1988',
    })
  })

  it('reports an invalid value and requests it again', () => {
    const { accepted, remaining, refused } = submit({
      customer: { email: 'nora', billing: { city: 'Cork' } },
    })
    expect(accepted).toEqual({ 'customer.billing.city': 'Cork' })
    expect(remaining).toEqual({ ...asked, customer: ['email', 'day_of_birth'] })
    expect(refused).toEqual([
      {
        path: 'additional_data.customer.email',
        code: '2426',
        message: 'Must have one @ and a domain with a dot.',
        constraint: 'format',
        asked: true,
      },
    ])
  })

  it('replaces an accepted value with a later valid one', () => {
    const { accepted } = submit(
      { customer: { email: 'new@example.com' } },
      { 'customer.email': 'old@example.com' },
    )
    expect(accepted).toEqual({ 'customer.email': 'new@example.com' })
  })

  it('keeps an accepted value if a later one is invalid, and reports the later one', () => {
    const before = { 'customer.email': 'old@example.com' }
    const { accepted, remaining, refused } = submit({ customer: { email: 'new' } }, before)
    expect(accepted).toEqual(before)
    expect(remaining['customer']).toEqual(['billing.city', 'day_of_birth'])
    expect(refused).toMatchObject([{ path: 'additional_data.customer.email', asked: true }])
  })

  it('is not held up by an invalid value that was not requested', () => {
    const { accepted, remaining, refused } = submit(
      { customer: { email: 'nora@example.com', phone: '+353' } },
      {},
      { customer: ['email'] },
    )
    expect([accepted, remaining]).toEqual([{ 'customer.email': 'nora@example.com' }, {}])
    expect(refused).toMatchObject([{ path: 'additional_data.customer.phone', code: '502', asked: false }])
  })

  it('keeps a valid value that was not requested', () => {
    expect(submit({ customer: { phone: '353871234511' } }).accepted).toEqual({
      'customer.phone': '353871234511',
    })
  })

  it('treats empty strings and null as not supplied, and reports blanks only if they were requested', () => {
    const empty = { avs_data: null, customer: { email: '', billing: null, day_of_birth: null } }
    expect(submit(empty)).toEqual(NOTHING)
    expect(submit({}).remaining).toEqual(asked)
    const blank = submit({ customer: { email: ' \t', phone: '  ' } })
    expect(blank.refused).toMatchObject([
      { path: 'additional_data.customer.email', code: '2004', constraint: 'required', asked: true },
    ])
  })

  it('reports only once that a value should have been an object', () => {
    const { remaining, refused } = submit({ avs_data: ['D02 X285'], customer: { billing: 'Dublin' } })
    expect(remaining).toEqual(asked)
    expect(refused.map(({ path, constraint, asked: wanted }) => [path, constraint, wanted])).toEqual([
      ['additional_data.avs_data', 'type', true],
      ['additional_data.customer.billing', 'type', true],
    ])
    expect(submit({ customer: { shipping: 1 } }).refused).toMatchObject([
      { asked: false, constraint: 'type' },
    ])
  })

  it('explains that dots mean nesting when a name was written flat', () => {
    const { accepted, refused } = submit({ customer: { 'billing.city': 'Dublin' } })
    expect(accepted).toEqual({})
    expect(refused).toEqual([
      {
        path: 'additional_data.customer.billing.city',
        code: '502',
        message: 'Dots in a requested name mean nesting: put the value into the object customer.billing.',
        constraint: 'format',
        asked: true,
      },
    ])
    expect(submit({ 'avs_data.avs_post_code': 'D02' }).refused).toMatchObject([{ constraint: 'format' }])
  })

  it('uses the country that was supplied with the payment', () => {
    const requested = { customer: ['billing.region_code'] }
    const data = { customer: { billing: { region_code: 'CA' } } }
    expect(submit(data, {}, requested).refused).toMatchObject([{ constraint: 'required' }])
    const { refused, remaining } = submit(data, {}, requested, { 'customer.billing.country': 'US' })
    expect([refused, remaining]).toEqual([[], {}])
    const british = { 'customer.billing.country': 'GB' }
    const name = { customer: { last_name: 'x'.repeat(256) } }
    expect(submit(name, {}, { customer: ['last_name'] }, british).refused).toMatchObject([{ code: '3003' }])
    const moved = { customer: { ...name.customer, billing: { country: 'IE' } } }
    expect(submit(moved, {}, { customer: ['last_name'] }, british).refused).toMatchObject([{ code: '2004' }])
  })

  it('ignores interface_type and unknown names', () => {
    const unknown = { interface_type: { id: 7 }, loyalty: { level: 'gold' }, customer: { shoe: 44 } }
    expect(submit(unknown)).toEqual(NOTHING)
  })

  it('neither finds requested names on the object prototype nor reads members of __proto__', () => {
    const requested = { customer: ['constructor', 'toString.name'] }
    expect(submit({ customer: {} }, {}, requested).remaining).toEqual(requested)
    const data = Object.fromEntries<unknown>([
      ['__proto__', { customer: { email: 'a@b.cd' } }],
      ['customer', Object.fromEntries([['__proto__', { email: 'a@b.cd' }]])],
    ])
    expect(submit(data)).toEqual(NOTHING)
  })

  it('accepts a region code if its country is sent along, was sent before, or is still requested', () => {
    const requested = { customer: ['billing.region_code'] }
    const region = { customer: { billing: { region_code: 'L' } } }
    expect(submit(region, {}, requested).remaining).toEqual(requested)
    const withCountry = (country: string) =>
      submit({ customer: { billing: { region_code: 'L', country } } }, {}, requested).remaining
    expect([withCountry('IE'), withCountry('ie')]).toEqual([{}, requested])
    expect(submit(region, { 'customer.billing.country': 'IE' }, requested).remaining).toEqual({})
    const both = { customer: ['billing.region_code', 'billing.country'] }
    expect(submit(region, {}, both).remaining).toEqual({ customer: ['billing.country'] })
  })
})
