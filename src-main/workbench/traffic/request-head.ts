import type { WireHeaders } from '../../bench/ports'

/** The parts of a request head that we wrote ourselves; strings have one character per byte. */
export interface RequestLine {
  readonly method: string
  readonly target: string
  readonly httpVersion: string
  readonly headers: WireHeaders
}

const START = /^(\S+) (\S+) HTTP\/(\d\.\d)$/

/** Takes a recorded head apart; null for one that is no whole HTTP head. */
export function requestLineOf(head: string): RequestLine | null {
  const [start = '', ...fields] = head.replace(/(?:\r\n)+$/, '').split('\r\n')
  const [, method, target, httpVersion] = START.exec(start) ?? []
  if (method === undefined || target === undefined || httpVersion === undefined) return null
  const headers: [string, string][] = []
  for (const field of fields) {
    const colon = field.indexOf(':')
    if (colon <= 0) return null
    headers.push([field.slice(0, colon), field.slice(colon + 1).replace(/^ /, '')])
  }
  return { method, target, httpVersion, headers }
}
