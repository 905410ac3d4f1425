import { readRule } from '#core/rules/read-rule'
import type { PaymentKey } from '#domain/ids'
import { faultRule } from '#protocol/faults'
import type { Recording } from '#scenarios/recording/facts'
import { writeFault } from '#scenarios/vocabulary/faults'
import type { Store } from '#store/store'
import type { Omissions } from './omissions'

/** A scenario lists no more. */
const MAX_ANSWERS = 100

/** Faults that acted on callbacks of the payments, and what the merchant answered to them, as `given` has them. */
export function surroundingsOf(
  store: Store,
  keys: readonly PaymentKey[],
  omissions: Omissions,
): Pick<Recording, 'faults' | 'answers'> {
  const rows = keys.flatMap((key) => store.callbacks.byPayment(key))
  const acted = new Set(rows.flatMap(({ marks }) => marks.flatMap(({ ruleId }) => ruleId ?? [])))
  const own = rows.filter(({ replayOf }) => replayOf === null)
  const answered = own.map(({ id }) =>
    store.attempts
      .outlines(id)
      .filter(({ finished }) => finished)
      .map(({ status }) => status),
  )
  return { faults: faultsOf(store, acted, omissions), answers: answersOf(answered, omissions) }
}

function faultsOf(store: Store, acted: ReadonlySet<string>, omissions: Omissions): Recording['faults'] {
  const faults: Readonly<Record<string, unknown>>[] = []
  const found = new Set<string>()
  for (const { id, data } of store.rules.all('fault')) {
    const read = acted.has(id) ? readRule(faultRule, data) : null
    if (read?.isReadable !== true) continue
    found.add(id)
    const { name, match, when, fault } = read.kept
    if (when.kind === 'chance') {
      omissions.add(`The fault rule “${name}” acted by chance.`)
      continue
    }
    if (match.target !== undefined)
      omissions.add(`The fault rule “${name}” looked at the target of callbacks.`)
    faults.push({
      ...writeFault(fault),
      ...(match.kinds === undefined ? {} : { on: match.kinds }),
      ...(when.kind === 'first' ? { first: when.count } : {}),
    })
  }
  if (faults.length > 0) omissions.add('When the fault rules were switched on: they act from the beginning.')
  for (const id of acted) if (!found.has(id)) omissions.add('A fault rule acted that has been removed since.')
  return faults
}

/** One list for all callbacks, as the capture server takes it; empty where all were answered 200. */
function answersOf(
  answered: readonly (readonly (number | null)[])[],
  omissions: Omissions,
): Recording['answers'] {
  const longest = answered.reduce((long, each) => (each.length > long.length ? each : long), [])
  const statuses = longest.flatMap((status) => status ?? [])
  if (answered.every((each) => each.every((status) => status === 200))) return []
  const isOneList = answered.every((each) => each.every((status, at) => status === longest[at]))
  if (isOneList && statuses.length === longest.length && statuses.length <= MAX_ANSWERS) return statuses
  omissions.add('Callbacks were answered in more than one way: the scenario answers all of them 200.')
  return []
}
