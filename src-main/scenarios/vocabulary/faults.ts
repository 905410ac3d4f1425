import { z } from 'zod'
import { type Fault, FAULT_KINDS, type FaultKind, FAULTS } from '#domain/fault/fault-table'
import type { FaultParameter } from '#domain/fault/kind'
import { faultRule } from '#domain/fault/rule'
import { duration, flag, readDuration, text, writeDuration } from './fields'

const isKind = (kind: string): kind is FaultKind => Object.hasOwn(FAULTS, kind)
export const faultKind = z
  .enum(FAULT_KINDS.map(String), `must be one of: ${FAULT_KINDS.join(', ')}`)
  .describe(`${FAULT_KINDS.join(', ')}; docs/faults.md says what each does.`)

const parametersOf = (kind: FaultKind) =>
  Object.entries(FAULTS[kind].parameters).map(([name, parameter]) => ({
    name,
    word: parameter.inScenarios ?? name,
    parameter,
  }))

/** Durations are written with a unit, so their names differ from those in fault rules, which are in milliseconds. */
const isSpan = ({ inScenarios }: FaultParameter): boolean => inScenarios !== undefined

function fieldOf(parameter: FaultParameter): z.ZodType {
  if (isSpan(parameter)) return duration
  switch (parameter.type) {
    case 'integer':
      return z.number('must be a number')
    case 'flag':
      return flag
    case 'json':
      return z.unknown()
    case 'path':
    case 'header':
    case 'choice':
      return text
  }
}

const KNOWN = FAULT_KINDS.flatMap((kind) => parametersOf(kind).map((known) => ({ ...known, kind })))

function wordsOf(word: string, { help, ...parameter }: FaultParameter): string {
  const kinds = KNOWN.filter((known) => known.word === word).map(({ kind }) => kind)
  const choices =
    parameter.type === 'choice' ? `: ${parameter.choices.map(({ value }) => value).join(', ')}` : ''
  return `For ${kinds.join(', ')}${choices}. ${help}`
}

/** The parameters of all faults by their words in scenarios; the fault table defines which of them a kind has. */
export const FAULT_FIELDS: Readonly<Record<string, z.ZodType>> = Object.fromEntries(
  KNOWN.map(({ word, parameter }) => [
    word,
    fieldOf(parameter).describe(wordsOf(word, parameter)).optional(),
  ]),
)

const OTHER_MEMBERS = new Set(['kind', 'on', 'first', 'of'])

/** Reads a fault without checking its values. `unknown`: members that it does not have. Null for an unknown kind. */
export function faultOf(given: Readonly<Record<string, unknown>> & { readonly kind: string }): {
  readonly fault: Readonly<Record<string, unknown>> & { readonly kind: FaultKind }
  readonly unknown: readonly string[]
} | null {
  const { kind } = given
  if (!isKind(kind)) return null
  const parameters = parametersOf(kind)
  const values: Readonly<Record<string, unknown>> = Object.fromEntries(
    parameters.map(({ name, word, parameter }) => [name, valueOf(parameter, given[word])]),
  )
  const unknown = Object.keys(given).filter(
    (name) =>
      !OTHER_MEMBERS.has(name) && given[name] !== undefined && !parameters.some(({ word }) => word === name),
  )
  return { fault: { ...values, kind }, unknown }
}

function valueOf(parameter: FaultParameter, value: unknown): unknown {
  if (value === undefined) return parameter.initial
  if (isSpan(parameter)) return typeof value === 'string' ? readDuration(value) : value
  return parameter.type === 'json' ? JSON.stringify(value) : value
}

/** Checks a fault as Paybench does; if it has variables, only for unknown members: the run checks the values. */
export function checkFault(
  given: Parameters<typeof faultOf>[0] & { readonly on?: unknown },
  { addIssue }: Pick<z.core.$RefinementCtx, 'addIssue'>,
): void {
  const read = faultOf(given)
  if (read === null) return
  const report = (path: readonly string[], message: string): void => {
    addIssue({ code: 'custom', path: [...path], message })
  }
  for (const name of read.unknown)
    report([name], `is not a parameter of the fault ${given.kind}. Leave it out.`)
  if (read.unknown.length > 0 || JSON.stringify(given).includes('${')) return
  const rule = faultRule.safeParse({
    ...{ id: 'scenario', name: 'Scenario', enabled: true, when: { kind: 'always' }, fault: read.fault },
    match: given.on === undefined ? {} : { kinds: given.on },
  })
  for (const { path, message } of rule.error?.issues ?? []) {
    const [first, name] = path
    const word = first === 'fault' ? KNOWN.find((known) => known.name === name)?.word : undefined
    const isThere = word !== undefined && Object.hasOwn(given, word)
    report(isThere ? [word] : [], word === undefined || isThere ? message : `${word}: ${message}`)
  }
}

/** Writes a fault in the words of a scenario, without parameters that have their default value. */
export function writeFault(fault: Fault): Readonly<Record<string, unknown>> {
  const values: Readonly<Record<string, unknown>> = { ...fault }
  const changed = parametersOf(fault.kind).flatMap(({ name, word, parameter }): [string, unknown][] => {
    const value = values[name]
    if (value === parameter.initial) return []
    if (isSpan(parameter) && typeof value === 'number') return [[word, writeDuration(value)]]
    const isJson = parameter.type === 'json' && typeof value === 'string'
    return [[word, isJson ? (JSON.parse(value) as unknown) : value]]
  })
  return { kind: fault.kind, ...Object.fromEntries(changed) }
}
