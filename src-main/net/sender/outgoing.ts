import { TOKEN, unwritableHeader } from '#lib/http-message/header-syntax'
import type { HeaderList } from '#lib/http-message/message'

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
  const unwritable = unwritableHeader(headers)
  if (unwritable !== null) return refused(unwritable.message)
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
