import type { HeaderList } from '../../lib/http-message/message'

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
// Every byte except control characters. A tab is allowed.
const FIELD_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/

/**
 * Writes the head of a request exactly as given: the start line, `Host` unless the fields contain it, then every field
 * in its order and case. Strings hold one character per byte. Refuses, with sentences for people, where the head would
 * not be HTTP.
 */
export function writeHead(
  method: string,
  url: URL,
  headers: HeaderList,
):
  | { readonly kind: 'head'; readonly head: Uint8Array }
  | { readonly kind: 'refused'; readonly message: string } {
  if (!TOKEN.test(method)) return refused(`"${method}" is not an HTTP method. Use one such as POST.`)
  for (const [name, value] of headers) {
    if (!TOKEN.test(name)) return refused(`"${name}" is not a header name. Use letters, digits and hyphens.`)
    if (!FIELD_VALUE.test(value)) {
      return refused(
        `The header ${name} has a line break, a control character or one outside latin1. Remove or encode it.`,
      )
    }
  }
  const hasHost = headers.some(([name]) => name.toLowerCase() === 'host')
  const fields = hasHost ? headers : [['Host', url.host] as const, ...headers]
  const lines = [
    `${method} ${url.pathname}${url.search} HTTP/1.1`,
    ...fields.map(([name, value]) => `${name}: ${value}`),
  ]
  return { kind: 'head', head: new Uint8Array(Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')) }
}

function refused(message: string): { readonly kind: 'refused'; readonly message: string } {
  return { kind: 'refused', message }
}
