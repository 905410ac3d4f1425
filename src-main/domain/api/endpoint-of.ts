import { ENDPOINTS, type ApiRequestKind, type Endpoint } from './endpoints'

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
