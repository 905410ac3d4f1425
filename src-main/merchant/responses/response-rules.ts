import { z } from 'zod'
import { answerRule, type AnswerRuleView } from '#protocol/answers'
import type { BenchEvent } from '#protocol/events'
import {
  fitsRequest,
  type MatchableRequest,
  type ResponseRule,
  type ResponseStep,
  stepAt,
} from '#domain/response-rule/response-rule'
import { responseSentence } from '#domain/response-rule/sentence'
import type { Store } from '#store/store'
import type { Changes } from '#core/changes'
import { refuseParams } from '#core/errors'
import { isSelfReference, toReference } from '#core/self-address'
import type { SelfAddresses } from '#core/sending'
import { isOtherScript } from '#domain/response-rule/other-script'
import { createRuleRepository } from '#core/rules/rule-repository'
import { readRule } from '#core/rules/read-rule'
import type { RuleRegistry } from '#core/rules/rule-methods'
import { type CaptureSubject, createUsedSteps } from './used-steps'

/** The rule that matches a request, and the step to carry out. */
export interface ChosenStep {
  readonly rule: ResponseRule
  readonly step: ResponseStep
}

/** The rules for the responses of the merchant listener, with their counts. */
export interface ResponseRules extends RuleRegistry<ResponseRule, AnswerRuleView> {
  /** Chooses the response and counts it. Call it in the write that stores the request. Null: no rule matches. */
  choose(request: MatchableRequest, subject: CaptureSubject): ChosenStep | null
  /** Restarts the steps of all rules, because all captures were removed. Call it in the write that removes them. */
  forgetCaptures(): void
  /** Stops publishing changes. */
  close(): void
}

/** A rule as it is stored. */
const keptRule = z.object({
  rule: answerRule,
  /** Captures up to this number of the store do not count for the steps of a callback or payment. */
  since: z.int(),
})
type KeptRule = z.infer<typeof keptRule>

/** Opens the response rules of the store. */
export function createResponseRules(options: {
  readonly store: Store
  readonly changes: Changes
  readonly addresses: () => SelfAddresses | null
  readonly randomHex: (digits: number) => string
}): ResponseRules {
  const { store, changes, addresses, randomHex } = options
  const usedSteps = createUsedSteps(store)
  const repository = createRuleRepository<ResponseRule, KeptRule>({
    store,
    changes,
    randomHex,
    list: 'answer',
    name: 'response rule',
    ruleOf: ({ rule }) => rule,
    make: (rule, before) => ({
      rule: answerRule.parse(rule),
      since: before?.since ?? store.exchanges.newestSeq(),
    }),
    beginsAnew: isOtherScript,
    parse: (text) => readRule(keptRule, text),
    event: (): BenchEvent => ({
      type: 'answers.changed',
      rules: view(),
      unreadable: repository.unreadable(),
    }),
  })

  function view(): AnswerRuleView[] {
    return repository.all().map(({ kept: { rule }, evaluated, fired }) => ({
      ...rule,
      sentence: responseSentence(rule),
      evaluated,
      fired,
    }))
  }

  return {
    view,
    unreadable: repository.unreadable,
    save(rules) {
      refuseLoops(rules, addresses(), (index) => `rules.${String(index)}`)
      repository.replace(rules)
    },
    put(rule, { at = 0, replaces = [] }) {
      refuseLoops([rule], addresses(), () => 'rule')
      return repository.put(rule, { at, replaces })
    },
    remove: repository.remove,
    move: repository.move,
    enable: repository.enable,
    undo: repository.undo,
    forgetCaptures: () => {
      usedSteps.clear()
      repository.amend(({ rule }) => ({ rule, since: 0 }))
    },
    reset: (id) => {
      repository.reset(id, ({ rule }) => ({ rule, since: store.exchanges.newestSeq() }))
    },
    choose(request, subject) {
      for (const { id, kept, fired } of repository.all()) {
        if (!fitsRequest(kept.rule, request)) continue
        const { rule, since } = kept
        const step = stepAt(rule, usedSteps.before(rule, { since, fired }, request, subject))
        repository.count(id, step !== null)
        if (step !== null) return { rule, step }
      }
      return null
    },
    close: () => {
      repository.close()
    },
  }
}

/** Refuses rules that pass requests on to the merchant listener itself. @throws BenchError invalid_params */
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
                'is this merchant listener itself, so requests would be passed on forever. Enter the address of your own server.',
            },
          ]
        : [],
    ),
  )
  refuseParams(issues)
}
