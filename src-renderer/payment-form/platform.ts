import { CLOCK_HEADER, type FormRefusal, type FormUpdate } from '#domain/form/wire'
import type { PageState } from '#domain/form/page-state'

export type PlatformResponse =
  | { readonly kind: 'update'; readonly update: FormUpdate }
  | { readonly kind: 'unchanged'; readonly clock: FormUpdate['clock'] | null }
  | { readonly kind: 'refused'; readonly refusal: FormRefusal }
  | { readonly kind: 'unreachable' }

const TIMEOUT_MS = 30_000

/** Sends one request: GET if `body` is undefined, otherwise POST with `body` as JSON. */
export function callPlatform(
  path: string,
  body: unknown,
  onResponse: (response: PlatformResponse) => void,
): void {
  const request = new XMLHttpRequest()
  let done = false
  const finish = (response: PlatformResponse): void => {
    if (done) return
    done = true
    onResponse(response)
  }
  request.open(body === undefined ? 'GET' : 'POST', path, true)
  request.timeout = TIMEOUT_MS
  request.setRequestHeader('Accept', 'application/json')
  if (body !== undefined) request.setRequestHeader('Content-Type', 'application/json')
  request.onreadystatechange = () => {
    if (request.readyState === 4) finish(responseOf(request))
  }
  request.onerror = () => finish({ kind: 'unreachable' })
  request.ontimeout = () => finish({ kind: 'unreachable' })
  request.send(body === undefined ? null : JSON.stringify(body))
}

function responseOf(request: XMLHttpRequest): PlatformResponse {
  // Internet Explorer reports 204 as 1223.
  if (request.status === 204 || request.status === 1223) return { kind: 'unchanged', clock: clockOf(request) }
  const value = request.status === 0 ? undefined : readJson(request.responseText)
  if (request.status === 200 && isUpdate(value)) return { kind: 'update', update: value }
  return isRefusal(value) ? { kind: 'refused', refusal: value } : { kind: 'unreachable' }
}

function clockOf(request: XMLHttpRequest): FormUpdate['clock'] | null {
  const parts = (request.getResponseHeader(CLOCK_HEADER) ?? '').split(' ')
  const now = Number(parts[0])
  const rate = Number(parts[1])
  return parts.length === 2 && isFinite(now) && isFinite(rate) ? { now, rate } : null
}

/** An object from the platform or the embedding page; check its members before use. */
export type JsonObject = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Undefined if the text is not JSON. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** A response from another server at the platform's address has none of these members. */
function isUpdate(value: unknown): value is FormUpdate {
  return isObject(value) && typeof value['html'] === 'string' && typeof value['rev'] === 'string'
}

function isRefusal(value: unknown): value is FormRefusal {
  return isObject(value) && Array.isArray(value['problems']) && typeof value['message'] === 'string'
}

export function isPageState(value: unknown): value is PageState {
  return isObject(value) && typeof value['base'] === 'string'
}
