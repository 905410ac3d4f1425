import { finalResult } from '#domain/callback/target'
import type { Payment } from '#domain/payment/payment'
import type { FormSettings } from '#domain/form/settings'

/**
 * Returns the address to which the customer goes from an issuer's page that replaced the whole page
 * (`redirect_return_url`, contract 7.3). Null: back to the form, because it still has something to do: it asks for
 * data, offers another attempt, or redirects to the result by itself.
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
