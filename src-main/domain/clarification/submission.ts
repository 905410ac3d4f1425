import { ownMember } from '#lib/own-member'
import { isRecord } from '#lib/json/node'
import { FIELD_CATALOGUE, findField } from './catalogue'
import { type CheckContext, isScalar } from '#domain/api/rules'
import { checkValue, contextOf, countryPathBeside, isBlank, trimmed } from './check'
import { type ClarificationFields, filterFields, flattenFields } from './fields'

/** Keyed by `key.name` (`customer.billing.city`); texts without surrounding spaces. */
export type AcceptedValues = Readonly<Record<string, string | number | boolean>>

interface GivenValue {
  /** `key.name`. */
  readonly path: string
  readonly value: unknown
  readonly context: CheckContext
}

/** The values that pass the checks of the catalogue (contract 5.8). */
export function acceptedValues(given: readonly GivenValue[]): AcceptedValues {
  const accepted: Record<string, string | number | boolean> = {}
  for (const { path, value, context } of given) {
    if (isScalar(value) && checkValue(findField(path), value, context) === null)
      accepted[path] = trimmed(value)
  }
  return accepted
}

export interface RefusedValue {
  /** Path from the body's root: `additional_data.customer.billing.city`. */
  readonly path: string
  readonly code: string
  readonly message: string
  /** A constraint word of contract 5.1. */
  readonly constraint: string
  /** False for values that were not requested: they are reported but otherwise ignored. */
  readonly asked: boolean
}

/** A clarification request and the data to check it against. */
export interface Submission {
  /** The fields at the start of the round. */
  readonly requested: ClarificationFields
  readonly accepted: AcceptedValues
  /** Values from the payment's start and earlier rounds; a country among them helps to check others. */
  readonly supplied: AcceptedValues
  readonly additionalData: Readonly<Record<string, unknown>>
  /** The current day on the virtual clock, `YYYY-MM-DD` in UTC. */
  readonly today: string
}

export interface Assessment {
  readonly accepted: AcceptedValues
  readonly remaining: ClarificationFields
  readonly refused: readonly RefusedValue[]
}

/** Checks the values of a clarification request (contract 5.2, 6.8, 6.9). Bad values never replace accepted ones. */
export function assessSubmission(submission: Submission): Assessment {
  const { requested, accepted, additionalData } = submission
  const askedPaths = new Set(flattenFields(requested).map(({ path }) => path))
  const paths = new Set([...askedPaths, ...FIELD_CATALOGUE.map(({ path }) => path)])
  const acceptedNow = new Map(Object.entries(accepted))
  const refused = new Map<string, RefusedValue>()
  const refuse = (path: string, problem: Omit<RefusedValue, 'path'>): void => {
    if (!refused.has(path)) refused.set(path, { path: `additional_data.${path}`, ...problem })
  }

  for (const path of paths) {
    const isAsked = askedPaths.has(path)
    const supplied = readField(additionalData, path)
    if (supplied.kind === 'not-an-object') {
      refuse(supplied.path, { ...NOT_AN_OBJECT, asked: isAsked })
    } else if (supplied.kind === 'flat-name' && !isBlank(supplied.value)) {
      refuse(path, { ...flatNameProblem(path), asked: isAsked })
    } else if (supplied.kind === 'value' && (isAsked || !isBlank(supplied.value))) {
      const problem = checkValue(findField(path), supplied.value, contextFor(path, submission, askedPaths))
      if (problem !== null) refuse(path, { ...problem, asked: isAsked })
      else if (isScalar(supplied.value)) acceptedNow.set(path, trimmed(supplied.value))
    }
  }
  return {
    accepted: Object.fromEntries(acceptedNow),
    remaining: filterFields(requested, ({ path }) => !acceptedNow.has(path)),
    refused: [...refused.values()],
  }
}

const NOT_AN_OBJECT = { code: '502', message: 'Must be an object.', constraint: 'type' } as const

function flatNameProblem(path: string): Omit<RefusedValue, 'path' | 'asked'> {
  const parent = path.slice(0, path.lastIndexOf('.'))
  return {
    code: '502',
    message: `Dots in a requested name mean nesting: put the value into the object ${parent}.`,
    constraint: 'format',
  }
}

/** The country is that of this request, the round or the payment; '' if still requested: a region may come first. */
function contextFor(
  path: string,
  { additionalData, accepted, supplied, today }: Submission,
  askedPaths: ReadonlySet<string>,
): CheckContext {
  const countryPath = countryPathBeside(path)
  const inRequest = readSupplied(additionalData, countryPath)
  const given = inRequest.kind === 'value' ? inRequest.value : undefined
  if (typeof given === 'string' && checkValue(COUNTRY_FIELD, given, { today }) === null) {
    return contextOf(today, given)
  }
  const before = accepted[countryPath] ?? supplied[countryPath]
  if (typeof before === 'string') return { today, country: before }
  return askedPaths.has(countryPath) ? { today, country: '' } : { today }
}

const COUNTRY_FIELD = findField('customer.billing.country')

type SuppliedValue =
  | { readonly kind: 'absent' }
  | { readonly kind: 'value'; readonly value: unknown }
  /** The path leads through something other than an object; `path` names it. */
  | { readonly kind: 'not-an-object'; readonly path: string }
  /** The dots are part of a member's name, in place of nested objects. */
  | { readonly kind: 'flat-name'; readonly value: unknown }

const ABSENT: SuppliedValue = { kind: 'absent' }

/** The members of a nested `additional_data` may also be beside it (contract 16.4). */
function readField(root: Readonly<Record<string, unknown>>, path: string): SuppliedValue {
  const nested = readSupplied(root, path)
  const isBeside = nested.kind === 'absent' && path.startsWith(NESTED)
  return isBeside ? readSupplied(root, path.slice(NESTED.length)) : nested
}

const NESTED = 'additional_data.'

/** Reads only own members: `__proto__` is found only if sent. Null and empty text count as absent. */
function readSupplied(root: Readonly<Record<string, unknown>>, path: string): SuppliedValue {
  const segments = path.split('.')
  let container: unknown = root
  for (const [depth, segment] of segments.entries()) {
    if (!isRecord(container)) return { kind: 'not-an-object', path: segments.slice(0, depth).join('.') }
    const next = ownMember(container, segment)
    if (next === undefined || next === null || next === '') {
      const flat = ownMember(container, segments.slice(depth).join('.'))
      return flat === undefined || depth === segments.length - 1 ? ABSENT : { kind: 'flat-name', value: flat }
    }
    container = next
  }
  return { kind: 'value', value: container }
}
