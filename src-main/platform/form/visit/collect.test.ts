import { describe, expect, it } from 'vitest'
import { aFormSettings } from '#domain/testing/form-settings'
import { checkCollected, fieldsToCollect } from './collect'

const today = '2031-04-09'
const field = (path: string, required = true) => ({ path, required, value: '' })
const REGION = 'customer.billing.region_code'
const COUNTRY = 'customer.billing.country'

describe('what the form collects', () => {
  const paths = (...rules: Parameters<typeof fieldsToCollect>[1]) =>
    fieldsToCollect(aFormSettings({ needsContact: true }), rules).map(({ path }) => path)
  const rule = (path: string, required: boolean, shown: boolean) => ({ path, required, shown })

  it('is an e-mail address too where a purchase has none and the project collects neither it nor a phone', () => {
    expect(paths()).toEqual(['customer.email'])
    expect(paths(rule('customer.phone', true, true))).toEqual(['customer.phone'])
    expect(paths(rule('customer.phone', false, true))).toEqual(['customer.phone'])
    expect(paths(rule('customer.phone', false, false))).toEqual(['customer.email'])
    expect(paths(rule('customer.email', false, false))).toEqual(['customer.email'])
    expect(fieldsToCollect(aFormSettings({ needsContact: false }), [])).toEqual([])
  })
})

describe('what the customer typed', () => {
  it('is judged with the country of its own address, typed beside it or known before', () => {
    const typed = { [REGION]: 'CA' }
    const refused = { ok: false, problems: [{ name: REGION, reason: 'required' }] }
    const taken = { ok: true, values: typed }
    expect(checkCollected([field(REGION)], typed, {}, today)).toEqual(refused)
    expect(checkCollected([field(REGION)], typed, { [COUNTRY]: 'US' }, today)).toEqual(taken)
    expect(checkCollected([field(REGION)], typed, { 'customer.country': 'US' }, today)).toEqual(refused)
    // A country in an input that the page does not have counts for nothing.
    expect(checkCollected([field(REGION)], { ...typed, [COUNTRY]: 'US' }, {}, today)).toEqual(refused)
    const both = [field(REGION), field(COUNTRY, false)]
    expect(checkCollected(both, { ...typed, [COUNTRY]: 'US' }, {}, today)).toMatchObject({ ok: true })
    expect(checkCollected(both, { ...typed, [COUNTRY]: ' ' }, {}, today)).toEqual(refused)
    expect(checkCollected(both, { ...typed, [COUNTRY]: ' ' }, { [COUNTRY]: 'US' }, today)).toEqual(taken)
  })
})
