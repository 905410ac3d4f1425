import { tokenBody, type TokenChange } from '#domain/callback/token-body'
import type { FormVisit, MadeToken } from './visit'
import type { FrameMessage } from '#domain/form/wire'

/** Describes a created token for its callback and its window message (contract 3.9, 8.8). */
export function tokenChange({ settings }: FormVisit, { card, requestId, at }: MadeToken): TokenChange {
  const country = settings.supplied['customer.billing.country'] ?? settings.supplied['customer.country']
  return {
    projectId: settings.projectId,
    customerId: settings.customerId ?? '',
    request: { id: requestId, action: 'tokenize', status: 'success' },
    token: card.token,
    tokenStatus: 'active',
    tokenCreatedAt: at,
    card: {
      number: card.number,
      month: card.month,
      year: card.year,
      holder: card.holder,
      country: typeof country === 'string' ? country : '',
    },
  }
}

export function tokenMessage(visit: FormVisit, token: MadeToken): FrameMessage {
  const body = tokenBody(tokenChange(visit, token))
  const { customerId, supplied } = visit.settings
  const address = supplied['customer.ip_address']
  return {
    message: 'epframe.tokenize_success',
    data: {
      ...body,
      customer: { id: customerId ?? '', ip_address: typeof address === 'string' ? address : '' },
    },
  }
}
