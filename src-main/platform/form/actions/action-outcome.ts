import type { FieldProblem } from '../../../domain/form/view'
import type { PaymentCommand, Refusal } from '../../../domain/payment/commands'
import type { Project } from '../../../domain/project/project'
import type { PaymentService } from '../../payments/payment-service'
import type { OpeningWarning } from '../opening/opening-warning'
import type { FormSession } from '../session/session'
import type { FormSessions } from '../session/sessions'

/** The result of a customer's action: the form session as it is now, or what has to be corrected. */
export type ActionOutcome = (
  | { readonly ok: true; readonly session: FormSession }
  | { readonly ok: false; readonly problems: readonly FieldProblem[]; readonly refusal: Refusal | null }
) & {
  /** Values of the merchant's page that were not taken, with the reasons. */
  readonly ignored?: readonly OpeningWarning[]
}

/** Saves the session under a new version, so that its page is drawn again. */
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
  // The merchant through the API, the clock or a second tab was faster: the page shows the state as it is now.
  if (!decision.ok && decision.refusal.code === '3060') return saved(sessions, session)
  return decision.ok ? saved(sessions, session) : refused(decision.refusal)
}
