import { exampleOf, type Fault, type FaultKind, faultOf } from '#domain/fault/fault-table'
import type { FaultParameter, ParameterValue } from '#domain/fault/kind'

/** The parameters of a fault in the fields of a form, by name. */
export type FaultEntry = Readonly<Record<string, string>>

/** What the fields hold for a fault. */
export function entryOf(fault: Fault): FaultEntry {
  return Object.fromEntries(
    Object.entries(fault)
      .filter(([name]) => name !== 'kind')
      .map(([name, value]) => [name, String(value)]),
  )
}

/** What the fields hold when a kind has just been chosen. */
export function initialEntry(kind: FaultKind): FaultEntry {
  return entryOf(exampleOf(kind))
}

/** A number as it was typed; NaN where it is none, which the check of the rule reports. */
export function typedNumber(text: string | undefined): number {
  return text === undefined || text.trim() === '' ? NaN : Number(text)
}

function typed({ type }: FaultParameter, text: string): ParameterValue {
  if (type === 'integer') return typedNumber(text)
  return type === 'flag' ? text === 'true' : text
}

/** The fault that the fields describe. Numbers that are none are NaN: `ruleProblems` says which. */
export function faultFrom(kind: FaultKind, entry: FaultEntry): Fault {
  return faultOf(kind, (parameter, name) => typed(parameter, entry[name] ?? String(parameter.initial)))
}
