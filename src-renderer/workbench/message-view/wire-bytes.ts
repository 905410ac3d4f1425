import { bytesOfBase64 } from '#window/lib/base64'
import type { ShownMessage } from './shown-message'

/** Header fields hold one character per byte, unless an imported file has others. */
function headBytes(head: string): Uint8Array {
  return /[\u0100-\uffff]/.test(head)
    ? new TextEncoder().encode(head)
    : Uint8Array.from(head, (character) => character.charCodeAt(0))
}

function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

const ascii = (text: string): Uint8Array => new TextEncoder().encode(text)

/** A body as one chunk (RFC 9112 7.1): its original chunks are not stored. */
function inOneChunk(body: Uint8Array): readonly Uint8Array[] {
  const last = ascii('0\r\n\r\n')
  return body.length === 0 ? [last] : [ascii(`${body.length.toString(16)}\r\n`), body, ascii('\r\n'), last]
}

/**
 * A request as it was on the wire: the recorded bytes, else head and body. The chunks of a body that was received are
 * joined, so they become one.
 */
export function wireBytes({
  head,
  request,
  wireBase64,
  joinedChunks,
}: ShownMessage): Uint8Array<ArrayBuffer> {
  if (wireBase64 !== undefined) return joined(bytesOfBase64(wireBase64))
  const { text, base64 } = request.body
  const body = text === null ? bytesOfBase64(base64) : new TextEncoder().encode(text)
  return joined(headBytes(head), ...(joinedChunks ? inOneChunk(body) : [body]))
}

/** The same as text, for the clipboard; bytes that are not UTF-8 become U+FFFD there. */
export function wireText(message: ShownMessage): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(wireBytes(message))
}
