import { isRecord } from '../../lib/json/record'

/** What stands at a dotted path of a JSON object. */
export type SuppliedValue =
  | { readonly kind: 'absent' }
  | { readonly kind: 'value'; readonly value: unknown }
  /** Something that is no object stands where the path goes through; `path` names it. */
  | { readonly kind: 'not-an-object'; readonly path: string }
  /** The dots were written into the name of a member instead of nesting objects. */
  | { readonly kind: 'flat-name'; readonly value: unknown }

const ABSENT: SuppliedValue = { kind: 'absent' }

/**
 * Reads `customer.billing.city` out of an object. Only own members count, so that names such as `__proto__` or
 * `constructor` find nothing that the sender did not send. null counts as absent.
 */
export function readSupplied(root: Readonly<Record<string, unknown>>, path: string): SuppliedValue {
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

function ownMember(container: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(container, name) ? container[name] : undefined
}
