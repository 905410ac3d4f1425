/** All take POST. `/v2/` is the only version (contract 1, 5). */
export const ENDPOINTS = [
  { kind: 'clarification', contract: '5.2', label: '/v2/payment/clarification' },
  { kind: 'status', contract: '5.3', label: '/v2/payment/status' },
  { kind: 'statusByRequest', contract: '5.4', label: '/v2/payment/status/request' },
  { kind: 'sale', contract: '5.5', label: '/v2/payment/card/sale' },
  { kind: 'auth', contract: '5.5', label: '/v2/payment/card/auth' },
  { kind: 'capture', contract: '5.6', label: '/v2/payment/card/capture' },
  { kind: 'cancel', contract: '5.6', label: '/v2/payment/card/cancel' },
  { kind: 'refund', contract: '5.6', label: '/v2/payment/card/refund' },
  { kind: 'challengeResult', contract: '5.6', label: '/v2/payment/card/3ds_result' },
  { kind: 'recurring', contract: '13.1', label: '/v2/payment/card/recurring' },
  { kind: 'seriesUpdate', contract: '13.1', label: '/v2/payment/card/recurring/update' },
  { kind: 'seriesCancel', contract: '13.1', label: '/v2/payment/card/recurring/cancel' },
  { kind: 'seriesInfo', contract: '13.1', label: '/v2/payment/card/recurring/info' },
  { kind: 'retryStop', contract: '13.1', label: '/v2/recurring/retry_stop' },
] as const

export type Endpoint = (typeof ENDPOINTS)[number]

/** A request to the signed API (contract 5). */
export type ApiRequestKind = Endpoint['kind']

/** The path of a refund may contain any payment method, or none. */
const REFUND = /^\/v2\/payment\/(?:[a-z0-9-]+\/)?refund$/

/** `path` excludes the query. */
export function endpointOf(path: string): Endpoint | null {
  const label = REFUND.test(path) ? pathOf('refund') : path
  return ENDPOINTS.find((endpoint) => endpoint.label === label) ?? null
}

export function pathOf(kind: ApiRequestKind): string {
  const endpoint = ENDPOINTS.find((each) => each.kind === kind)
  if (endpoint === undefined) throw new Error(`No endpoint takes ${kind}`)
  return endpoint.label
}
