import type { BenchEvent } from '#protocol/events'
import { faultRule, type FaultRuleView } from '#protocol/faults'
import { faultSentence } from '#domain/fault/explain'
import { FAULTS, type FaultStage } from '#domain/fault/fault-table'
import { decideFaults, type FaultDecision, type FaultRule, type FaultSubject } from '#domain/fault/rule'
import type { Store } from '#store/store'
import { refuseParams } from '#core/errors'
import type { Changes } from '#core/changes'
import type { Projects } from '#core/projects'
import { MAX_RULES } from '#protocol/rule-changes'
import { createRuleRepository } from '#core/rules/rule-repository'
import { readRule } from '#core/rules/rule-records'
import type { RuleRegistry } from '#core/rules/rule-methods'

/** The rules for faults of callbacks, with their counts. */
export interface FaultRules extends RuleRegistry<FaultRule, FaultRuleView> {
  /** Evaluates the rules of these stages. Does not count them yet. */
  decide(subject: FaultSubject, stages: readonly FaultStage[]): FaultDecision
  /** Counts a decision. Call it in the write that carries the decision out. */
  count(asked: readonly FaultRule[], fired: readonly FaultRule[]): void
  /** Stops publishing changes. */
  close(): void
}

/** Opens the fault rules of the store. */
export function createFaultRules(options: {
  readonly store: Store
  readonly projects: Projects
  readonly changes: Changes
  readonly randomHex: (digits: number) => string
}): FaultRules {
  const { store, projects, changes, randomHex } = options
  const repository = createRuleRepository<FaultRule, FaultRule>({
    store,
    changes,
    randomHex,
    list: 'fault',
    name: 'fault rule',
    ruleOf: (kept) => kept,
    make: (rule) => rule,
    parse: (text) => readRule(faultRule, text),
    event: (): BenchEvent => ({ type: 'faults.changed', rules: view(), unreadable: repository.unreadable() }),
  })

  function view(): FaultRuleView[] {
    return repository.all().map(({ kept, evaluated, fired }) => ({
      ...faultRule.parse(kept),
      sentence: faultSentence(kept),
      stage: FAULTS[kept.fault.kind].stage,
      evaluated,
      fired,
    }))
  }

  return {
    view,
    unreadable: repository.unreadable,
    save(rules) {
      refuseUnknownProjects(rules, projects, (index) => `rules.${String(index)}`)
      repository.replace(rules)
    },
    put(rule, { at = MAX_RULES, replaces = [] }) {
      refuseUnknownProjects([rule], projects, () => 'rule')
      return repository.put(rule, { at, replaces })
    },
    remove: repository.remove,
    move: repository.move,
    enable: repository.enable,
    undo: repository.undo,
    reset: (id) => {
      repository.reset(id)
    },
    decide: (subject, stages) =>
      decideFaults(
        repository.all().map(({ kept, evaluated, fired }) => ({ rule: kept, evaluated, fired })),
        subject,
        stages,
      ),
    count(asked, fired) {
      for (const { id } of asked) {
        repository.count(
          id,
          fired.some((rule) => rule.id === id),
        )
      }
    },
    close: () => {
      repository.close()
    },
  }
}

function refuseUnknownProjects(
  rules: readonly FaultRule[],
  projects: Projects,
  fieldOf: (index: number) => string,
): void {
  const issues = rules.flatMap(({ match: { projectId } }, index) =>
    projectId === undefined || projects.byId(projectId) !== null
      ? []
      : [
          {
            field: `${fieldOf(index)}.match.projectId`,
            message: `There is no project ${String(projectId)}. Choose one of projects.list, or leave it out.`,
          },
        ],
  )
  refuseParams(issues)
}
