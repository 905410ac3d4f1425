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

/** The part of an address that names a payment method (contract 16.1). */
export const METHOD_PATH = '[a-z0-9-]+(?:/[a-z0-9-]+){0,2}'

/** A refund may name any payment method, or none; a sale or payout with a method names one other than a card. */
const NAMED = new RegExp(`^/v2/payment/(?:(${METHOD_PATH})/)?(refund|sale|payout)$`)

/** `path` excludes the query. */
export function endpointOf(path: string): Endpoint | null {
  const [, named, operation] = NAMED.exec(path) ?? []
  const method = named === undefined || /^card(?:\/|$)/.test(named) ? null : named
  if (method !== null && operation !== 'refund') {
    const kind = operation === 'sale' ? 'methodSale' : 'methodPayout'
    return { kind, contract: '16.2', label: path, method }
  }
  const label = operation === 'refund' ? pathOf('refund') : path
  const found = ENDPOINTS.find((endpoint) => endpoint.label === label) ?? null
  return found === null || method === null ? found : { ...found, method }
}

export function pathOf(kind: ListedKind): string {
  const endpoint = ENDPOINTS.find((each) => each.kind === kind)
  if (endpoint === undefined) throw new Error(`No endpoint takes ${kind}`)
  return endpoint.label
}
