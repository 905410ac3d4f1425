import type { OutgoingReply, WireHeaders } from '../../bench/ports'
import type { ReportsOutcome } from './page-reports'
import type { Markup } from './html'

/** A page of the shop and what a browser may load and do on it. */
export interface ShopPage {
  readonly status: number
  readonly markup: Markup
  readonly policy: string
}

const PRIVATE: WireHeaders = [
  ['Cache-Control', 'no-store'],
  ['X-Content-Type-Options', 'nosniff'],
]

const encoder = new TextEncoder()

function reply(status: number, type: string, body: string, headers: WireHeaders = []): OutgoingReply {
  return { status, headers: [['Content-Type', type], ...PRIVATE, ...headers], body: encoder.encode(body) }
}

export function pageReply({ status, markup, policy }: ShopPage, headers: WireHeaders = []): OutgoingReply {
  return reply(status, 'text/html; charset=utf-8', markup.markup, [
    ['Content-Security-Policy', policy],
    ...headers,
  ])
}

export function textReply(status: number, text: string, headers: WireHeaders = []): OutgoingReply {
  return reply(status, 'text/plain; charset=utf-8', text, headers)
}

export function jsonReply(value: unknown): OutgoingReply {
  return reply(200, 'application/json; charset=utf-8', JSON.stringify(value))
}

export function fileReply(text: string, type: 'text/javascript' | 'text/css'): OutgoingReply {
  return reply(200, `${type}; charset=utf-8`, text)
}

/** To another page of the shop, by GET. */
export function seeOther(path: string, headers: WireHeaders = []): OutgoingReply {
  return reply(303, 'text/plain; charset=utf-8', '', [['Location', path], ...headers])
}

export function methodRefused(allowed: string): OutgoingReply {
  return textReply(405, `This address takes ${allowed}.\n`, [['Allow', allowed]])
}

/** What the page's script gets for its reports. */
export function reportsReply(outcome: ReportsOutcome): OutgoingReply {
  switch (outcome) {
    case 'taken':
      return reply(204, 'text/plain; charset=utf-8', '')
    case 'malformed':
      return textReply(422, 'These are no reports of a preview.\n')
    case 'tooLarge':
      return textReply(413, 'Post fewer reports at a time.\n')
    case 'tooMany':
      return textReply(429, 'Too many reports in this second.\n')
  }
}
