import { z } from 'zod'
import { answerRule } from '../../protocol/answers'
import type { AnswerRuleView } from '../../protocol/answers'
import type { BenchEvent } from '../../protocol/events'
import { BenchError } from '../../protocol/bench-error'
import { answers, stepAt } from '../../domain/response-rule/answer-rule'
import type { Answerable, AnswerRule, AnswerStep } from '../../domain/response-rule/answer-rule'
import { answerSentence } from '../../domain/response-rule/sentence'
import { foldPaymentId } from '../../domain/payment/payment'
import type { ExchangeRow } from '../../store/records'
import type { Store } from '../../store/store'
import type { Changes } from '../../bench/changes'
import { isOwn, toReference } from '../../bench/self-address'
import type { SelfAddresses } from '../../bench/ports'
import { isOtherScript } from '../../domain/response-rule/other-script'
import { createRuleRepository } from '../../bench/rules/rule-repository'
import { readRule } from '../../bench/rules/read-rule'
import type { RuleRegistry } from '../../bench/rules/rule-methods'

/** The rule that answers a request, and how. */
export interface ChosenAnswer {
  readonly rule: AnswerRule
  readonly step: AnswerStep
}

/** The rules for answers at the merchant's door, with what they have counted. */
export interface ResponseRules extends RuleRegistry<AnswerRule, AnswerRuleView> {
  /** Decides on the answer and counts it, in the write that keeps the request. Null: no rule fits. */
  choose(
    request: Answerable,
    about: { readonly paymentKey: string | null; readonly callbackId: string | null },
  ): ChosenAnswer | null
  /** All captures are gone, and their numbers begin anew: scripts of payments do too. Within the write that does it. */
  forgetCaptures(): void
  /** Nothing is told any more. */
  close(): void
}

/** A rule as it is kept. */
export const keptAnswer = z.object({
  rule: answerRule,
  /** Captures up to this number of the store do not count for the steps of a callback or payment. */
  since: z.int(),
})
type KeptAnswer = z.infer<typeof keptAnswer>

/** Payments whose counts are kept at hand; the store has them all. */
const COUNTED_AT_MOST = 10_000

export function createResponseRules(options: {
  readonly store: Store
  readonly changes: Changes
  readonly addresses: () => SelfAddresses | null
  readonly randomHex: (digits: number) => string
}): ResponseRules {
  const { store, changes, addresses, randomHex } = options
  const newestCapture = (): number =>
    store.exchanges.list('captures', { terms: [], limit: 1, nowMs: 0 }).items[0]?.seq ?? 0
  const keeper = createRuleRepository<AnswerRule, KeptAnswer>({
    store,
    changes,
    randomHex,
    list: 'answer',
    name: 'answer rule',
    ruleOf: ({ rule }) => rule,
    make: (rule, before) => ({ rule: answerRule.parse(rule), since: before?.since ?? newestCapture() }),
    beginsAnew: isOtherScript,
    parse: (text) => readRule(keptAnswer, text),
    event: (): BenchEvent => ({ type: 'answers.changed', rules: view(), unreadable: keeper.unreadable() }),
  })

  function view(): AnswerRuleView[] {
    return keeper.all().map(({ kept: { rule }, evaluated, fired }) => ({
      ...rule,
      sentence: answerSentence(rule),
      evaluated,
      fired,
    }))
  }

  /** What was counted of the captures of a callback or payment, so that each is looked at once, however many there are. */
  const counted = new Map<string, { readonly upTo: number; readonly used: number }>()

  /**
   * How many requests went through the steps already. Those about a payment that the bench does not know, or did not
   * know yet, are told apart by what they name; those that name none go through the steps with all others.
   */
  const usedSteps = (
    { rule, since }: KeptAnswer,
    fired: number,
    { projectId, paymentId }: Answerable,
    { paymentKey, callbackId }: Parameters<ResponseRules['choose']>[1],
  ): number => {
    if (rule.per === 'rule') return fired
    if (rule.per === 'callback' && callbackId !== null) {
      return usedOf(rule, since, callbackId, (upTo) =>
        store.exchanges.capturesOf(callbackId).filter(({ seq }) => seq > upTo),
      )
    }
    if (paymentId === null) return fired
    const folded = foldPaymentId(paymentId)
    return usedOf(rule, since, JSON.stringify([paymentKey, projectId, folded]), (upTo) => [
      ...(paymentKey === null ? [] : store.exchanges.byPayment(paymentKey, upTo)),
      ...store.exchanges.ofUnknownPayment(projectId, folded, upTo),
    ])
  }

  /** How many captures of one callback or payment the rule has answered; `capturesAfter` gives those not counted yet. */
  const usedOf = (
    rule: AnswerRule,
    since: number,
    subject: string,
    capturesAfter: (upTo: number) => readonly ExchangeRow[],
  ): number => {
    const key = JSON.stringify([rule.id, since, subject])
    const known = counted.get(key) ?? { upTo: since, used: 0 }
    const captures = capturesAfter(known.upTo)
    const answered = captures.filter(
      ({ door, marks }) => door === 'capture' && marks.some(({ ruleId }) => ruleId === rule.id),
    )
    const used = known.used + answered.length
    if (counted.size >= COUNTED_AT_MOST) counted.clear()
    counted.set(key, { upTo: captures.reduce((most, { seq }) => Math.max(most, seq), known.upTo), used })
    return used
  }

  return {
    view,
    unreadable: keeper.unreadable,
    save(rules) {
      refuseLoops(rules, addresses(), (index) => `rules.${String(index)}`)
      keeper.replace(rules)
    },
    put(rule, { at = 0, replaces = [] }) {
      refuseLoops([rule], addresses(), () => 'rule')
      return keeper.put(rule, { at, replaces })
    },
    remove: keeper.remove,
    move: keeper.move,
    enable: keeper.enable,
    undo: keeper.undo,
    forgetCaptures: () => {
      counted.clear()
      keeper.amend(({ rule }) => ({ rule, since: 0 }))
    },
    reset: (id) => {
      keeper.reset(id, ({ rule }) => ({ rule, since: newestCapture() }))
    },
    choose(request, about) {
      for (const { id, kept, fired } of keeper.all()) {
        if (!answers(kept.rule, request)) continue
        const step = stepAt(kept.rule, usedSteps(kept, fired, request, about))
        keeper.count(id, step !== null)
        if (step !== null) return { rule: kept.rule, step }
      }
      return null
    },
    close: () => {
      keeper.close()
    },
  }
}

/** Passing a request on to the listener that received it would never end. */
function refuseLoops(
  rules: readonly AnswerRule[],
  addresses: SelfAddresses | null,
  fieldOf: (index: number) => string,
): void {
  const issues = rules.flatMap(({ steps }, rule) =>
    steps.flatMap((step, at) =>
      step.kind === 'forward' && isOwn(toReference(step.url, addresses))
        ? [
            {
              field: `${fieldOf(rule)}.steps.${String(at)}.url`,
              message:
                'is this merchant listener itself, which would pass it on for ever: give the address of your own server',
            },
          ]
        : [],
    ),
  )
  const [first] = issues
  if (first !== undefined) throw new BenchError('invalid_params', `${first.field} ${first.message}`, issues)
}
