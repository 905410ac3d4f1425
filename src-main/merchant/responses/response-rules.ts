import { z } from 'zod'
import type { AnswerRuleView } from '#protocol/rules'
import {
  fitsRequest,
  isOtherScript,
  type MatchableRequest,
  type ResponseRule,
  responseRule,
  responseSentence,
  type ResponseStep,
  stepAt,
} from '#domain/response-rule/response-rule'
import type { Store } from '#store/store'
import { refuseParams } from '#core/errors'
import { isSelfReference, toReference } from '#core/self-address'
import { createRuleRepository } from '#core/rules/rule-repository'
import { foldPaymentId } from '#domain/payment/payment'
import type { ExchangeRow } from '#store/records'
import type { CallbackId, PaymentKey } from '#domain/ids'
import type { SelfAddresses } from '#core/sending'
import type { BenchServices } from '#core/services'

export interface ChosenStep {
  readonly rule: ResponseRule
  readonly step: ResponseStep
}

export type ResponseRules = ReturnType<typeof createResponseRules>

const keptRule = z.object({
  rule: responseRule,
  /** Captures up to this sequence number do not count for the steps of a callback or payment. */
  since: z.int(),
})

export function createResponseRules({
  addresses,
  ...services
}: Pick<BenchServices, 'store' | 'changes' | 'addresses' | 'randomHex'>) {
  const { store } = services
  const usedSteps = createUsedSteps(store)
  const rules = createRuleRepository<ResponseRule, z.infer<typeof keptRule>, AnswerRuleView>({
    ...services,
    list: 'answer',
    name: 'response rule',
    newPlace: 0,
    shape: keptRule,
    ruleOf: ({ rule }) => rule,
    make: (rule, before) => ({
      rule: responseRule.parse(rule),
      since: before?.since ?? store.exchanges.newestSeq(),
    }),
    refuse: (given, fieldOf) => {
      refuseLoops(given, addresses(), fieldOf)
    },
    restartsCounts: isOtherScript,
    restart: ({ rule }) => ({ rule, since: store.exchanges.newestSeq() }),
    viewOf: ({ kept: { rule }, evaluated, fired }) => ({
      ...rule,
      sentence: responseSentence(rule),
      evaluated,
      fired,
    }),
    event: (listed) => ({ type: 'answers.changed', ...listed }),
  })
  return {
    ...rules,
    forgetCaptures(): void {
      usedSteps.clear()
      rules.amend(({ rule }) => ({ rule, since: 0 }))
    },
    /** Chooses the response and counts matching rules, in the write that stores the request. Null if none applies. */
    choose(request: MatchableRequest, subject: CaptureSubject): ChosenStep | null {
      for (const { id, kept, fired } of rules.all()) {
        if (!fitsRequest(kept.rule, request)) continue
        const { rule, since } = kept
        const step = stepAt(rule, usedSteps.countBefore(rule, { since, fired }, request, subject))
        rules.countOne(id, step !== null)
        if (step !== null) return { rule, step }
      }
      return null
    },
  }
}

/** @throws BenchError invalid_params for a rule that forwards to the merchant listener itself */
function refuseLoops(
  rules: readonly ResponseRule[],
  addresses: SelfAddresses | null,
  fieldOf: (index: number) => string,
): void {
  const issues = rules.flatMap(({ steps }, rule) =>
    steps.flatMap((step, at) =>
      step.kind === 'forward' && isSelfReference(toReference(step.url, addresses))
        ? [
            {
              field: `${fieldOf(rule)}.steps.${String(at)}.url`,
              message:
                'belongs to this merchant listener itself, so requests would be passed on forever. Enter the address of your own server.',
            },
          ]
        : [],
    ),
  )
  refuseParams(issues)
}

/** A member is null if Paybench does not know the payment or callback. */
export interface CaptureSubject {
  readonly paymentKey: PaymentKey | null
  readonly callbackId: CallbackId | null
}

/** Maximum number of cached counts; beyond it, all are dropped and read from the store again. */
const MAX_COUNTED = 10_000

function createUsedSteps({ exchanges }: Pick<Store, 'exchanges'>) {
  /** Used steps, with the last counted capture, so that each capture is read only once. */
  const counts = new Map<string, { readonly upTo: number; readonly used: number }>()

  const count = (
    { id }: ResponseRule,
    since: number,
    subject: string,
    capturesAfter: (upTo: number) => readonly ExchangeRow[],
  ): number => {
    const key = JSON.stringify([id, since, subject])
    const known = counts.get(key) ?? { upTo: since, used: 0 }
    const captures = capturesAfter(known.upTo)
    const matching = captures.filter(
      ({ source, marks }) => source === 'capture' && marks.some(({ ruleId }) => ruleId === id),
    )
    const used = known.used + matching.length
    if (counts.size >= MAX_COUNTED) counts.clear()
    counts.set(key, { upTo: captures.reduce((newest, { seq }) => Math.max(newest, seq), known.upTo), used })
    return used
  }

  return {
    /** How often earlier requests used the rule: those of the callback or payment after `since`, or all (`fired`). */
    countBefore(
      rule: ResponseRule,
      { since, fired }: { readonly since: number; readonly fired: number },
      { projectId, paymentId }: MatchableRequest,
      { paymentKey, callbackId }: CaptureSubject,
    ): number {
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
    clear(): void {
      counts.clear()
    },
  }
}
