import { describe, expect, it } from 'vitest'
import { violations } from '#domain/api/check'
import { endpointOf } from '#domain/api/endpoints'
import { additionalDataOf } from '#domain/clarification/fields'
import { bankError } from '#domain/method/banks'
import { METHODS, takesCurrency } from '#domain/method/method'
import { fieldRulesOf } from '#domain/method/method-rules'
import { SAMPLE_METHOD } from '#domain/project/method-shape'
import { searchTestCards, TEST_CARDS } from '#domain/provider/test-cards'
import { amountFigures } from '#lib/money/minor-units'
import { dataOf, furtherNames, operationsOf } from './method-fields'
import {
  keepForNextPayment,
  keepPaymentDraft,
  likePayment,
  type NewPayment,
  methodOf,
  nextPaymentId,
  onlyMatch,
  onlyMethod,
  outcomeOf,
  paramsOf,
  paymentDraft,
  readAmount,
  whatHappens,
  withMethod,
} from './new-payment'
import fc from 'fast-check'
import { draftOf } from '#window/state/preferences'

const aForm = (change: Partial<NewPayment> = {}): NewPayment => ({
  projectId: '9041',
  paymentId: 'order-1',
  amount: '46.50',
  currency: 'EUR',
  customerId: '',
  method: 'card',
  data: {},
  card: '',
  description: '',
  operation: 'sale',
  outcome: 'hold',
  series: '',
  ...change,
})

describe('a new payment', () => {
  it('is sent without empty fields, and without spaces in the card number', () => {
    expect(paramsOf(aForm({ card: '4000 0000 0000 0077' }), 4650, [])).toEqual({
      ...{ projectId: 9041, paymentId: 'order-1', amount: 4650, currency: 'EUR' },
      ...{ operation: 'sale', outcome: 'hold', card: '4000000000000077' },
    })
  })

  it('follows its test card, unless the tester decides', () => {
    const card = '4000000000000077'
    expect(outcomeOf({ outcome: 'follow', card })).toBe('card')
    expect(outcomeOf({ outcome: 'hold', card })).toBe('hold')
    expect(outcomeOf({ outcome: 'follow', card: '' })).toBe('hold')
    expect(outcomeOf({ outcome: 'follow', card: '5500000000000004' })).toBe('hold')
  })
})

describe('the explanation of the outcome', () => {
  it.each([
    [{ outcome: 'follow', card: '4000 0000 0001 7006' }, /^The test card decides: Requests post code/],
    [{ outcome: 'card', card: '' }, /card number decides/],
    [{ outcome: 'hold', card: '4000000000017006' }, /You decide/],
    [{ outcome: 'follow', card: '' }, /You decide/],
    [{ outcome: 'follow', card: '17006' }, /^Enter takes the only match: Requests post code/],
    [{ outcome: 'follow', card: 'declined' }, /^Select a card or enter a complete card number/],
    [{ outcome: 'card', card: '400000000000007717006' }, /^Select a card or enter a complete card number/],
  ] as const)('fits %j', (form, sentence) => {
    expect(whatHappens({ ...aForm(), ...form }, [])).toMatch(sentence)
  })
})

describe('a new payment by another method', () => {
  const EASYPAISA = 'wallet/easypaisa'
  const data = { 'customer.email': 'nora@vale.test', 'customer.first_name': ' ' }

  it('has the values of its parameters, but none of a card payment', () => {
    const form = aForm({ method: EASYPAISA, currency: 'PKR', data, card: '4000000000000077', series: 'U' })
    expect(paramsOf(form, 4650, [])).toEqual({
      ...{ projectId: 9041, paymentId: 'order-1', amount: 4650, currency: 'PKR', method: EASYPAISA },
      operation: 'sale',
      data: {
        'customer.email': 'nora@vale.test',
        'customer.last_name': 'Vale',
        'account.number': expect.any(String),
      },
    })
  })

  it('has a currency that the method accepts', () => {
    expect(withMethod({ currency: 'EUR' }, EASYPAISA, [])).toEqual({ method: EASYPAISA, currency: 'PKR' })
    expect(withMethod({ currency: 'PKR' }, EASYPAISA, [])).toEqual({ method: EASYPAISA })
    expect(withMethod({ currency: 'EUR' }, 'easyp', [])).toEqual({ method: 'easyp' })
  })

  it.each([
    ['easypaisa', EASYPAISA],
    ['qr THB', 'banks/promptpay'],
    ['nigeria', 'bank-transfer/africa'],
    ['wallet', null],
    [EASYPAISA, null],
    ['teapot', null],
    ['', null],
  ])('is found by the words %j: %j', (text, path) => {
    expect(onlyMethod(text, [])).toBe(path)
  })

  it('has the parameters of its operation, and the optional ones that were added', () => {
    const form = aForm({ method: 'wallet/bybit', operation: 'payout', data: { 'customer.browser': 'Lynx' } })
    expect(paramsOf(form, 4650, [])).toMatchObject({
      operation: 'payout',
      data: { 'customer.account_id': '5501234', 'customer.browser': 'Lynx' },
    })
    const method = methodOf(form, [])
    expect(method && furtherNames(form, method)).toEqual(['customer.device_type', 'customer.device_id'])
    expect(paramsOf({ ...form, method: EASYPAISA }, 4650, []).data).not.toHaveProperty('customer.browser')
  })

  it('has an operation of its method', () => {
    const operationBy = (method: string) => paramsOf(aForm({ method, operation: 'payout' }), 1, []).operation
    expect(operationBy('wallet/bybit')).toBe('payout')
    expect(operationBy('online-banking/ideal')).toBe('sale')
    expect(operationBy('card')).toBe('sale')
    expect(paramsOf(aForm({ method: 'bank-transfer/sepa' }), 1, []).operation).toBe('payout')
    expect(whatHappens(aForm({ method: 'bank-transfer/sepa' }), [])).toMatch(/^Like a payout over the API/)
  })

  it.each([
    [EASYPAISA, /^Like a sale over the API: the customer gets instructions/],
    ['easypaisa', /^Enter takes the only match: wallet\/easypaisa/],
    ['wallet', /^Select a method/],
  ])('is explained for the typed method %j', (method, sentence) => {
    expect(whatHappens({ ...aForm(), method }, [])).toMatch(sentence)
  })

  it('is explained with the kind that the project chose', () => {
    const form = { ...aForm(), method: EASYPAISA }
    const chosen = whatHappens(form, [], [{ path: EASYPAISA, way: 'redirect' }])
    expect(chosen).toMatch(/the customer is sent to the provider’s page/)
  })

  it('may have a method that the project adds', () => {
    const { path } = SAMPLE_METHOD
    expect(methodOf({ method: path }, [SAMPLE_METHOD])).toBe(SAMPLE_METHOD)
    expect(methodOf({ method: path }, [])).toBeNull()
    expect(onlyMethod('my-wallet', [SAMPLE_METHOD])).toBe(path)
  })

  it('needs a method with which a payment can begin', () => {
    const refunds = { ...SAMPLE_METHOD, operations: { refund: { parameters: [] } } }
    expect(methodOf({ method: refunds.path }, [refunds])).toBeNull()
    expect(methodOf({ method: 'card' }, [])).toBeNull()
  })

  const begun = METHODS.flatMap((method) =>
    operationsOf(method).map((operation) => ({ method, path: method.path, operation })),
  )
  it.each(begun)(
    'by $path, $operation, is valid with the values that are filled in',
    ({ method, path, operation }) => {
      const form = aForm({ operation, ...withMethod({ currency: 'EUR' }, path, []) })
      const { currency } = form
      const body = additionalDataOf([...Object.entries(dataOf(form, method)), ['payment.currency', currency]])
      const endpoint = endpointOf(`/v2/payment/${path}/${operation}`)
      expect(endpoint).not.toBeNull()
      expect(endpoint === null ? [] : violations(fieldRulesOf(endpoint, []), body)).toEqual([])
      expect(bankError(method, operation, body)).toBeNull()
      expect(takesCurrency(method, currency)).toBe(true)
    },
  )
})

describe('a typed amount', () => {
  it.each([
    ['46.50', 'EUR', 4650],
    ['46,5', 'EUR', 4650],
    ['1 200', 'GBP', 120_000],
    ["1'200.00", 'CHF', 120_000],
    ['12400', 'JPY', 12_400],
    ['18.250', 'KWD', 18_250],
    ['0.001', 'KWD', 1],
    ['5.', 'EUR', 500],
  ])('of %s %s is read as %i minor units', (text, currency, amount) => {
    expect(readAmount(text, currency)).toEqual({ amount })
  })

  it.each([
    ['', 'EUR'],
    ['0', 'EUR'],
    ['-5', 'EUR'],
    ['1.005', 'EUR'],
    ['1.5', 'JPY'],
    ['1.2.3', 'EUR'],
    ['12e3', 'EUR'],
    ['999999999999999', 'EUR'],
  ])('of %j %s is refused with a reason', (text, currency) => {
    expect(readAmount(text, currency)).toHaveProperty('error')
  })

  it('is refused above the maximum, which the error names', () => {
    expect(readAmount('46.51', 'EUR', 4650)).toEqual({
      error: 'The amount is too high. Enter at most 46.50 EUR.',
    })
  })

  it('is unchanged after it is written and read back', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000_000_000_000 }),
        fc.constantFrom('EUR', 'JPY', 'KWD'),
        (amount, currency) => {
          expect(readAmount(amountFigures(amount, currency), currency)).toEqual({ amount })
        },
      ),
    )
  })
})

it.each(['bank-transfer/japan', 'banks/japan'])(
  'a duplicate is paid by the same method: %s',
  (methodPath) => {
    const payment: Parameters<typeof likePayment>[0] = {
      projectId: 9041,
      paymentId: 'order-1',
      amount: 4650,
      currency: 'JPY',
      customerId: '',
      description: '',
      operations: [],
      origin: 'api',
    }
    expect(likePayment({ ...payment, methodPath }).method).toBe(methodPath)
    expect(likePayment(payment).method).toBe('card')
  },
)

it('ids of new payments continue the numbering of a duplicated payment', () => {
  expect(nextPaymentId('Shop-2031')).toBe('Shop-2031-2')
  expect(nextPaymentId('Shop-2031-2')).toBe('Shop-2031-3')
  expect(nextPaymentId('qa')).toBe('qa-2')
})

describe('a test card', () => {
  it.each([
    ['insufficient', '4000000000000135'],
    ['3-d secure 1qwezxc', null],
    ['declined too slow', '4539121411168251'],
    ['declined', null],
    ['teapot', null],
    ['', null],
    ['4000 0000 0000 0077', null],
    ['4000000000000135', null],
  ])('typed as %j makes Enter select %j', (text, number) => {
    expect(onlyMatch(text)?.number ?? null).toBe(number)
  })

  it.each(TEST_CARDS)('$number is found by words for what it does', ({ number, outcome, challenge }) => {
    const last = outcome.at(-1)
    const words = [
      last?.kind === 'result' && last.outcome === 'decline' ? 'declined' : '',
      challenge === undefined ? '' : '3-D Secure',
    ]
    expect(searchTestCards(words.join(' ')).map((card) => card.number)).toContain(number)
  })
})

const typed = { ...paymentDraft('1', 'p-1'), amount: '12.50' }

it.each(TEST_CARDS.map(({ number }) => number))(
  'the draft restores the test card %s without storing its number',
  (card) => {
    keepPaymentDraft({ ...typed, card: card.replace(/^..../, '$& ') })
    expect(paymentDraft('2', 'p-2')).toEqual({ ...typed, card, projectId: '2', paymentId: 'p-2' })
    expect(draftOf('payment')).not.toContain(card)
  },
)

it.each(['5555555555554444', '40000000000000', '', 'no card'])('the draft omits the card %j', (card) => {
  keepPaymentDraft({ ...typed, card })
  expect(paymentDraft('2', 'p-2').card).toBe('')
})

it('the draft does not contain the values of a method, which may be secret', () => {
  keepPaymentDraft({ ...typed, method: 'wallet/emanat', data: { 'account.secret': '8472' } })
  expect(paymentDraft('2', 'p-2')).toMatchObject({ method: 'wallet/emanat', data: {} })
  expect(draftOf('payment')).not.toContain('8472')
})

it('the next payment keeps the data of the last one, except its description and decisions', () => {
  keepForNextPayment({ ...typed, description: 'Tea', operation: 'auth', outcome: 'hold', series: 'R' })
  const next = { amount: '12.50', description: '', operation: 'sale', outcome: 'follow', series: '' }
  expect(paymentDraft('1', 'p-2')).toMatchObject(next)
})
