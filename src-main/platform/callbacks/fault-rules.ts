import { faultRule, type FaultRuleView, MAX_RULES } from '#protocol/rules'
import { faultSentence } from '#domain/fault/explain'
import { FAULTS, type FaultStage } from '#domain/fault/fault-table'
import { decideFaults, type FaultDecision, type FaultRule, type FaultSubject } from '#domain/fault/rule'
import type { Store } from '#store/store'
import { refuseParams } from '#core/errors'
import type { Changes } from '#core/changes'
import type { Projects } from '#core/projects'
import { createRuleRepository, type RuleRegistry } from '#core/rules/rule-repository'

/** The rules for faults of callbacks, with their counts. */
export interface FaultRules extends RuleRegistry<FaultRule, FaultRuleView> {
  /** Evaluates the rules of these stages. Does not count them yet. */
  decide(subject: FaultSubject, stages: readonly FaultStage[]): FaultDecision
  /** Counts a decision. Call it in the write that carries the decision out. */
  count(asked: readonly FaultRule[], fired: readonly FaultRule[]): void
}

/** Opens the fault rules of the store. */
export function createFaultRules(options: {
  readonly store: Store
  readonly projects: Projects
  readonly changes: Changes
  readonly randomHex: (digits: number) => string
}): FaultRules {
  const { store, projects, changes, randomHex } = options
  const rules = createRuleRepository<FaultRule, FaultRule, FaultRuleView>({
    store,
    changes,
    randomHex,
    list: 'fault',
    name: 'fault rule',
    newPlace: MAX_RULES,
    shape: faultRule,
    ruleOf: (kept) => kept,
    make: (rule) => rule,
    refuse: (given, fieldOf) => {
      refuseUnknownProjects(given, projects, fieldOf)
    },
    viewOf: ({ kept, evaluated, fired }) => ({
      ...kept,
      sentence: faultSentence(kept),
      stage: FAULTS[kept.fault.kind].stage,
      evaluated,
      fired,
    }),
    event: (listed) => ({ type: 'faults.changed', ...listed }),
  })
  return {
    ...rules,
    decide: (subject, stages) =>
      decideFaults(
        rules.all().map(({ kept, evaluated, fired }) => ({ rule: kept, evaluated, fired })),
        subject,
        stages,
      ),
    count(asked, fired) {
      for (const { id } of asked) {
        rules.countOne(
          id,
          fired.some((rule) => rule.id === id),
        )
      }
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
