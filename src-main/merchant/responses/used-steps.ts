import { foldPaymentId } from '../../domain/payment/payment'
import type { MatchableRequest, ResponseRule } from '../../domain/response-rule/response-rule'
import type { ExchangeRow } from '../../store/records'
import type { Store } from '../../store/store'
import type { CallbackId, PaymentKey } from '../../domain/ids'

/** What a captured request is about, where the bench knows it. */
export interface CaptureSubject {
  readonly paymentKey: PaymentKey | null
  readonly callbackId: CallbackId | null
}

/** Counts how far requests have gone through the steps of a rule. */
export interface UsedSteps {
  /**
   * How many requests went through the steps before this one. Requests about a payment that the bench does not know, or
   * did not know yet, are distinguished by the payment id that they name; those that name none share the steps with all
   * others. `since`: captures up to this number of the store do not count. `fired`: how often the rule acted at all.
   */
  before(
    rule: ResponseRule,
    counts: { readonly since: number; readonly fired: number },
    request: MatchableRequest,
    subject: CaptureSubject,
  ): number
  /** All captures are gone. */
  clear(): void
}

/** Payments and callbacks whose counts stay in memory; the store has them all. */
const MAX_COUNTED = 10_000

export function createUsedSteps({ exchanges }: Pick<Store, 'exchanges'>): UsedSteps {
  /** Up to which capture was counted, so that each is read once, however many there are. */
  const counted = new Map<string, { readonly upTo: number; readonly used: number }>()

  /** How many captures of one callback or payment the rule has answered; `capturesAfter` gives those not counted yet. */
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
