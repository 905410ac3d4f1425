import { decodeBase64 } from '#lib/bytes/base64'
import { decodeUtf8, encodeUtf8 } from '#lib/bytes/utf8'
import type { HeaderList } from '#lib/http-message/message'

const BACKSLASH = 0x5c
const isPlain = (byte: number): boolean => (byte >= 0x20 && byte <= 0x7e) || byte === 0x09 || byte === 0x0a

/** A control character other than tab and line ends: neither a page nor XML can hold it. */
const UNREADABLE = /(?![\t\n\r])\p{Cc}/u

const WRITTEN_BYTES: readonly string[] = Array.from({ length: 256 }, (_, byte) =>
  byte === BACKSLASH
    ? '\\\\'
    : isPlain(byte)
      ? String.fromCharCode(byte)
      : `\\x${byte.toString(16).toUpperCase().padStart(2, '0')}`,
)

/** Writes bytes as text: readable ASCII as it is, a backslash as two, every other byte as `\xNN`. */
export function escapedBytes(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += WRITTEN_BYTES[byte] ?? ''
  return text
}

const escaped = (bytes: Uint8Array): string =>
  `(not readable text; \\xNN stands for a byte, \\\\ for a backslash)\n${escapedBytes(bytes)}`

/** The text itself; its escaped bytes where it has a character that no report can hold. */
const readable = (text: string): string => (UNREADABLE.test(text) ? escaped(encodeUtf8(text)) : text)

/** Bytes as a text that a report can hold: UTF-8 as it is, everything else with its bytes escaped. */
export function textOfBytes(bytes: Uint8Array): string {
  const text = decodeUtf8(bytes)
  return text === undefined ? escaped(bytes) : readable(text)
}

/** {@link textOfBytes} for bytes in base64. */
export const textOfBase64 = (base64: string): string => textOfBytes(decodeBase64(base64) ?? new Uint8Array())

/** The text of a body; read from `base64` where `text` is missing because the bytes are not UTF-8. */
export const textOfBody = (text: string | null | undefined, base64: string): string =>
  typeof text === 'string' ? readable(text) : textOfBase64(base64)

/** A head as it was on the wire, with LF as line ends. */
export const linesOfHead = (head: string): string => head.replaceAll('\r\n', '\n').trimEnd()

/** Start line and fields as the lines of a head. */
export const headLines = (start: string, headers: HeaderList): string =>
  [start, ...headers.map(([name, value]) => `${name}: ${value}`)].join('\n')

/** Head and body of a message, with an empty line between them. */
export const messageText = (head: string, body: string): string => `${head}\n\n${body}`
