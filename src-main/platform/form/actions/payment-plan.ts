import type { Register } from '#domain/payment/commands'
import type { Project } from '#domain/project/project'
import { planFor } from '#domain/provider/outcome'
import type { FormVisit } from '#platform/form/visit/visit'

/** Decides what the simulated provider will do with the card. Called when the customer confirms. */
export function planOf(
  { settings }: Pick<FormVisit, 'settings'>,
  project: Project,
  chosen: {
    readonly kind: 'typed' | 'saved'
    readonly card: { readonly number: string }
  },
): Register['plan'] {
  const { outcome, threeDSecure } = project.switches
  const common = {
    switches: { outcome },
    registersRecurring: settings.registersRecurring,
    isPayout: settings.mode === 'payout',
    threeDSecure: threeDSecure === 'form' && settings.mode !== 'payout' && !settings.isMailOrPhoneOrder,
  }
  return chosen.kind === 'typed'
    ? planFor({ ...common, cardNumber: chosen.card.number })
    : planFor({ ...common, maskedNumber: chosen.card.number })
}

/**
 * Returns the limits of further attempts. Null: there are none; they need the result page, which an automatic redirect
 * skips (contract 7.5).
 */
export function retriesOf({ settings }: Pick<FormVisit, 'settings'>, project: Project): Register['retries'] {
  const { retries, retryLimit, retryWindowMs } = project.switches
  if (!retries || settings.mode !== 'purchase' || settings.redirects.fail !== null) return null
  return { limit: retryLimit, windowMs: retryWindowMs, endsAt: settings.bestBefore }
}
