import type { IncomingMessage } from 'node:http'

/** Why the rest of a body will not come. */
export interface Interruption {
  /** The parser's or the system's word for it. */
  readonly code: string
  readonly note: string
  /** What to answer while the connection still stands; null where it is gone. */
  readonly status: number | null
}

export type GatheredBody =
  | { readonly kind: 'complete'; readonly bytes: Uint8Array }
  | { readonly kind: 'tooLarge'; readonly bytes: Uint8Array }
  | { readonly kind: 'cutOff'; readonly bytes: Uint8Array; readonly interruption: Interruption }

const GONE: Interruption = {
  code: 'ECONNRESET',
  note: 'The connection ended before the body was complete. What had arrived is kept.',
  status: null,
}

/** A body that is being read and can be ended early by whoever watches the connection. */
export interface BodyReading {
  readonly done: Promise<GatheredBody>
  interrupt(interruption: Interruption): void
  /** True as soon as the parser saw the end, a moment before `done` settles. */
  readonly isComplete: () => boolean
}

/** Reads a body of at most `limit` bytes. Never rejects; a longer body stops, paused, with its first `limit` bytes. */
export function readBody(request: IncomingMessage, limit: number): BodyReading {
  const chunks: Buffer[] = []
  let size = 0
  let settle: (body: GatheredBody) => void = () => undefined
  const done = new Promise<GatheredBody>((resolve) => {
    settle = resolve
  })
  const bytes = (): Uint8Array => {
    const only = chunks[0]
    const whole = chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks)
    return new Uint8Array(whole.buffer, whole.byteOffset, whole.byteLength)
  }
  const finish = (body: GatheredBody): void => {
    request.off('data', onChunk)
    settle(body)
  }
  const onChunk = (chunk: Buffer): void => {
    if (size + chunk.byteLength > limit) {
      chunks.push(chunk.subarray(0, limit - size))
      size = limit
      request.pause()
      finish({ kind: 'tooLarge', bytes: bytes() })
      return
    }
    chunks.push(chunk)
    size += chunk.byteLength
  }
  const interrupt = (interruption: Interruption): void => {
    finish({ kind: 'cutOff', bytes: bytes(), interruption })
  }
  request.on('data', onChunk)
  request.once('end', () => {
    finish({ kind: 'complete', bytes: bytes() })
  })
  request.on('error', () => {
    interrupt(GONE)
  })
  request.once('close', () => {
    if (!request.complete) interrupt(GONE)
  })
  return { done, interrupt, isComplete: () => request.complete }
}
