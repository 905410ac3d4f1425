/**
 * What a method does to the session it is called on. `changes`: refused while a session is open read-only. `reads`: looks
 * or calculates only. `session`: about sessions themselves, always allowed.
 */
export type Effect = 'reads' | 'changes' | 'session'

/** Every method of the contract; a test names those that are missing. */
export const METHOD_EFFECTS: Readonly<Record<string, Effect>> = {
  'bench.info': 'reads',
  'bench.reset': 'changes',
  'settings.update': 'changes',
  'projects.list': 'reads',
  'projects.create': 'changes',
  'projects.update': 'changes',
  'payments.list': 'reads',
  'payments.get': 'reads',
  'payments.create': 'changes',
  // It brings the payment up to date first.
  'payments.previewClarification': 'changes',
  'payments.requestClarification': 'changes',
  'payments.answerClarification': 'changes',
  'payments.expireClarification': 'changes',
  'payments.complete': 'changes',
  'payments.capture': 'changes',
  'payments.cancel': 'changes',
  'payments.refund': 'changes',
  'payments.curl': 'reads',
  'callbacks.list': 'reads',
  'callbacks.get': 'reads',
  'callbacks.replay': 'changes',
  'callbacks.sendNow': 'changes',
  'callbacks.hold': 'changes',
  'callbacks.release': 'changes',
  'callbacks.cancel': 'changes',
  'callbacks.retarget': 'changes',
  'callbacks.resend': 'changes',
  'faults.list': 'reads',
  'faults.save': 'changes',
  'faults.resetCounts': 'changes',
  'captures.list': 'reads',
  'captures.get': 'reads',
  'exchanges.list': 'reads',
  'exchanges.get': 'reads',
  'exchanges.resend': 'changes',
  'traffic.list': 'reads',
  'traffic.get': 'reads',
  'traffic.exportHar': 'reads',
  'traffic.importHar': 'changes',
  'clock.get': 'reads',
  'clock.set': 'changes',
  'clock.advance': 'changes',
  'clock.advanceToNext': 'changes',
  'clock.cancelAdvance': 'changes',
  'preview.sign': 'reads',
  // The form in the preview is opened at the platform, which is shut.
  'preview.create': 'changes',
  'signature.sign': 'reads',
  'signature.explain': 'reads',
  'sessions.list': 'session',
  'sessions.export': 'session',
  'sessions.download': 'session',
  'sessions.discard': 'session',
  'sessions.upload': 'session',
  'sessions.cancel': 'session',
  'sessions.open': 'session',
  'sessions.close': 'session',
  'sessions.remove': 'session',
}

/** A method that nobody has said anything about is taken for one that changes. */
export function effectOf(method: string): Effect {
  return Object.hasOwn(METHOD_EFFECTS, method) ? (METHOD_EFFECTS[method] ?? 'changes') : 'changes'
}
