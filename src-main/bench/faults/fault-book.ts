import { BenchFault } from '../../contract/fault'
import { faultRule } from '../../contract/faults'
import type { FaultRuleView } from '../../contract/faults'
import { decideFaults } from '../../core/fault/decide'
import type { FaultDecision } from '../../core/fault/decide'
import { faultSentence } from '../../core/fault/explain'
import type { FaultStage } from '../../core/fault/fault'
import { FAULTS } from '../../core/fault/fault-table'
import type { FaultRule, FaultSubject } from '../../core/fault/rule'
import type { Store } from '../../store/store'
import type { Changes } from '../changes'
import type { Projects } from '../projects'
import { createRuleKeeper } from '../rules/rule-keeper'
import { readShape } from '../../contract/read-shape'

/** The rules for what goes wrong with callbacks, with what they have counted. */
export interface FaultBook {
  view(): FaultRuleView[]
  /** Puts these rules in the place of those before; counts of rules that stay go on. Refuses unknown projects. */
  save(rules: readonly FaultRule[]): void
  /** Counts from 0 again: of one rule, or of all where no id is given. */
  reset(id: string | undefined): void
  /** Asks the rules of these stages; nothing is counted yet. */
  decide(subject: FaultSubject, stages: readonly FaultStage[]): FaultDecision
  /** Counts a decision, in the write that carries it out. */
  count(asked: readonly FaultRule[], fired: readonly FaultRule[]): void
  /** Nothing is told any more. */
  close(): void
}

export function createFaultBook(options: {
  readonly store: Store
  readonly projects: Projects
  readonly changes: Changes
}): FaultBook {
  const { store, projects, changes } = options
  const keeper = createRuleKeeper<FaultRule>({
    store,
    changes,
    list: 'fault',
    name: 'fault rule',
    parse: (data) => readShape(faultRule, data).data ?? null,
    event: () => ({ type: 'faults.changed', rules: view() }),
  })

  function view(): FaultRuleView[] {
    return keeper.all().map(({ kept, evaluated, fired }) => ({
      ...faultRule.parse(kept),
      sentence: faultSentence(kept),
      stage: FAULTS[kept.fault.kind].stage,
      evaluated,
      fired,
    }))
  }

  return {
    view,
    save(rules) {
      refuseUnknownProjects(rules, projects)
      keeper.replace(rules, (rule) => rule)
    },
    reset: (id) => {
      keeper.reset(id)
    },
    decide: (subject, stages) =>
      decideFaults(
        keeper.all().map(({ kept, evaluated, fired }) => ({ rule: kept, evaluated, fired })),
        subject,
        stages,
      ),
    count(asked, fired) {
      for (const { id } of asked) {
        keeper.count(
          id,
          fired.some((rule) => rule.id === id),
        )
      }
    },
    close: () => {
      keeper.close()
    },
  }
}

function refuseUnknownProjects(rules: readonly FaultRule[], projects: Projects): void {
  const issues = rules.flatMap(({ match: { projectId } }, index) =>
    projectId === undefined || projects.byId(projectId) !== null
      ? []
      : [
          {
            field: `rules.${String(index)}.match.projectId`,
            message: `There is no project ${String(projectId)}. Choose one of projects.list, or leave it out.`,
          },
        ],
  )
  const [first] = issues
  if (first !== undefined) throw new BenchFault('invalid_params', `${first.field}: ${first.message}`, issues)
}
