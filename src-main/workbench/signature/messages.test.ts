import { describe, expect, it } from 'vitest'
import { toPlain } from '#lib/json/node'
import { readPasted } from './messages'

const read = (text: string) => {
  const pasted = readPasted(text)
  return pasted.ok
    ? {
        data: toPlain(pasted.message.root),
        encoding: pasted.message.encoding,
        surface: pasted.message.surface,
      }
    : pasted.reason
}

const DATA = { project_id: '9041', payment_id: 'a b' }
const QUERY = 'project_id=9041&payment_id=a+b'
const OF_QUERY = { data: DATA, encoding: 'query', surface: 'form' }
const OF_FORM = { ...OF_QUERY, encoding: 'form' }

describe('a pasted message', () => {
  it.each<readonly [string, string, object]>([
    ['a JSON body', ' {"a":1}\n', { data: { a: 1 }, encoding: 'json', surface: undefined }],
    ['a URL', `https://shop.test/payment?${QUERY}#top`, OF_QUERY],
    ['a query', '?project_id=9041&payment_id=a%20b', OF_QUERY],
    ['a form-encoded body', `${QUERY}\n`, OF_FORM],
    ['a GET request', `GET /payment?${QUERY} HTTP/1.1\r\nHost: x\r\n\r\n`, OF_QUERY],
    [
      'a POST of JSON to the API',
      'POST /v2/payment/status HTTP/1.1\nHost: x\nContent-Type: application/json\n\n{"a":1}',
      { data: { a: 1 }, encoding: 'json', surface: 'api' },
    ],
    [
      'a POST of a form',
      `POST /payment HTTP/1.1\r\nContent-Type: application/x-www-form-urlencoded\r\n\r\n${QUERY}`,
      OF_FORM,
    ],
    [
      'a response',
      'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n{"a":1}',
      { data: { a: 1 }, encoding: 'json', surface: 'callback' },
    ],
  ])('is read as %s', (_what, text, expected) => {
    expect(read(text)).toEqual(expected)
  })

  it.each<readonly [string, string]>([
    ['', 'The text is empty'],
    ['{"a":', 'Not JSON'],
    ['just words', 'Not JSON'],
    ['12', 'Only a JSON object or array'],
    ['GET /payment HTTP/1.1\r\n\r\n', 'no parameters'],
    ['a=%E9', 'not UTF-8'],
  ])('is refused with a reason: %j', (text, reason) => {
    expect(read(text)).toContain(reason)
  })
})
