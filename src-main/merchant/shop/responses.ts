import type { HttpResponse, HeaderList } from '#lib/http-message/message'
import type { ReportsOutcome } from './page-reports'
import type { Html } from '#lib/html/html'

/** A page of the shop with its content policy. */
export interface ShopPage {
  readonly status: number
  readonly markup: Html
  readonly policy: string
}

const PRIVATE: HeaderList = [
  ['Cache-Control', 'no-store'],
  ['X-Content-Type-Options', 'nosniff'],
]

const encoder = new TextEncoder()

function respond(status: number, type: string, body: string, headers: HeaderList = []): HttpResponse {
  return { status, headers: [['Content-Type', type], ...PRIVATE, ...headers], body: encoder.encode(body) }
}

/** Responds with a page and its content policy. */
export function pageResponse({ status, markup, policy }: ShopPage, headers: HeaderList = []): HttpResponse {
  return respond(status, 'text/html; charset=utf-8', markup.markup, [
    ['Content-Security-Policy', policy],
    ...headers,
  ])
}

/** Responds with plain text. */
export function textResponse(status: number, text: string, headers: HeaderList = []): HttpResponse {
  return respond(status, 'text/plain; charset=utf-8', text, headers)
}

/** Responds with 200 and JSON. */
export function jsonResponse(value: unknown): HttpResponse {
  return respond(200, 'application/json; charset=utf-8', JSON.stringify(value))
}

/** Responds with a script or a style sheet. */
export function fileResponse(text: string, type: 'text/javascript' | 'text/css'): HttpResponse {
  return respond(200, `${type}; charset=utf-8`, text)
}

/** Redirects to another page of the shop, by GET. */
export function seeOther(path: string, headers: HeaderList = []): HttpResponse {
  return respond(303, 'text/plain; charset=utf-8', '', [['Location', path], ...headers])
}

/** Refuses a method. `allowed` lists the allowed ones, as in the `Allow` field. */
export function methodNotAllowed(allowed: string): HttpResponse {
  return textResponse(405, `Use ${allowed} for this address.\n`, [['Allow', allowed]])
}

/** Responds to the reports of a preview's page. */
export function reportsResponse(outcome: ReportsOutcome): HttpResponse {
  switch (outcome) {
    case 'taken':
      return respond(204, 'text/plain; charset=utf-8', '')
    case 'malformed':
      return textResponse(422, 'The body does not contain reports of a preview.\n')
    case 'tooLarge':
      return textResponse(413, 'The body is too large. Send fewer reports at a time.\n')
    case 'tooMany':
      return textResponse(429, 'Too many reports. Wait a second before you send more.\n')
  }
}
