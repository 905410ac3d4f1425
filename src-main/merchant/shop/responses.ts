import {
  type HeaderList,
  headerValues,
  type HttpResponse,
  type ReceivedRequest,
} from '#lib/http-message/message'
import type { Html } from '#lib/html/html'
import { decodeUtf8, encodeUtf8 } from '#lib/bytes/utf8'
import type { CheckSubmitChoice, FormParameters, PreviewMethod, PreviewMode } from '#protocol/projects'
import type { ProjectId } from '#domain/ids'
import type { ReportsOutcome } from './page-reports'

export interface ShopPage {
  readonly status: number
  readonly markup: Html
  readonly policy: string
}

const PRIVATE: HeaderList = [
  ['Cache-Control', 'no-store'],
  ['X-Content-Type-Options', 'nosniff'],
]

function respond(status: number, type: string, body: string, headers: HeaderList = []): HttpResponse {
  return { status, headers: [['Content-Type', type], ...PRIVATE, ...headers], body: encodeUtf8(body) }
}

export function pageResponse({ status, markup, policy }: ShopPage, headers: HeaderList = []): HttpResponse {
  return respond(status, 'text/html; charset=utf-8', markup.markup, [
    ['Content-Security-Policy', policy],
    ...headers,
  ])
}

export function textResponse(status: number, text: string, headers: HeaderList = []): HttpResponse {
  return respond(status, 'text/plain; charset=utf-8', text, headers)
}

export function jsonResponse(value: unknown): HttpResponse {
  return respond(200, 'application/json; charset=utf-8', JSON.stringify(value))
}

export function fileResponse(text: string, type: 'text/javascript' | 'text/css'): HttpResponse {
  return respond(200, `${type}; charset=utf-8`, text)
}

/** Redirects within the shop; browsers follow with GET. */
export function seeOther(path: string, headers: HeaderList = []): HttpResponse {
  return respond(303, 'text/plain; charset=utf-8', '', [['Location', path], ...headers])
}

/** `allowed` lists the allowed methods, as in the `Allow` field. */
export function methodNotAllowed(allowed: string): HttpResponse {
  return textResponse(405, `Use ${allowed} for this address.\n`, [['Allow', allowed]])
}

const REPORTS_RESPONSES: Readonly<Record<ReportsOutcome, readonly [status: number, text: string]>> = {
  taken: [204, ''],
  malformed: [422, 'The body does not contain reports of a preview.\n'],
  tooLarge: [413, 'The body is too large. Send fewer reports at a time.\n'],
  tooMany: [429, 'Too many reports. Wait a second before you send more.\n'],
}

export const reportsResponse = (outcome: ReportsOutcome): HttpResponse =>
  textResponse(...REPORTS_RESPONSES[outcome])

export interface ShopRequest {
  /** HEAD counts as GET: the listener omits the body. */
  readonly method: string
  /** Without `/shop`. */
  readonly path: readonly string[]
  readonly cookie: (name: string) => string
  readonly form: URLSearchParams
}

const FORM_TYPE = 'application/x-www-form-urlencoded'

/** Null if the request is not for the shop. */
export function readShopRequest(request: ReceivedRequest): ShopRequest | null {
  const [target = ''] = request.target.split('?', 1)
  const [root, shop, ...path] = target.split('/')
  if (root !== '' || shop !== 'shop') return null
  return {
    method: request.method === 'HEAD' ? 'GET' : request.method,
    path: path.filter((word) => word !== ''),
    cookie: (name) => readCookie(request, name),
    form: new URLSearchParams(hasType(request, FORM_TYPE) ? (decodeUtf8(request.body) ?? '') : ''),
  }
}

/** @param type media type in lower case */
export const hasType = (request: ReceivedRequest, type: string): boolean =>
  headerValues(request.headers, 'content-type').some(
    (value) => value.split(';', 1)[0]?.trim().toLowerCase() === type,
  )

function readCookie(request: ReceivedRequest, wanted: string): string {
  for (const header of headerValues(request.headers, 'cookie')) {
    for (const pair of header.split(';')) {
      const [name = '', value = ''] = pair.trim().split('=', 2)
      if (name === wanted) return value
    }
  }
  return ''
}

export interface Preview {
  readonly id: string
  readonly projectId: ProjectId
  /** The library's signed config, with `target_element` (`FORM_TARGET`) or `redirect` if the mode needs them. */
  readonly parameters: FormParameters
  readonly mode: PreviewMode
  readonly method: PreviewMethod
  /** Styles for the modal on the shop's page; empty for other modes, whose form is a page of another origin. */
  readonly css: string
  /** `none`: the page has no such handler. */
  readonly checkSubmit: CheckSubmitChoice
  /** Virtual time, epoch milliseconds. */
  readonly createdAt: number
}
