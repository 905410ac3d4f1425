import { layOutJson } from '#lib/json/layout'
import { type ShownMessage, textOfBase64 } from './shown-message'
import type { WireBody } from './wire'

/** How a message differs from what was received of it, part by part. */
export interface Arrival {
  readonly head: 'same' | 'other'
  readonly body: 'same' | 'other'
  /** The body was sent in chunks, which the listener decodes. */
  readonly isChunked: boolean
}

/** Two messages as texts, to be read beside each other; null where one of the bodies is not text. */
export interface TextPair {
  readonly sent: string
  readonly received: string
}

/** Compares what was sent with what was captured of it, byte by byte. */
export function arrivalOf(sent: ShownMessage, received: ShownMessage): Arrival {
  return {
    head: sent.head === received.head ? 'same' : 'other',
    body: sameBody(sent.request.body, received.request.body) ? 'same' : 'other',
    isChunked: received.joinedChunks,
  }
}

function sameBody(one: WireBody, other: WireBody): boolean {
  return one.text === null || other.text === null ? one.base64 === other.base64 : one.text === other.text
}

/** The comparison in a sentence. */
export function arrivalWords({ head, body, isChunked }: Arrival): string {
  const chunks = isChunked ? ' The listener stores the body without chunk framing.' : ''
  if (head === 'same' && body === 'same') return `Received byte for byte as it was sent.${chunks}`
  if (body === 'same') return `The body arrived byte for byte as sent; the head did not.${chunks}`
  if (head === 'same') return `The head arrived as sent; the body did not.${chunks}`
  return `Neither head nor body arrived as sent.${chunks}`
}

/**
 * Both messages as texts: exactly what was written and what was read, or their heads with the JSON of the bodies laid
 * out.
 */
export function textsOf(sent: ShownMessage, received: ShownMessage, exact: boolean): TextPair | null {
  const before = exact && sent.wireBase64 !== undefined ? textOfBase64(sent.wireBase64) : textOf(sent, exact)
  const after = textOf(received, exact)
  return before === null || after === null ? null : { sent: before, received: after }
}

function textOf({ head, request }: ShownMessage, exact: boolean): string | null {
  const { text } = request.body
  if (text === null) return null
  return head + (exact ? text : (layOutJson(text) ?? text))
}

/** A message of which at least one side is not text: the bytes that were written, or head and body. */
export function bytesOf({ head, request, wireBase64 }: ShownMessage): { head: string; base64: string } {
  return wireBase64 === undefined ? { head, base64: request.body.base64 } : { head: '', base64: wireBase64 }
}
