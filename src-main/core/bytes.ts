/** Decodes bytes as UTF-8. Returns null where they are not valid UTF-8. */
export function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

/** Encodes bytes as Base64. */
export function base64Of(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64')
}

/** Decodes the bytes of a message head as Latin-1: one character per byte. */
export function latin1Of(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1')
}

/** Encodes characters up to U+00FF as one byte each, the reverse of {@link latin1Of}. */
export function latin1Bytes(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'latin1'))
}
