import { describe, expect, it } from 'vitest'
import { parametersOf, refusedParameter } from './TrafficDetailPane'
import type { ExchangeDetail } from '#protocol/messages'

const detail = (change: Partial<ExchangeDetail>) =>
  ({ path: '/payment', headers: [], body: '', ...change }) as unknown as ExchangeDetail

describe('the parameters of a request', () => {
  it('are those of its query, decoded, in their order', () => {
    expect(parametersOf(detail({ path: '/payment?b=%C3%A9+x&a=1&b' }))).toEqual([
      { place: 'query', name: 'b', value: 'é x' },
      { place: 'query', name: 'a', value: '1' },
      { place: 'query', name: 'b', value: '' },
    ])
    expect(parametersOf(detail({}))).toEqual([])
  })

  it('are those of a form-encoded body too, and of no other', () => {
    const headers: [string, string][] = [['content-type', 'application/x-www-form-urlencoded; charset=utf-8']]
    expect(parametersOf(detail({ headers, body: 'a=ü' }))).toEqual([{ place: 'body', name: 'a', value: 'ü' }])
    expect(parametersOf(detail({ body: 'a=1' }))).toEqual([])
  })

  it('are found by the field of a refusal', () => {
    const parameters = parametersOf(detail({ path: '/payment?a=1&shipping=2&a=3' }))
    expect(refusedParameter(parameters, 'a')).toBe(2)
    expect(refusedParameter(parameters, 'shipping.shipping.type')).toBe(1)
    expect(refusedParameter(parameters, 'signature')).toBe(-1)
  })
})
