/** Bytes as text where they are UTF-8, else null. */
export function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

export function base64Of(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64')
}

/** Wire bytes of a message head, one character per byte. */
export function latin1Of(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1')
}
