import { describe, expect, it } from 'vitest'
import { type Method, method as methodShape, SAMPLE_METHOD } from '#domain/project/method-shape'
import {
  fieldProblem,
  freeParameters,
  METHOD_FIELDS,
  type MethodFieldName,
  newMethod,
  withOperation,
  withParameter,
  withWay,
} from './own-methods'

const FULL: Method = {
  ...SAMPLE_METHOD,
  name: 'Tide pay',
  form: 'tide',
  currencies: ['EUR', 'USD'],
  operations: {
    sale: {
      parameters: [
        { name: 'account.number', type: 'string', need: 'required' },
        { name: 'account.term', type: 'integer', need: 'strict' },
      ],
      customer: ['qr'],
      display: [{ type: 'qr_data', title: 'QR code' }],
    },
    payout: { parameters: [] },
  },
}
const NAMES = Object.keys(METHOD_FIELDS) as MethodFieldName[]

describe('an own method in Settings', () => {
  it.each(NAMES)('is unchanged if its %s is read as it was written', (name) => {
    const { read, write } = METHOD_FIELDS[name]
    expect(read(write(FULL), FULL)).toEqual(FULL)
    expect(fieldProblem(name, write(FULL), FULL)).toBeNull()
  })

  it('has the parameters that are typed, required unless another need follows', () => {
    const { read } = METHOD_FIELDS.parameters
    const { operations } = methodShape.parse(read('  account.pin\n\ncustomer.email  strict\n', SAMPLE_METHOD))
    expect(operations.sale?.parameters).toEqual([
      { name: 'account.pin', type: 'string', need: 'required' },
      { name: 'customer.email', type: 'string', need: 'strict' },
    ])
  })

  it('works without a name, a code and currencies', () => {
    for (const name of ['name', 'form', 'currencies'] as const) {
      expect(fieldProblem(name, ' ', FULL), name).toBeNull()
    }
    expect(METHOD_FIELDS.currencies.read('eur; usd, any', SAMPLE_METHOD)).toEqual({
      ...SAMPLE_METHOD,
      currencies: ['EUR', 'USD'],
    })
  })

  it.each([
    ['path', 'Wallet/Mine', /^Enter a path such as/],
    ['path', 'card/mine', /^Enter a path such as/],
    ['name', 'card', /^Enter a name/],
    ['currencies', 'EUR, euros', /^Enter currencies/],
    ['parameters', 'pin', /: a name without a dot must be optional\.$/],
    ['parameters', 'account.number must', /^Enter a name such as account\.number/],
    ['parameters', 'account.number\naccount number', /^“account number” cannot be read\. Enter a name/],
    ['parameters', 'account.number\naccount.number strict', /^Enter a name such as account\.number/],
    ['display', 'add_info amount\nqr', /^“qr” cannot be read\. Enter qr_data/],
    ['display', 'add_info\nadd_info amount', /^“add_info” cannot be read\. Enter qr_data/],
  ] as const)('says what is wrong with the %s %j', (name, text, message) => {
    expect(fieldProblem(name, text, FULL)).toMatch(message)
  })

  it('gets a known parameter that it does not have, as a required one', () => {
    const offered = freeParameters(FULL, 'number').map(({ value }) => value)
    expect(offered).toContain('identify.doc_number')
    expect(offered).not.toContain('account.number')
    const { operations } = methodShape.parse(withParameter(FULL, 'identify.doc_number'))
    const added = { name: 'identify.doc_number', type: 'string', need: 'required' }
    expect(operations.sale?.parameters).toEqual([...(FULL.operations.sale?.parameters ?? []), added])
  })

  it('has the items of its kind, and other operations', () => {
    const sale = (next: unknown) => methodShape.parse(next).operations.sale
    const [item] = sale(withWay(FULL, 'instructions'))?.display ?? []
    expect(item).toEqual({ type: 'add_info', title: 'receiver_name' })
    expect(sale(withWay(FULL, 'redirect'))).toEqual({
      parameters: FULL.operations.sale?.parameters,
      customer: ['redirect'],
    })
    const operations = (next: unknown) => Object.keys(methodShape.parse(next).operations).toSorted()
    expect(operations(withOperation(FULL, 'refund', true))).toEqual(['payout', 'refund', 'sale'])
    expect(operations(withOperation(FULL, 'payout', false))).toEqual(['sale'])
  })

  it('is added with a free path', () => {
    const first = newMethod([])
    const second = newMethod([first])
    expect([first, second].map(({ path }) => path)).toEqual(['wallet/my-wallet', 'wallet/my-wallet-2'])
    expect(methodShape.safeParse(second).success).toBe(true)
  })
})
