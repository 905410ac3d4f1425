import { TOKEN, unwritableHeader } from '#lib/http-message/header-syntax'
import type { HeaderList } from '#lib/http-message/message'
import { invalidParam } from '#core/errors'

export interface WireRequest {
  readonly method: string
  readonly target: string
  readonly httpVersion: string
  readonly headers: HeaderList
  readonly body: Uint8Array
}

/** Everything but what ends the line or the target: testers may send other mistakes. */
const TARGET = /^[\x21-\x7e\x80-\xff]+$/

/** The bytes of a request; a chunked one gets its body as a single chunk. */
export function wireBytes({ method, target, httpVersion, headers, body }: WireRequest): Uint8Array {
  const head = [
    `${method} ${target} HTTP/${httpVersion}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ]
  const chunk = isChunked(headers) ? [`${body.length.toString(16)}\r\n`, '\r\n0\r\n\r\n'] : ['', '']
  return new Uint8Array(
    Buffer.concat([
      Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'),
      ...(isChunked(headers) && body.length === 0
        ? [Buffer.from('0\r\n\r\n')]
        : [Buffer.from(chunk[0] ?? ''), body, Buffer.from(chunk[1] ?? '')]),
    ]),
  )
}

/**
 * Checks that the head of a request can be written.
 * @throws BenchError invalid_params with the part that is wrong
 */
export function checkWritable({ method, target, headers }: WireRequest): void {
  if (!TOKEN.test(method)) {
    throw invalidParam('edits.method', 'is not an HTTP method. Use letters, as in POST.')
  }
  if (!TARGET.test(target)) {
    throw invalidParam(
      'edits.path',
      'contains a space, a line break or another character that must be percent-encoded.',
    )
  }
  const unwritable = unwritableHeader(headers)
  if (unwritable !== null) throw invalidParam(`edits.headers.${unwritable.index}`, unwritable.message)
}

export function isChunked(headers: HeaderList): boolean {
  return headers.some(
    ([name, value]) => name.toLowerCase() === 'transfer-encoding' && /\bchunked\b/i.test(value),
  )
}

/** Header fields with the length of the body; where no field announces a body, one is added at the end. */
export function withLength(headers: HeaderList, length: number): HeaderList {
  const isLength = (name: string): boolean => name.toLowerCase() === 'content-length'
  if (headers.some(([name]) => isLength(name))) {
    return headers.map(([name, value]) => [name, isLength(name) ? String(length) : value] as const)
  }
  return length === 0 || isChunked(headers) ? headers : [...headers, ['Content-Length', String(length)]]
}
