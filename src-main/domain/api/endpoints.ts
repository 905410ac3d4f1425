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

/** A request to one of these addresses; that of a refund may name any method. */
export type ListedKind = (typeof ENDPOINTS)[number]['kind']

/** A request to the signed API (contract 5, 16.2). */
export type ApiRequestKind = ListedKind | 'methodSale' | 'methodPayout'

export interface Endpoint {
  readonly kind: ApiRequestKind
  readonly contract: string
  readonly label: string
  /** The path of the payment method that the address names; absent for cards, or if it names none. */
  readonly method?: string
}

/** The path of a refund may contain any payment method, or none. */
const REFUND = /^\/v2\/payment\/(?:([a-z0-9-]+(?:\/[a-z0-9-]+){0,2})\/)?refund$/
const METHOD = /^\/v2\/payment\/(?!card\/)([a-z0-9-]+(?:\/[a-z0-9-]+){0,2})\/(sale|payout)$/

/** `path` excludes the query. */
export function endpointOf(path: string): Endpoint | null {
  const refund = REFUND.exec(path)
  const label = refund === null ? path : pathOf('refund')
  const [, method, operation] = METHOD.exec(path) ?? []
  if (method !== undefined) {
    const kind = operation === 'sale' ? 'methodSale' : 'methodPayout'
    return { kind, contract: '16.2', label: path, method }
  }
  const found: Endpoint | undefined = ENDPOINTS.find((endpoint) => endpoint.label === label)
  if (found === undefined) return null
  const refunded = refund?.[1]
  return refunded === undefined || refunded === 'card' ? found : { ...found, method: refunded }
}

export function pathOf(kind: ListedKind): string {
  const endpoint = ENDPOINTS.find((each) => each.kind === kind)
  if (endpoint === undefined) throw new Error(`No endpoint takes ${kind}`)
  return endpoint.label
}
