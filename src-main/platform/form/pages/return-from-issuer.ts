import { finalResult } from '../../../domain/callback/target'
import type { Payment } from '../../../domain/payment/payment'
import type { FormSettings } from '../../../domain/form/settings'

/**
 * Where the customer goes from an issuer's page that has taken the whole page (`redirect_return_url`, contract 7.3);
 * null: back to the form. There they go wherever the form still has something to do: it asks, offers another attempt,
 * or leaves for the result by itself.
 */
export function returnFromIssuer(
  { externalReturn, redirects }: FormSettings,
  { status, retries }: Payment,
): string | null {
  if (externalReturn === undefined) return null
  const result = finalResult(status)
  if (result === null && (status !== 'processing' || retries !== null)) return null
  const { success, fail } = redirects
  const byItself = result === 'success' ? success : result === 'decline' ? fail : (success ?? fail)
  return byItself === null ? externalReturn : null
}
