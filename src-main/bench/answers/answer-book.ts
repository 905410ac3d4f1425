import { z } from 'zod'
import { answerRule } from '../../contract/answers'
import type { AnswerRuleView } from '../../contract/answers'
import { BenchFault } from '../../contract/fault'
import { answers, stepAt } from '../../core/answer/answer-rule'
import type { Answerable, AnswerRule, AnswerStep } from '../../core/answer/answer-rule'
import { answerSentence } from '../../core/answer/sentence'
import type { Store } from '../../store/store'
import type { Changes } from '../changes'
import { isOwn, toReference } from '../own-address'
import type { OwnAddresses } from '../ports'
import { createRuleKeeper } from '../rules/rule-keeper'
import { readShape } from '../../contract/read-shape'

/** The rule that answers a request, and how. */
export interface ChosenAnswer {
  readonly rule: AnswerRule
  readonly step: AnswerStep
}

/** The rules for answers at the merchant's door, with what they have counted. */
export interface AnswerBook {
  view(): AnswerRuleView[]
  /** Puts these rules in the place of those before; counts of rules that stay go on. */
  save(rules: readonly AnswerRule[]): void
  /** Counts from 0 again: of one rule, or of all where no id is given. */
  reset(id: string | undefined): void
  /** Decides on the answer and counts it, in the write that keeps the request. Null: no rule fits. */
  choose(request: Answerable, paymentKey: string | null): ChosenAnswer | null
  /** Nothing is told any more. */
  close(): void
}

/** A rule as it is kept. */
export const keptAnswer = z.object({
  rule: answerRule,
  /** Captures up to this number of the store do not count for the steps of a payment. */
  since: z.int(),
})
type KeptAnswer = z.infer<typeof keptAnswer>

export function createAnswerBook(options: {
  readonly store: Store
  readonly changes: Changes
  readonly addresses: () => OwnAddresses | null
}): AnswerBook {
  const { store, changes, addresses } = options
  const keeper = createRuleKeeper<KeptAnswer>({
    store,
    changes,
    list: 'answer',
    name: 'answer rule',
    parse: (data) => readShape(keptAnswer, data).data ?? null,
    event: () => ({ type: 'answers.changed', rules: view() }),
  })

  function view(): AnswerRuleView[] {
    return keeper.all().map(({ kept: { rule }, evaluated, fired }) => ({
      ...rule,
      sentence: answerSentence(rule),
      evaluated,
      fired,
    }))
  }

  /** How many requests went through the steps already. */
  const usedSteps = ({ rule, since }: KeptAnswer, fired: number, paymentKey: string | null): number =>
    rule.per === 'payment' && paymentKey !== null
      ? store.exchanges
          .byPayment(paymentKey)
          .filter(
            ({ seq, door, marks }) =>
              seq > since && door === 'capture' && marks.some(({ ruleId }) => ruleId === rule.id),
          ).length
      : fired

  const newestCapture = (): number =>
    store.exchanges.list('captures', { terms: [], limit: 1, nowMs: 0 }).items[0]?.seq ?? 0

  return {
    view,
    save(rules) {
      refuseLoops(rules, addresses())
      keeper.replace(rules, (rule, before) => ({
        rule: answerRule.parse(rule),
        since: before?.since ?? newestCapture(),
      }))
    },
    reset: (id) => {
      keeper.reset(id, ({ rule }) => ({ rule, since: newestCapture() }))
    },
    choose(request, paymentKey) {
      for (const { id, kept, fired } of keeper.all()) {
        if (!answers(kept.rule, request)) continue
        const step = stepAt(kept.rule, usedSteps(kept, fired, paymentKey))
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
function refuseLoops(rules: readonly AnswerRule[], addresses: OwnAddresses | null): void {
  const issues = rules.flatMap(({ steps }, rule) =>
    steps.flatMap((step, at) =>
      step.kind === 'forward' && isOwn(toReference(step.url, addresses))
        ? [
            {
              field: `rules.${String(rule)}.steps.${String(at)}.url`,
              message:
                'is this merchant listener itself, which would pass it on for ever: give the address of your own server',
            },
          ]
        : [],
    ),
  )
  const [first] = issues
  if (first !== undefined) throw new BenchFault('invalid_params', `${first.field} ${first.message}`, issues)
}
