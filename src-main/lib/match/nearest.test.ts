import fc from 'fast-check'
import { expect, it } from 'vitest'
import { describeValue } from './describe'
import { explainCandidates, nearestFirst } from './nearest'
import { absent, any, moreThan, oneOf, unordered } from './pattern'

const wanted = { kind: 'result', body: { payment: { id: 'order-7', status: 'success' } } }
const intermediate = { kind: 'intermediate', body: { payment: { id: 'order-7', status: 'processing' } } }
const decline = { kind: 'result', body: { payment: { id: 'order-7', status: 'decline' } } }
const other = { kind: 'token', body: {} }

it('nearestFirst puts the items that agree most first', () => {
  const ranked = nearestFirst(wanted, [other, decline, intermediate], (item) => item)
  expect(ranked.map(({ item }) => item)).toEqual([decline, intermediate, other])
})

it('nearestFirst puts the latest first among items that agree equally', () => {
  const items = ['first', 'second', 'third']
  expect(nearestFirst('fourth', items, (item) => item).map(({ item }) => item)).toEqual(items.toReversed())
})

it('explainCandidates lists the differences below each candidate', () => {
  const ranked = nearestFirst(wanted, [other, decline], (item) => item)
  expect(explainCandidates(ranked, ({ kind }) => `a ${kind}`)).toEqual([
    'a result: 2 of 3 values agree',
    '  body.payment.status: expected "success", was "decline"',
    'a token: 0 of 3 values agree',
    '  kind: expected "result", was "token"',
    '  body.payment: expected {id: "order-7", status: "success"}, was nothing',
  ])
})

it('explainCandidates counts what it leaves out', () => {
  const many = Array.from({ length: 9 }, (_, at) => ({ [`x${at}`]: at }))
  const asked = Object.fromEntries(Array.from({ length: 15 }, (_, at) => [`y${at}`, at]))
  const lines = explainCandidates(
    nearestFirst(asked, many, (item) => item),
    () => 'one',
  )
  expect(lines.filter((line) => line === 'one: 0 of 15 values agree')).toHaveLength(5)
  expect(lines).toContain('  and 5 more')
  expect(lines.at(-1)).toBe('and 4 more that agree less or came earlier')
})

it('describeValue describes patterns in words', () => {
  expect(describeValue({ a: any, 'b-c': absent, d: /x/i, e: moreThan(3) })).toBe(
    '{a: any, "b-c": absent, d: /x/i, e: > 3}',
  )
  expect(describeValue(oneOf('a', 1))).toBe('"a" or 1')
  expect(describeValue(unordered('a', 'b'))).toBe('in any order ["a", "b"]')
  expect(describeValue(undefined)).toBe('nothing')
})

it('describeValue never exceeds the given length', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.integer({ min: 5, max: 80 }), (value, most) => {
      const text = describeValue(value, most)
      expect(text.length).toBeLessThanOrEqual(most)
    }),
  )
})

it('describeValue reads no more of a value than it has room for', () => {
  const late = {
    get member(): never {
      throw new Error('It read a member that it has no room to show.')
    },
  }
  const text = describeValue([...Array.from({ length: 9 }, () => 'x'.repeat(50)), late])
  expect(text).toMatch(/^\["x+", .*…$/)
})
