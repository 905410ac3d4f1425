import { foldPaymentId } from '#domain/payment/payment'
import type { MatchableRequest, ResponseRule } from '#domain/response-rule/response-rule'
import type { ExchangeRow } from '#store/records'
import type { Store } from '#store/store'
import type { CallbackId, PaymentKey } from '#domain/ids'

/** The payment and the callback of a captured request; null where the bench does not know them. */
export interface CaptureSubject {
  readonly paymentKey: PaymentKey | null
  readonly callbackId: CallbackId | null
}

/** Counts the steps of rules that earlier requests used. */
export interface UsedSteps {
  /**
   * Counts the requests that used steps of the rule before this one. Requests about a payment that the bench does not
   * know, or did not know at the time, are distinguished by the payment id that they name. Requests that name none
   * share the steps with all others.
   * @param counts `since`: captures up to this number of the store do not count. `fired`: how often the rule fired in total
   */
  before(
    rule: ResponseRule,
    counts: { readonly since: number; readonly fired: number },
    request: MatchableRequest,
    subject: CaptureSubject,
  ): number
  /** Forgets all counts. Call it when all captures are removed. */
  clear(): void
}

/** Most counts that stay in memory. The others are counted again from the store. */
const MAX_COUNTED = 10_000

/** Creates the counter. It counts the captures of the store and keeps the results in memory. */
export function createUsedSteps({ exchanges }: Pick<Store, 'exchanges'>): UsedSteps {
  /** Counts and the last counted capture, so that each capture is read only once. */
  const counted = new Map<string, { readonly upTo: number; readonly used: number }>()

  /**
   * Counts the captures of one callback or payment that the rule answered. `capturesAfter` returns those not counted
   * yet.
   */
  const count = (
    { id }: ResponseRule,
    since: number,
    subject: string,
    capturesAfter: (upTo: number) => readonly ExchangeRow[],
  ): number => {
    const key = JSON.stringify([id, since, subject])
    const known = counted.get(key) ?? { upTo: since, used: 0 }
    const captures = capturesAfter(known.upTo)
    const answered = captures.filter(
      ({ source, marks }) => source === 'capture' && marks.some(({ ruleId }) => ruleId === id),
    )
    const used = known.used + answered.length
    if (counted.size >= MAX_COUNTED) counted.clear()
    counted.set(key, { upTo: captures.reduce((newest, { seq }) => Math.max(newest, seq), known.upTo), used })
    return used
  }

  return {
    before(rule, { since, fired }, { projectId, paymentId }, { paymentKey, callbackId }) {
      if (rule.per === 'rule') return fired
      if (rule.per === 'callback' && callbackId !== null) {
        return count(rule, since, callbackId, (upTo) =>
          exchanges.capturesOf(callbackId).filter(({ seq }) => seq > upTo),
        )
      }
      if (paymentId === null) return fired
      const folded = foldPaymentId(paymentId)
      return count(rule, since, JSON.stringify([paymentKey, projectId, folded]), (upTo) => [
        ...(paymentKey === null ? [] : exchanges.byPayment(paymentKey, upTo)),
        ...exchanges.ofUnknownPayment(projectId, folded, upTo),
      ])
    },
    clear() {
      counted.clear()
    },
  }
}
