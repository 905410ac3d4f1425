import { encodeBase64 } from '#lib/bytes/base64'
import { decodeUtf8, encodeUtf8 } from '#lib/bytes/utf8'
import { decodePairs } from '#lib/http-message/url-encoded'
import { headerValues, type HeaderList } from '#lib/http-message/message'
import type { HarMessage, HarOwnFields, HarResponse } from './message'

/** Start of a HAR 1.2 archive; entries follow, joined with {@link HAR_SEPARATOR}, then {@link HAR_TAIL}. */
export function harHead(creator: { readonly name: string; readonly version: string }): string {
  return `{"log":{"version":"1.2","creator":${JSON.stringify(creator)},"pages":[],"entries":[\n`
}

export const HAR_SEPARATOR = ',\n'
export const HAR_TAIL = '\n]}}\n'

export function harEntry(message: HarMessage): string {
  const { startedAt, durationMs, method, url, target, httpVersion, headers, body, response, own } = message
  const time = durationMs ?? 0
  return JSON.stringify({
    startedDateTime: new Date(startedAt).toISOString(),
    time,
    request: {
      method,
      url,
      httpVersion: `HTTP/${httpVersion}`,
      cookies: [],
      headers: namedHeaders(headers),
      queryString: queryOf(target),
      ...(body.length === 0
        ? {}
        : { postData: { mimeType: typeOf(headers), ...contentOf(body, '_encoding') } }),
      headersSize: -1,
      bodySize: body.length,
    },
    response: responseOf(response, httpVersion),
    cache: {},
    timings: { send: 0, wait: time, receive: 0 },
    ...(own === null ? {} : { _paybench: ownMember(own, message) }),
  })
}

/** HAR requires a response; readers treat status 0 as none. */
function responseOf(response: HarResponse | null, httpVersion: string): unknown {
  const { status, headers, body } = response ?? { status: 0, headers: [], body: new Uint8Array(0) }
  return {
    status,
    statusText: '',
    httpVersion: `HTTP/${response?.httpVersion ?? httpVersion}`,
    cookies: [],
    headers: namedHeaders(headers),
    content: {
      size: body.length,
      mimeType: typeOf(headers),
      ...(body.length === 0 ? {} : contentOf(body, 'encoding')),
    },
    redirectURL: headerValues(headers, 'location')[0] ?? '',
    headersSize: -1,
    bodySize: response === null ? -1 : body.length,
  }
}

/** Text if the bytes are UTF-8, otherwise base64. HAR cannot name a request's encoding; our `_encoding` does. */
function contentOf(body: Uint8Array, encodingMember: 'encoding' | '_encoding'): Record<string, string> {
  const text = decodeUtf8(body)
  return text === undefined ? { text: encodeBase64(body), [encodingMember]: 'base64' } : { text }
}

function namedHeaders(headers: HeaderList): readonly { readonly name: string; readonly value: string }[] {
  return headers.map(([name, value]) => ({ name, value }))
}

function typeOf(headers: HeaderList): string {
  return headerValues(headers, 'content-type')[0] ?? ''
}

function queryOf(target: string): readonly { readonly name: string; readonly value: string }[] {
  const question = target.indexOf('?')
  if (question < 0) return []
  return decodePairs(encodeUtf8(target.slice(question + 1))).map(({ name, value }) => ({ name, value }))
}

function ownMember(own: HarOwnFields, { target, durationMs, response }: HarMessage): unknown {
  const { wire, virtualTime, marks, masked, ...rest } = own
  return {
    version: 1,
    ...rest,
    virtualTime: new Date(virtualTime).toISOString(),
    target,
    ...(durationMs === null ? { untimed: true } : {}),
    ...(response === null ? { unanswered: true } : {}),
    ...(marks.length === 0 ? {} : { marks }),
    ...(masked.length === 0 ? {} : { masked }),
    ...(wire === undefined ? {} : { wire: encodeBase64(wire) }),
  }
}
