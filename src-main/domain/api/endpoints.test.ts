import { describe, expect, it } from 'vitest'
import { endpointOf, ENDPOINTS, pathOf } from './endpoints'

describe('the endpoint of a path (contract 5)', () => {
  it.each([
    ['/v2/payment/clarification', 'clarification'],
    ['/v2/payment/status', 'status'],
    ['/v2/payment/status/request', 'statusByRequest'],
    ['/v2/payment/card/sale', 'sale'],
    ['/v2/payment/card/auth', 'auth'],
    ['/v2/payment/card/recurring', 'recurring'],
    ['/v2/payment/card/recurring/update', 'seriesUpdate'],
    ['/v2/payment/card/recurring/cancel', 'seriesCancel'],
    ['/v2/payment/card/recurring/info', 'seriesInfo'],
    ['/v2/recurring/retry_stop', 'retryStop'],
    ['/v2/customer/action/resend', 'codeResend'],
    ['/v2/payment/cascade/step', 'cascadeStep'],
    ['/v2/payment/card/capture', 'capture'],
    ['/v2/payment/card/cancel', 'cancel'],
    ['/v2/payment/card/refund', 'refund'],
    ['/v2/payment/refund', 'refund'],
    ['/v2/payment/online-banking/refund', 'refund'],
    ['/v2/payment/online-banking/ideal/refund', 'refund'],
    ['/v2/payment/online-banking/ideal/sale', 'methodSale'],
    ['/v2/payment/wallet/skrill/payout', 'methodPayout'],
    ['/v2/payment/applepay/auth', 'methodAuth'],
    ['/v2/payment/applepay/capture', 'capture'],
    ['/v2/payment/applepay/cancel', 'cancel'],
    ['/v2/payment/directdebit/sepa/recurring', 'recurring'],
    ['/v2/info/banks/banks/korea/payout/list', 'bankInfo'],
    ['/v2/info/mobile/sale/list', 'operatorInfo'],
    ['/v2/info/available-methods/purchase/list', 'methodInfo'],
  ])('%s is %s', (path, kind) => {
    expect(endpointOf(path)?.kind).toBe(kind)
  })

  it.each([
    '/',
    '/v1/payment/status',
    '/v2/payment/status/',
    '/v2/payment/status?x=1',
    '/V2/payment/status',
    '/v2/payment/status\n',
    '/prefix/v2/payment/status',
    '/v2/payment/card/refund/more',
    '/v2/payment/a/b/c/d/refund',
    '/v2/payment/card/payout',
    '/v2/payment/sale',
    '/v2/payment/capture',
    '/v2/payment/../refund',
    '/v2/payment/__proto__/refund',
    '/v2/info/banks/sale/list',
    '/v2/info/mobile/purchase/list',
    '/v2/info/available-methods/sale/list',
  ])('does not exist for %j: the path must match exactly, and the caller removes the query', (path) => {
    expect(endpointOf(path)).toBeNull()
  })

  it('has a label that is one of its paths', () => {
    for (const { label, kind } of ENDPOINTS) {
      expect(endpointOf(label)?.kind).toBe(kind)
      expect(pathOf(kind)).toBe(label)
    }
    expect(new Set(ENDPOINTS.map(({ kind }) => kind)).size).toBe(ENDPOINTS.length)
  })
})
