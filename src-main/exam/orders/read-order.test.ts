import { expect, it } from 'vitest'
import { inThisThread } from '#scenarios/foreign/foreign'
import type { SendHttp } from '#scenarios/running/http'
import { nothingAt, orderUrl, READ_ORDER, readOrder } from './read-order'

const URL_OF_ORDER = orderUrl('http://127.0.0.1:4000/orders/{payment_id}.json', 'order-7')
const respondWith =
  (text: string, status = 200): SendHttp =>
  () =>
    Promise.resolve({ status, startLine: `HTTP/1.1 ${status}`, fields: [], headers: {}, text })

const problemAt = async (send: SendHttp, text: string) => {
  const path = text.split('.')
  const ports = { send, foreign: inThisThread, signal: new AbortController().signal }
  return nothingAt(await readOrder(URL_OF_ORDER, [path], ports), path, 'the state')
}

const ORDER = '{"id":"order-7","order":{"state":"open","parcels":[1,2],"note":null}}'

it('readOrder finds a value of any kind at the path', async () => {
  for (const path of ['id', 'order.state', 'order.parcels', 'order.note'])
    expect(await problemAt(respondWith(ORDER), path)).toBeNull()
})

it.each([
  ['status', 'no value at “status”'],
  ['order', 'an object instead of a value at “order”'],
  ['order.state.name', 'no value at “order.state.name”'],
  ['constructor.name', 'no value at “constructor.name”'],
])('nothingAt lists the paths of an order that has no value at the path %s', async (path, what) => {
  expect(await problemAt(respondWith(ORDER), path)).toBe(
    `The state of the order was not seen: the response of GET ${URL_OF_ORDER} has ${what}. It has id, order.state, order.parcels, order.note.`,
  )
})

it.each([
  [respondWith('gone', 404), 'responded with HTTP 404'],
  [respondWith('<!doctype  html>'), 'responded with something that is not JSON: <!doctype html>'],
  [respondWith(' '), 'responded with an empty body'],
  [() => Promise.reject(new Error('connect ECONNREFUSED')), 'gave no response: connect ECONNREFUSED'],
] satisfies [SendHttp, string][])('nothingAt says why the order could not be read', async (send, problem) => {
  expect(await problemAt(send, 'status')).toBe(
    `The state of the order was not seen: GET ${URL_OF_ORDER} ${problem}.`,
  )
})

it('orderUrl inserts any id into the address unchanged', () => {
  expect(orderUrl('http://127.0.0.1:4000/o/{payment_id}?again={payment_id}', "a$&b$'")).toBe(
    "http://127.0.0.1:4000/o/a$&b$'?again=a$&b$'",
  )
})

it('READ_ORDER lists at most 40 values with their paths', () => {
  const membersOf = (json: unknown) =>
    READ_ORDER.work({ text: JSON.stringify(json), paths: [] }, () => undefined).members
  expect(membersOf({ a: 1, b: { c: ['x'], d: { e: true } } })).toEqual([
    { path: 'a', value: '1' },
    { path: 'b.c', value: '["x"]' },
    { path: 'b.d.e', value: 'true' },
  ])
  expect(membersOf(Object.fromEntries(Array.from({ length: 90 }, (_, n) => [`m${n}`, n])))).toHaveLength(40)
  expect(membersOf('paid')).toEqual([])
})
