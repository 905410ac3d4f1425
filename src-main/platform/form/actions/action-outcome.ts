import type { FieldProblem } from '#domain/form/view'
import type { PaymentCommand, Refusal } from '#domain/payment/commands'
import type { Project } from '#domain/project/project'
import type { PaymentService } from '#platform/payments/payment-service'
import type { OpeningWarning } from '#platform/form/opening/opening'
import type { FormVisit } from '#platform/form/visit/visit'
import type { FormVisits } from '#platform/form/visit/visits'

/** The result of a customer's action: the changed form visit, or what has to be corrected. */
export type ActionOutcome = (
  | { readonly ok: true; readonly visit: FormVisit }
  | { readonly ok: false; readonly problems: readonly FieldProblem[]; readonly refusal: Refusal | null }
) & {
  /** Values of the merchant's page that were ignored, with the reasons. */
  readonly ignored?: readonly OpeningWarning[]
}

/** Saves the visit with a new version, so that its page is rendered again. */
export function saved(visits: FormVisits, visit: FormVisit): ActionOutcome {
  const changed = { ...visit, version: visit.version + 1 }
  visits.save(changed)
  return { ok: true, visit: changed }
}

export function refused(refusal: Refusal): ActionOutcome {
  return { ok: false, problems: [], refusal }
}

/** Runs a command on the payment of the visit. */
export function execute(
  { paymentService, visits }: { readonly paymentService: PaymentService; readonly visits: FormVisits },
  visit: FormVisit,
  project: Project,
  command: PaymentCommand,
): ActionOutcome {
  const { decision } = paymentService.execute(visit.paymentKey, command, project)
  // The API, the clock or a second tab changed the payment first: show its present state.
  if (!decision.ok && decision.refusal.code === '3060') return saved(visits, visit)
  return decision.ok ? saved(visits, visit) : refused(decision.refusal)
}
