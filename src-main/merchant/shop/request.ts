import { decodeUtf8 } from '#lib/bytes/utf8'
import type { ReceivedRequest } from '#lib/http-message/message'

/** A parsed request to the shop. */
export interface ShopRequest {
  /** HEAD counts as GET: the listener leaves the body out. */
  readonly method: string
  /** Segments of the path after `/shop`. */
  readonly path: readonly string[]
  readonly cookie: (name: string) => string
  readonly form: URLSearchParams
}

/** Parses a request. Null: it is not for the shop. */
export function readShopRequest(request: ReceivedRequest): ShopRequest | null {
  const [target = ''] = request.target.split('?', 1)
  const [root, shop, ...path] = target.split('/')
  if (root !== '' || shop !== 'shop') return null
  return {
    method: request.method === 'HEAD' ? 'GET' : request.method,
    path: path.filter((word) => word !== ''),
    cookie: (name) => readCookie(request, name),
    form: new URLSearchParams(isForm(request) ? (decodeUtf8(request.body) ?? '') : ''),
  }
}

/** Whether the `Content-Type` of a request is JSON. */
export function isJson(request: ReceivedRequest): boolean {
  return headersNamed(request, 'content-type').some((value) => /^application\/json(?:\s*;|$)/i.test(value))
}

function isForm(request: ReceivedRequest): boolean {
  return headersNamed(request, 'content-type').some((value) =>
    value.toLowerCase().startsWith('application/x-www-form-urlencoded'),
  )
}

function readCookie(request: ReceivedRequest, wanted: string): string {
  for (const header of headersNamed(request, 'cookie')) {
    for (const pair of header.split(';')) {
      const [name = '', value = ''] = pair.trim().split('=', 2)
      if (name === wanted) return value
    }
  }
  return ''
}

function headersNamed(request: ReceivedRequest, wanted: string): readonly string[] {
  return request.headers.filter(([name]) => name.toLowerCase() === wanted).map(([, value]) => value)
}
