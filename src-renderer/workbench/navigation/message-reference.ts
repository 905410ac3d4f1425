import type { z } from 'zod'
import type { Params } from '#protocol/methods'
import type { messageReference } from '#protocol/payments'

/** Which message, of which kind. */
export type MessageReference = z.infer<typeof messageReference> & {
  /** Of a callback: the attempt, by its place in `callbacks.get`, where that one sent a body of its own. */
  readonly attempt?: number | undefined
}

/** The same for two references that lead to the same bytes. */
export function referenceKey({ type, id, attempt }: MessageReference): string {
  return `${type} ${id}${attempt === undefined ? '' : ` attempt ${attempt.toString()}`}`
}

/** The parameters of `signature.explain` for these bytes. */
export function explainParams({ type, id, attempt }: MessageReference): Params<'signature.explain'> {
  switch (type) {
    case 'callback':
      return attempt === undefined ? { callbackId: id } : { callbackId: id, attempt }
    case 'capture':
      return { captureId: id }
    case 'exchange':
      return { exchangeId: id }
  }
}
