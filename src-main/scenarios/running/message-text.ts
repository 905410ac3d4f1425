import { decodeBase64 } from '../../lib/bytes/base64'
import { decodeUtf8, encodeUtf8 } from '../../lib/bytes/utf8'
import type { HeaderList } from '../../lib/http-message/message'

const BACKSLASH = 0x5c
const isPlain = (byte: number): boolean => (byte >= 0x20 && byte <= 0x7e) || byte === 0x09 || byte === 0x0a

/** Control characters, which neither a page nor XML can hold; line ends and tabs are none. */
const UNREADABLE = /(?![\t\n\r])\p{Cc}/u

/** Every byte: ASCII as it is, others as `\xNN`, a backslash as two. */
export function escapedBytes(bytes: Uint8Array): string {
  const parts = Array.from(bytes, (byte) =>
    byte === BACKSLASH
      ? '\\\\'
      : isPlain(byte)
        ? String.fromCharCode(byte)
        : `\\x${byte.toString(16).toUpperCase().padStart(2, '0')}`,
  )
  return parts.join('')
}

const escaped = (bytes: Uint8Array): string =>
  `(not readable text; \\xNN stands for a byte, \\\\ for a backslash)\n${escapedBytes(bytes)}`

/** A text without characters that no report can hold: then every byte of it. */
const readable = (text: string): string => (UNREADABLE.test(text) ? escaped(encodeUtf8(text)) : text)

/** All bytes as a text that a person can read. */
export function textOfBytes(bytes: Uint8Array): string {
  const text = decodeUtf8(bytes)
  return text === undefined ? escaped(bytes) : readable(text)
}

/** The same, where they are base64. */
export const textOfBase64 = (base64: string): string => textOfBytes(decodeBase64(base64) ?? new Uint8Array())

/** The text of a body; `base64` counts where its bytes are not UTF-8. */
export const textOfBody = (text: string | null | undefined, base64: string): string =>
  typeof text === 'string' ? readable(text) : textOfBase64(base64)

/** A head as it was on the wire, with the line ends of a report. */
export const linesOfHead = (head: string): string => head.replaceAll('\r\n', '\n').trimEnd()

/** Start line and fields as the lines of a head. */
export const headLines = (start: string, headers: HeaderList): string =>
  [start, ...headers.map(([name, value]) => `${name}: ${value}`)].join('\n')

/** Head and body of a message, with an empty line between them. */
export const messageText = (head: string, body: string): string => `${head}\n\n${body}`
