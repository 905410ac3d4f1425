import { z } from 'zod'
import { answerRule } from '../../contract/answers'
import type { AnswerRuleView } from '../../contract/answers'
import { BenchFault } from '../../contract/fault'
import { answers, stepAt } from '../../core/answer/answer-rule'
import type { Answerable, AnswerRule, AnswerStep } from '../../core/answer/answer-rule'
import { answerSentence } from '../../core/answer/sentence'
import type { RuleRecord } from '../../store/records'
import type { Store } from '../../store/store'
import type { Changes } from '../changes'
import { notFound } from '../handlers/faults'
import { isOwn, toReference } from '../own-address'
import { readOwnJson } from '../own-json'
import type { OwnAddresses } from '../ports'

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
}

interface Entry {
  readonly rule: AnswerRule
  /** Captures up to this number of the store do not count for the steps of a payment. */
  readonly since: number
  readonly evaluated: number
  readonly fired: number
}

export function createAnswerBook(options: {
  readonly store: Store
  readonly changes: Changes
  readonly addresses: () => OwnAddresses | null
}): AnswerBook {
  const { store, changes, addresses } = options
  let entries: readonly Entry[] = store.rules.all('answer').map(entryOf)

  const view = (): AnswerRuleView[] =>
    entries.map(({ rule, evaluated, fired }) => ({
      ...answerRule.parse(rule),
      sentence: answerSentence(rule),
      evaluated,
      fired,
    }))

  let told = true
  const tell = (): void => {
    if (!told) return
    told = false
    changes.other(() => {
      told = true
      return { type: 'answers.changed', rules: view() }
    })
  }

  const replace = (next: readonly Entry[]): void => {
    store.write(() => {
      store.rules.replaceAll('answer', next.map(recordOf))
    })
    entries = next
    tell()
  }

  const count = (entry: Entry, fired: boolean): void => {
    const counted: Entry = {
      ...entry,
      evaluated: entry.evaluated + 1,
      fired: entry.fired + (fired ? 1 : 0),
    }
    store.rules.count(entry.rule.id, counted)
    entries = entries.map((one) => (one.rule.id === entry.rule.id ? counted : one))
    tell()
  }

  /** How many requests went through the steps already. */
  const usedSteps = ({ rule, since, fired }: Entry, paymentKey: string | null): number =>
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
      const before = new Map(entries.map((entry) => [entry.rule.id, entry]))
      replace(
        rules.map((rule) => {
          const { since = newestCapture(), evaluated = 0, fired = 0 } = before.get(rule.id) ?? {}
          return { rule, since, evaluated, fired }
        }),
      )
    },
    reset(id) {
      if (id !== undefined && !entries.some(({ rule }) => rule.id === id)) throw notFound('rule', id)
      replace(
        entries.map((entry) =>
          id === undefined || entry.rule.id === id
            ? { rule: entry.rule, since: newestCapture(), evaluated: 0, fired: 0 }
            : entry,
        ),
      )
    },
    choose(request, paymentKey) {
      for (const entry of entries) {
        if (!answers(entry.rule, request)) continue
        const step = stepAt(entry.rule, usedSteps(entry, paymentKey))
        count(entry, step !== null)
        if (step !== null) return { rule: entry.rule, step }
      }
      return null
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

/** A rule as it is kept. */
export const keptAnswer = z.object({ rule: answerRule, since: z.int() })

function entryOf({ data, evaluated, fired }: RuleRecord): Entry {
  return { ...keptAnswer.parse(readOwnJson(data)), evaluated, fired }
}

function recordOf({ rule, since, evaluated, fired }: Entry): RuleRecord {
  return { id: rule.id, data: JSON.stringify({ rule, since }), evaluated, fired }
}
