import { describe, expect, it } from 'vitest'
import { EXAM_TEST_LIMIT_MS, expectOneRuleFailed, having, useExams } from './testing/exam/examine'
import { EXAMINED_ALWAYS } from './testing/exam/mutations'

const examine = useExams()

describe.concurrent('the exam', () => {
  it.each(['early', 'store', 'status', 'page'] as const)(
    'gives an A to a correct merchant of the style %s',
    async (style) => {
      const result = await examine(style, null)
      expect(having(result, 'failed')).toEqual([])
      expect(result.grade.letter).toBe('A')
      const seen = having(result, 'passed').map((line) => Number.parseInt(line, 10))
      expect(seen).toEqual(
        expect.arrayContaining([1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 15, 26, 27, 29, 30, 31, 33]),
      )
      expect(seen.filter((number) => number > 33)).toEqual([])
      expect(result.grade.explanation).toMatch(
        /\b7 (more )?rules can be observed only if the merchant sells by methods other than cards\./,
      )
    },
    EXAM_TEST_LIMIT_MS,
  )

  it(
    'observes the rules about payment methods if the checkout sells by them, and gives a correct merchant an A',
    async () => {
      const result = await examine('method', null)
      expect(having(result, 'failed')).toEqual([])
      expect(result.grade.letter).toBe('A')
      const seen = having(result, 'passed').map((line) => Number.parseInt(line, 10))
      expect(seen).toEqual(expect.arrayContaining([34, 35, 36, 38, 39, 40, 41]))
    },
    EXAM_TEST_LIMIT_MS,
  )

  it(
    'fails no rule that it cannot observe',
    async () => {
      const result = await examine('store', null, { orders: null, checkout: null, clarification: false })
      // The receiver responds with 404 to callbacks about unknown orders, which is right.
      expect(having(result, 'failed')).toEqual([])
      expect(having(result, 'passed')).toEqual([])
      expect(having(result, 'not observed').find((line) => line.startsWith('4:'))).toContain('--checkout')
    },
    EXAM_TEST_LIMIT_MS,
  )

  it.each(['early', 'store'] as const)(
    'reports the refused request of a merchant of the style %s with a wrong secret',
    async (style) => {
      const result = await examine(style, null, {}, 'another secret')
      expect(having(result, 'failed')).toEqual([expect.stringMatching(/^1: /)])
      expect(having(result, 'not observed').find((line) => line.startsWith('4:'))).toContain(
        'The merchant requested a payment, which the platform refused: its signature is not correct (see rule 1).',
      )
    },
    EXAM_TEST_LIMIT_MS,
  )

  it(
    'fails no rule because of a wrong path to the state, and names the values that an order has',
    async () => {
      const result = await examine('store', null, { orders: { state: ['status'] } })
      expect(having(result, 'failed')).toEqual([])
      expect(having(result, 'not observed').find((line) => line.startsWith('4:'))).toMatch(
        /has no value at “status”\. It has order\.id, .*order\.state, .*--order-map state=PATH/,
      )
      expect(result.grade).toMatchObject({ letter: '–', explanation: expect.stringContaining('“status”') })
    },
    EXAM_TEST_LIMIT_MS,
  )

  it(
    'fails no rule because of a wrong path to the deliveries or to the amount',
    async () => {
      const wrong = { deliveries: ['parcels'], amount: ['sum'] }
      const result = await examine('store', null, { orders: wrong })
      expect(having(result, 'failed')).toEqual([])
      const open = having(result, 'not observed')
      expect(open.find((line) => line.startsWith('5:'))).toContain('no value at “parcels”')
      expect(open.find((line) => line.startsWith('29:'))).toContain('no value at “sum”')
    },
    EXAM_TEST_LIMIT_MS,
  )

  it.each(EXAMINED_ALWAYS)(
    'fails one rule of a merchant that %s',
    (name) => expectOneRuleFailed(examine, name),
    EXAM_TEST_LIMIT_MS,
  )
})
