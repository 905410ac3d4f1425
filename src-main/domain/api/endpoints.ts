/** What a merchant can ask of the signed API (contract 5). */
export type ApiRequestKind =
  | 'clarification'
  | 'status'
  | 'statusByRequest'
  | 'sale'
  | 'auth'
  | 'capture'
  | 'cancel'
  | 'refund'
  | 'challengeResult'
  | 'recurring'
  | 'seriesUpdate'
  | 'seriesCancel'
  | 'seriesInfo'
  | 'retryStop'

export interface Endpoint {
  readonly path: RegExp
  readonly kind: ApiRequestKind
  readonly contract: string
  /** Path as a person reads it. */
  readonly label: string
}

/** Every endpoint of the API; all take POST. Other versions than `/v2/` do not exist (contract 1). */
export const ENDPOINTS: readonly Endpoint[] = [
  {
    path: /^\/v2\/payment\/clarification$/,
    kind: 'clarification',
    contract: '5.2',
    label: '/v2/payment/clarification',
  },
  { path: /^\/v2\/payment\/status$/, kind: 'status', contract: '5.3', label: '/v2/payment/status' },
  {
    path: /^\/v2\/payment\/status\/request$/,
    kind: 'statusByRequest',
    contract: '5.4',
    label: '/v2/payment/status/request',
  },
  { path: /^\/v2\/payment\/card\/sale$/, kind: 'sale', contract: '5.5', label: '/v2/payment/card/sale' },
  { path: /^\/v2\/payment\/card\/auth$/, kind: 'auth', contract: '5.5', label: '/v2/payment/card/auth' },
  {
    path: /^\/v2\/payment\/card\/capture$/,
    kind: 'capture',
    contract: '5.6',
    label: '/v2/payment/card/capture',
  },
  {
    path: /^\/v2\/payment\/card\/cancel$/,
    kind: 'cancel',
    contract: '5.6',
    label: '/v2/payment/card/cancel',
  },
  {
    path: /^\/v2\/payment\/(?:[a-z0-9-]+\/)?refund$/,
    kind: 'refund',
    contract: '5.6',
    label: '/v2/payment/card/refund',
  },
  {
    path: /^\/v2\/payment\/card\/3ds_result$/,
    kind: 'challengeResult',
    contract: '5.6',
    label: '/v2/payment/card/3ds_result',
  },
  {
    path: /^\/v2\/payment\/card\/recurring$/,
    kind: 'recurring',
    contract: '13.1',
    label: '/v2/payment/card/recurring',
  },
  {
    path: /^\/v2\/payment\/card\/recurring\/update$/,
    kind: 'seriesUpdate',
    contract: '13.1',
    label: '/v2/payment/card/recurring/update',
  },
  {
    path: /^\/v2\/payment\/card\/recurring\/cancel$/,
    kind: 'seriesCancel',
    contract: '13.1',
    label: '/v2/payment/card/recurring/cancel',
  },
  {
    path: /^\/v2\/payment\/card\/recurring\/info$/,
    kind: 'seriesInfo',
    contract: '13.1',
    label: '/v2/payment/card/recurring/info',
  },
  {
    path: /^\/v2\/recurring\/retry_stop$/,
    kind: 'retryStop',
    contract: '13.1',
    label: '/v2/recurring/retry_stop',
  },
]

/** The endpoint of a request path (without query), or null. */
export function endpointOf(path: string): Endpoint | null {
  return ENDPOINTS.find((endpoint) => endpoint.path.test(path)) ?? null
}

/** The path to which a request of this kind goes. */
export function pathOf(kind: ApiRequestKind): string {
  const endpoint = ENDPOINTS.find((each) => each.kind === kind)
  if (endpoint === undefined) throw new Error(`No endpoint takes ${kind}`)
  return endpoint.label
}
