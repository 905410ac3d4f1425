import { contentPolicy } from '#lib/html/content-policy'
import type { FormRefusal, FormUpdate } from '#domain/form/wire'
import type { HttpResponse, HeaderList } from '#lib/http-message/message'

const encoder = new TextEncoder()

/**
 * Where a form of the page may be sent. `own`: to the visit. `returns`: the response may redirect to a return address
 * of the merchant, and from there anywhere: Chromium applies `form-action` to every redirect, Firefox to the first
 * address only. `posts`: to an address of the merchant, by an inline script.
 */
export type FormTargets = 'own' | 'returns' | 'posts'

/**
 * Builds the policy of the form's pages: our own scripts, the styles of this page, our own requests and frames. It has no
 * `frame-ancestors`, because any merchant may frame them (contract 7.1), even an app with its own scheme, which no
 * source covers.
 */
function pagePolicy(nonce: string, targets: FormTargets): string {
  return contentPolicy({
    'default-src': [],
    'script-src': targets === 'posts' ? [`'nonce-${nonce}'`] : ["'self'", `'nonce-${nonce}'`],
    'style-src': [`'nonce-${nonce}'`],
    'img-src': ['data:'],
    'connect-src': ["'self'"],
    'object-src': [],
    'frame-src': ["'self'"],
    'form-action': targets === 'own' ? ["'self'"] : ["'self'", 'http:', 'https:'],
    'base-uri': [],
  })
}

/** Responds with a page of the form. The browser must not cache it, because the state changes. */
export function htmlResponse(
  status: number,
  html: string,
  nonce: string,
  targets: FormTargets = 'own',
): HttpResponse {
  return {
    status,
    headers: [
      ['Content-Type', 'text/html; charset=utf-8'],
      ['Content-Security-Policy', pagePolicy(nonce, targets)],
      ...PRIVATE,
      ['Referrer-Policy', 'same-origin'],
    ],
    body: encoder.encode(html),
  }
}

/** Responds to the script of the form's page with JSON. */
export function pageResponse(status: number, body: FormUpdate | FormRefusal): HttpResponse {
  return {
    status,
    headers: [['Content-Type', 'application/json; charset=utf-8'], ...PRIVATE],
    body: encoder.encode(JSON.stringify(body)),
  }
}

export function emptyResponse(status: number, headers: HeaderList = []): HttpResponse {
  return { status, headers: [...headers, ...PRIVATE], body: new Uint8Array() }
}

const PRIVATE: HeaderList = [
  ['Cache-Control', 'no-store'],
  ['X-Content-Type-Options', 'nosniff'],
]
