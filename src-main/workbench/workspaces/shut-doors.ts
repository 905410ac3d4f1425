import type { OpenSession } from '../../protocol/sessions'
import type { CaptureReaction, OutgoingReply } from '../../bench/ports'

/** Why platform and merchant answer nothing now, as their caller reads it. */
export type ShutReason = { readonly kind: 'changing' } | { readonly kind: 'readOnly'; readonly name: string }

/** What a caller of the platform or of the merchant's door gets while no session takes requests. Nothing is recorded. */
export function shutReply(reason: ShutReason): OutgoingReply {
  const message =
    reason.kind === 'changing'
      ? 'Paybench is changing to another session; nothing was recorded. Send it again in a moment.'
      : `Paybench shows the session "${reason.name}" read-only; nothing was recorded. ` +
        'Go back to your own session in the workbench, or open this one live, and send it again.'
  return {
    status: 503,
    headers: [
      ['Content-Type', 'application/json; charset=utf-8'],
      ['Retry-After', reason.kind === 'changing' ? '1' : '60'],
    ],
    body: new TextEncoder().encode(`${JSON.stringify({ error: { code: 'unavailable', message } })}\n`),
  }
}

/** Why the session that is open takes no requests; null: it does. */
export const shutBy = (session: OpenSession): ShutReason | null =>
  session.kind === 'imported' && session.mode === 'readOnly' ? { kind: 'readOnly', name: session.name } : null

/** {@link shutReply} as the merchant's door gives it. */
export const shutReaction = (reason: ShutReason): CaptureReaction => ({
  kind: 'reply',
  reply: shutReply(reason),
  delayMs: 0,
})
