import { BenchError } from '../../protocol/bench-error'
import type { WireHeaders } from '../../bench/ports'

export interface WireRequest {
  readonly method: string
  readonly target: string
  readonly httpVersion: string
  readonly headers: WireHeaders
  readonly body: Uint8Array
}

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
const FIELD_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/
/** What ends a line or the target itself; everything else may stand in a start line, wrong or not. */
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
 * A request whose head can be written.
 * @throws BenchError invalid_params with the part at fault.
 */
export function checkWritable({ method, target, headers }: WireRequest): void {
  if (!TOKEN.test(method)) {
    throw refused('edits.method', 'is no HTTP method. Use letters, as in POST.')
  }
  if (!TARGET.test(target)) {
    throw refused(
      'edits.path',
      'has a space, a line break or another character that must be percent-encoded.',
    )
  }
  for (const [index, [name, value]] of headers.entries()) {
    if (!TOKEN.test(name)) {
      throw refused(`edits.headers.${index}`, `"${name}" is no header name. Use letters, digits and hyphens.`)
    }
    if (!FIELD_VALUE.test(value)) {
      throw refused(
        `edits.headers.${index}`,
        `${name} has a line break, a control character or one outside latin1. Remove or encode it.`,
      )
    }
  }
}

export function isChunked(headers: WireHeaders): boolean {
  return headers.some(
    ([name, value]) => name.toLowerCase() === 'transfer-encoding' && /\bchunked\b/i.test(value),
  )
}

/** Header fields whose length fits the body; a body that nothing announces gets a field behind the others. */
export function withLength(headers: WireHeaders, length: number): WireHeaders {
  const isLength = (name: string): boolean => name.toLowerCase() === 'content-length'
  if (headers.some(([name]) => isLength(name))) {
    return headers.map(([name, value]) => [name, isLength(name) ? String(length) : value] as const)
  }
  return length === 0 || isChunked(headers) ? headers : [...headers, ['Content-Length', String(length)]]
}

export function refused(field: string, message: string): BenchError {
  return new BenchError('invalid_params', `${field}: ${message}`, [{ field, message }])
}
