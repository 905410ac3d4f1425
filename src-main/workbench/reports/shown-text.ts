import { latin1Of, textOf } from '#core/bytes'
import { createReportMask } from '#domain/masking/report-mask'
import type { HeaderList } from '#lib/http-message/message'
import { LIMITS } from '#lib/limits/limit-table'

/** The space for message text that all payments of a report share. */
export interface ByteRoom {
  /** Takes up to `chars` characters. Returns the number for which there is space. */
  take(chars: number): number
}

/** Creates the space of one report, {@link LIMITS.reportChars}. */
export function createByteRoom(): ByteRoom {
  let left = LIMITS.reportChars
  return {
    take(chars) {
      const taken = Math.min(chars, left)
      left -= taken
      return taken
    },
  }
}

/** Writes messages for readers outside the bench: masks card data and the secrets of projects. */
export interface ShownText {
  /** A head and a body as they are on the wire. */
  readonly message: (startLine: string, headers: HeaderList, body: Uint8Array) => string
  /** A head as it was written, and a body. */
  readonly raw: (head: Uint8Array, body: Uint8Array) => string
  /** A sentence or a value. */
  readonly plain: (text: string) => string
  /** Whether any body was cut so far. */
  readonly hasCut: () => boolean
}

/** @param secrets secrets of the projects of the report */
export function createShownText(secrets: readonly string[], room: ByteRoom): ShownText {
  const mask = createReportMask(secrets)
  let cuts = 0
  const body = (bytes: Uint8Array): string => {
    if (bytes.length === 0) return ''
    const most = room.take(Math.min(bytes.length, LIMITS.reportBodyChars))
    const part = bytes.subarray(0, most)
    // The cut may split a character, which would make the whole text unreadable.
    const text = textOf(part) ?? (textOf(bytes) === null ? latin1Of(part) : new TextDecoder().decode(part))
    if (most < bytes.length) cuts += 1
    const cut =
      most < bytes.length
        ? `\n(${most === 0 ? 'None' : `The first ${String(most)}`} of ${String(bytes.length)} bytes: the report has no room for more. The payment in Paybench has all of them.)`
        : ''
    return `\n${mask.text(text)}${cut}`
  }
  return {
    plain: mask.text,
    hasCut: () => cuts > 0,
    message: (startLine, headers, bytes) =>
      `${mask.head([startLine, ...headers.map(([name, value]) => `${name}: ${value}`)].join('\n'))}\n${body(bytes)}`,
    raw: (head, bytes) =>
      `${mask.head(latin1Of(head.subarray(0, LIMITS.reportBodyChars)).trimEnd().replaceAll('\r\n', '\n'))}\n${body(bytes)}`,
  }
}
