import { wireTime } from '#lib/time/time'
import type { CallbackPlan } from '#domain/payment/payment'
import type { JsonObject } from './status-object'
import type { ProjectId } from '#domain/ids'

/** What a token callback reports (contract 3.9, 9.1). Times are epoch milliseconds. */
export interface TokenChange {
  readonly projectId: ProjectId
  readonly customerId: string
  readonly request: {
    readonly id: string
    readonly action: 'tokenize' | 'delete' | 'expire'
    readonly status: 'success' | 'decline'
  }
  readonly token: string
  readonly tokenStatus: 'active' | 'revoke' | 'expiry'
  readonly tokenCreatedAt: number
  /** Null if the callback is about the token only. The number is masked. */
  readonly card: {
    readonly number: string
    readonly month: number
    readonly year: number
    readonly holder: string
    readonly country: string
  } | null
}

/** Unsigned: the signature belongs in `general` (contract 3.9, 12 row 17). */
export function tokenBody(change: TokenChange): JsonObject & { readonly general: JsonObject } {
  const { request, card } = change
  return {
    general: { project_id: change.projectId, customer_id: change.customerId },
    customer: { id: change.customerId },
    request: { id: request.id, action: request.action, status: request.status },
    token: change.token,
    token_status: change.tokenStatus,
    token_created_at: wireTime(change.tokenCreatedAt),
    ...(card === null
      ? {}
      : {
          card: {
            number: card.number,
            exp_month: card.month,
            exp_year: card.year,
            holder: card.holder,
            country: card.country,
            issuer_name: '',
          },
        }),
  }
}

/** Rules for a payment type, a result or a method other than card never match a token callback (contract 9.3). */
export function chooseTokenTarget({ paymentUrl, rules, projectUrl }: CallbackPlan): string | null {
  if (paymentUrl !== null) return paymentUrl
  const rule = rules.find(
    ({ paymentType, result, method }) =>
      paymentType === undefined && result === undefined && (method === undefined || method === 'card'),
  )
  return rule?.url ?? projectUrl
}
