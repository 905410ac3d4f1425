import { contentPolicy } from '../../../lib/html/content-policy'
import type { FormRefusal, FormUpdate } from '../../../domain/form/wire'
import type { HttpResponse, HeaderList } from '../../../lib/http-message/message'

const encoder = new TextEncoder()

/**
 * Where a form of the page may lead. `own`: to the session. `returns`: its response may go on to a return address of the merchant,
 * and from there anywhere: Chromium applies `form-action` to every hop of a redirect, Firefox to the first address only. `posts`: to
 * an address of the merchant, by a script that stands in the page.
 */
export type FormTargets = 'own' | 'returns' | 'posts'

/**
 * Policy of the form's pages: our own scripts, the styles of this page, our own requests and frames. There is no `frame-ancestors`:
 * any merchant may frame them (contract 7.1), an app with a scheme of its own too, which no source expression covers.
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

/** A page of the form. The browser must not cache it: it shows the state of one moment. */
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

/** A response to the script of the form's own page. */
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
