import type { FormRefusal, FormUpdate } from '../../core/form/wire'
import type { OutgoingReply, WireHeaders } from '../ports'

const encoder = new TextEncoder()

/**
 * Policy of the form's pages: our own script, the styles of this page, our own requests and frames. Any merchant may
 * frame them (contract 7.1).
 */
function pagePolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'nonce-${nonce}'`,
    'img-src data:',
    "connect-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    'frame-ancestors *',
  ].join('; ')
}

/** A page of the form. Nothing of it is kept by the browser: it tells the state of one moment. */
export function htmlAnswer(status: number, html: string, nonce: string): OutgoingReply {
  return {
    status,
    headers: [
      ['Content-Type', 'text/html; charset=utf-8'],
      ['Content-Security-Policy', pagePolicy(nonce)],
      ...PRIVATE,
      ['Referrer-Policy', 'same-origin'],
    ],
    body: encoder.encode(html),
  }
}

/** What the form's own page is told. */
export function pageAnswer(status: number, body: FormUpdate | FormRefusal): OutgoingReply {
  return {
    status,
    headers: [['Content-Type', 'application/json; charset=utf-8'], ...PRIVATE],
    body: encoder.encode(JSON.stringify(body)),
  }
}

export function emptyAnswer(status: number, headers: WireHeaders = []): OutgoingReply {
  return { status, headers: [...headers, ...PRIVATE], body: new Uint8Array() }
}

const PRIVATE: WireHeaders = [
  ['Cache-Control', 'no-store'],
  ['X-Content-Type-Options', 'nosniff'],
]
