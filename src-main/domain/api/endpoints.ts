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
  { kind: 'codeResend', contract: '16.4', label: '/v2/customer/action/resend' },
  { kind: 'cascadeStep', contract: '16.7', label: '/v2/payment/cascade/step' },
] as const

/** A request to one of these addresses, some of which may name a method instead of a card. */
export type ListedKind = (typeof ENDPOINTS)[number]['kind']

/** A request to the signed API (contract 5, 16.2, 16.8, 16.9). */
export type ApiRequestKind = ListedKind | 'methodSale' | 'methodAuth' | 'methodPayout' | InfoKind

/** The payments that a list is about (contract 16.9). */
export type ListOperation = 'sale' | 'payout'

export interface Endpoint {
  readonly kind: ApiRequestKind
  readonly contract: string
  readonly label: string
  /** The path of the payment method that the address names; absent for cards, or if it names none. */
  readonly method?: string
  /** Absent unless the address is that of a list. */
  readonly operation?: ListOperation
}

/** The part of an address that names a payment method (contract 16.1). */
export const METHOD_PATH = '[a-z0-9-]+(?:/[a-z0-9-]+){0,2}'

/** Requests whose address may name a method other than a card, by the last part of the address (contract 16.8). */
const OF_METHODS: ReadonlyMap<string, ApiRequestKind> = new Map<string, ApiRequestKind>([
  ['sale', 'methodSale'],
  ['auth', 'methodAuth'],
  ['payout', 'methodPayout'],
  ['recurring', 'recurring'],
  ['capture', 'capture'],
  ['cancel', 'cancel'],
  ['refund', 'refund'],
])

const NAMED = new RegExp(`^/v2/payment/(?:(${METHOD_PATH})/)?(${[...OF_METHODS.keys()].join('|')})$`)

const infoAddress = (list: string, sale: string): RegExp =>
  new RegExp(`^/v2/info/${list}/(?<operation>${sale}|payout)/list$`)

/** Lists, for sales or for payouts (contract 16.9). */
const INFO = [
  { kind: 'bankInfo', address: infoAddress(`banks/(?<method>${METHOD_PATH})`, 'sale') },
  { kind: 'operatorInfo', address: infoAddress('mobile', 'sale') },
  { kind: 'methodInfo', address: infoAddress('available-methods', 'purchase') },
] as const

/** A request for a list. */
export type InfoKind = (typeof INFO)[number]['kind']

function infoOf(path: string): Endpoint | null {
  for (const { kind, address } of INFO) {
    const groups = address.exec(path)?.groups
    if (groups === undefined) continue
    const { method, operation } = groups
    return {
      kind,
      contract: '16.9',
      label: path,
      operation: operation === 'payout' ? operation : 'sale',
      ...(method === undefined ? {} : { method }),
    }
  }
  return null
}

/** `path` excludes the query. */
export function endpointOf(path: string): Endpoint | null {
  const [, method, operation = ''] = NAMED.exec(path) ?? []
  const kind = OF_METHODS.get(operation)
  if (kind !== undefined && method !== undefined && !/^card(?:\/|$)/.test(method)) {
    const contract = ENDPOINTS.find((endpoint) => endpoint.kind === kind)?.contract ?? '16.2'
    return { kind, contract, label: path, method }
  }
  // A refund may name no method at all.
  const label = operation === 'refund' ? pathOf('refund') : path
  return ENDPOINTS.find((endpoint) => endpoint.label === label) ?? infoOf(path)
}

export function pathOf(kind: ListedKind): string {
  const endpoint = ENDPOINTS.find((each) => each.kind === kind)
  if (endpoint === undefined) throw new Error(`No endpoint takes ${kind}`)
  return endpoint.label
}
