import { z } from 'zod'
import type { Fault } from '#domain/fault/fault'
import { FAULTS } from '#domain/fault/fault-table'
import { duration, flag, text } from './fields'
import { readDuration, writeDuration } from './units'

const KINDS = Object.keys(FAULTS)
const isKind = (kind: string): kind is keyof typeof FAULTS => Object.hasOwn(FAULTS, kind)
const KIND_RULE = `must be one of: ${KINDS.join(', ')}`
export const faultKind = z
  .enum(KINDS, KIND_RULE)
  .describe(`${KINDS.join(', ')}; docs/faults.md says what each does.`)

/** Words of scenarios for those parameters of the bench that have another name there. */
const PARAMETER_NAMES: ReadonlyMap<string, string> = new Map([
  ['delay', 'ms'],
  ['gap', 'gapMs'],
  ['wait', 'longestWaitMs'],
])

const number = z.number('must be a number')

/** Parameters of faults. The table of the bench says which of them a kind has. */
export const FAULT_FIELDS = {
  delay: duration.describe('Of delay.').optional(),
  gap: duration.describe('Of duplicate: between the copies.').optional(),
  wait: duration.describe('Of reorder: how long at most.').optional(),
  copies: number.describe('Of duplicate.').optional(),
  until: text.describe('Of reorder: the kind of the callback that goes first, or `next`.').optional(),
  path: text.describe('Of changeField, removeField and unknownField.').optional(),
  value: z.unknown().describe('Of changeField and unknownField.').optional(),
  signing: text.describe('Of changeField, removeField and unknownField: `resign` or `keep`.').optional(),
  contentType: text.describe('Of contentType.').optional(),
  charset: text.describe('Of charset.').optional(),
  announce: flag.describe('Of charset.').optional(),
  chunkBytes: number.describe('Of chunked.').optional(),
  bytesPerSecond: number.describe('Of slowBody.').optional(),
  afterBytes: number.describe('Of cut.').optional(),
}

/** The word of a scenario for a parameter of the bench. */
export const wordOfParameter = (name: string): string =>
  [...PARAMETER_NAMES].find(([, parameter]) => parameter === name)?.[0] ?? name

/** Members of a fault of a scenario that are not parameters. */
const OTHER_MEMBERS = new Set(['kind', 'on', 'first', 'of'])

/**
 * Turns a fault of a scenario into one of the bench, with the bench's defaults for what is left out. Does not check values:
 * the bench does. `unknown`: members that this kind does not have. Null for an unknown kind.
 */
export function faultOf(given: Readonly<Record<string, unknown>> & { readonly kind: string }): {
  readonly fault: Readonly<Record<string, unknown>> & { readonly kind: Fault['kind'] }
  readonly unknown: readonly string[]
} | null {
  const { kind } = given
  if (!isKind(kind)) return null
  const known: readonly {
    readonly name: string
    readonly shape: { readonly type: string; readonly initial: unknown }
  }[] = FAULTS[kind].parameters
  const fault: Record<string, unknown> = Object.fromEntries(
    known.map(({ name, shape }) => [name, shape.initial]),
  )
  const unknown: string[] = []
  for (const [name, value] of Object.entries(given)) {
    if (OTHER_MEMBERS.has(name) || value === undefined) continue
    const parameter = known.find((each) => each.name === (PARAMETER_NAMES.get(name) ?? name))
    if (parameter === undefined) unknown.push(name)
    else if (PARAMETER_NAMES.has(name))
      fault[parameter.name] = typeof value === 'string' ? readDuration(value) : value
    else fault[parameter.name] = parameter.shape.type === 'json' ? JSON.stringify(value) : value
  }
  return { fault: { ...fault, kind }, unknown }
}

/** Writes a fault of the bench as a scenario does, without values that are the defaults. */
export function writeFault(
  fault: Readonly<Record<string, unknown>> & { readonly kind: Fault['kind'] },
): Readonly<Record<string, unknown>> {
  const known: readonly {
    readonly name: string
    readonly shape: { readonly type: string; readonly initial: unknown }
  }[] = FAULTS[fault.kind].parameters
  const words = new Map([...PARAMETER_NAMES].map(([word, name]) => [name, word]))
  const changed = known.flatMap(({ name, shape }): [string, unknown][] => {
    const value = fault[name]
    if (value === shape.initial) return []
    const word = words.get(name)
    if (word !== undefined && typeof value === 'number') return [[word, writeDuration(value)]]
    const isJson = shape.type === 'json' && typeof value === 'string'
    return [[name, isJson ? (JSON.parse(value) as unknown) : value]]
  })
  return { kind: fault.kind, ...Object.fromEntries(changed) }
}
