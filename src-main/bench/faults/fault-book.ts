import { BenchFault } from '../../contract/fault'
import { faultRule } from '../../contract/faults'
import type { FaultRuleView } from '../../contract/faults'
import { decideFaults } from '../../core/fault/decide'
import type { FaultDecision } from '../../core/fault/decide'
import { faultSentence } from '../../core/fault/explain'
import type { FaultStage } from '../../core/fault/fault'
import { FAULTS } from '../../core/fault/fault-table'
import type { CountedRule, FaultRule, FaultSubject } from '../../core/fault/rule'
import type { RuleRecord } from '../../store/records'
import type { Store } from '../../store/store'
import type { Changes } from '../changes'
import { notFound } from '../handlers/faults'
import { readOwnJson } from '../own-json'
import type { Projects } from '../projects'

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

/** Counts that change with every attempt are told at most this often, in real time. */
const TELL_EVERY_MS = 100

/**
 * Rules and counts are read from the store whenever they are needed: a count that is undone with its transaction has
 * then never been.
 */
export function createFaultBook(options: {
  readonly store: Store
  readonly projects: Projects
  readonly changes: Changes
}): FaultBook {
  const { store, projects, changes } = options
  const readings = new Map<string, FaultRule | null>()

  const read = ({ data, evaluated, fired }: RuleRecord): CountedRule | null => {
    let rule = readings.get(data)
    if (rule === undefined) {
      const parsed = faultRule.safeParse(readOwnJson(data))
      // A rule of another version that this one cannot follow does nothing.
      rule = parsed.success ? parsed.data : null
      if (readings.size > 500) readings.clear()
      readings.set(data, rule)
    }
    return rule === null ? null : { rule, evaluated, fired }
  }
  const all = (): readonly CountedRule[] =>
    store.rules
      .all('fault')
      .map(read)
      .filter((rule) => rule !== null)

  const view = (): FaultRuleView[] =>
    all().map(({ rule, evaluated, fired }) => ({
      ...faultRule.parse(rule),
      sentence: faultSentence(rule),
      stage: FAULTS[rule.fault.kind].stage,
      evaluated,
      fired,
    }))

  let told = true
  const tell = (): void => {
    if (!told) return
    told = false
    changes.other(() => {
      told = true
      return { type: 'faults.changed', rules: view() }
    })
  }

  let closed = false
  let timer: NodeJS.Timeout | null = null
  const tellSoon = (): void => {
    if (timer !== null || closed) return
    timer = setTimeout(() => {
      timer = null
      tell()
    }, TELL_EVERY_MS)
    timer.unref()
  }

  return {
    view,
    save(rules) {
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
      if (first !== undefined)
        throw new BenchFault('invalid_params', `${first.field}: ${first.message}`, issues)
      store.write(() => {
        const before = new Map(store.rules.all('fault').map((record) => [record.id, record]))
        store.rules.replaceAll(
          'fault',
          rules.map((rule) => ({
            id: rule.id,
            data: JSON.stringify(rule),
            evaluated: before.get(rule.id)?.evaluated ?? 0,
            fired: before.get(rule.id)?.fired ?? 0,
          })),
        )
      })
      tell()
    },
    reset(id) {
      const rules = store.rules.all('fault').filter((record) => id === undefined || record.id === id)
      if (id !== undefined && rules.length === 0) throw notFound('fault rule', id)
      store.write(() => {
        for (const rule of rules) store.rules.count(rule.id, { evaluated: 0, fired: 0 })
      })
      tell()
    },
    decide: (subject, stages) => decideFaults(all(), subject, stages),
    count(asked, fired) {
      if (asked.length === 0) return
      for (const { rule, evaluated, fired: before } of all()) {
        if (!asked.some(({ id }) => id === rule.id)) continue
        const acted = fired.some(({ id }) => id === rule.id)
        store.rules.count(rule.id, { evaluated: evaluated + 1, fired: before + (acted ? 1 : 0) })
      }
      tellSoon()
    },
    close() {
      closed = true
      if (timer !== null) clearTimeout(timer)
    },
  }
}
