import type { FieldProblem } from '#domain/form/view'
import type { PaymentCommand, Refusal } from '#domain/payment/commands'
import type { Project } from '#domain/project/project'
import type { PaymentService } from '#platform/payments/payment-service'
import type { OpeningWarning } from '#platform/form/opening/opening-warning'
import type { FormSession } from '#platform/form/session/session'
import type { FormSessions } from '#platform/form/session/sessions'

/** The result of a customer's action: the changed form session, or what has to be corrected. */
export type ActionOutcome = (
  | { readonly ok: true; readonly session: FormSession }
  | { readonly ok: false; readonly problems: readonly FieldProblem[]; readonly refusal: Refusal | null }
) & {
  /** Values of the merchant's page that were ignored, with the reasons. */
  readonly ignored?: readonly OpeningWarning[]
}

/** Saves the session with a new version, so that its page is rendered again. */
export function saved(sessions: FormSessions, session: FormSession): ActionOutcome {
  const changed = { ...session, version: session.version + 1 }
  sessions.save(changed)
  return { ok: true, session: changed }
}

export function refused(refusal: Refusal): ActionOutcome {
  return { ok: false, problems: [], refusal }
}

/** Runs a command on the payment of the session. */
export function execute(
  { paymentService, sessions }: { readonly paymentService: PaymentService; readonly sessions: FormSessions },
  session: FormSession,
  project: Project,
  command: PaymentCommand,
): ActionOutcome {
  const { decision } = paymentService.execute(session.paymentKey, command, project)
  // The API, the clock or a second tab changed the payment first: show its present state.
  if (!decision.ok && decision.refusal.code === '3060') return saved(sessions, session)
  return decision.ok ? saved(sessions, session) : refused(decision.refusal)
}
