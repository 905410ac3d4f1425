import { isRecord } from '../../../lib/json/record'
import { Code } from './js-text'

/** A recorded pattern as JavaScript: `${order.id}` becomes the constant, `any` what stands for any value. */
export function jsPattern(value: unknown, any: Code): unknown {
  if (typeof value === 'string') {
    const name = /^\$\{(\w+)\.id\}$/.exec(value)?.[1]
    if (name !== undefined) return new Code(name)
    return value === 'any' ? any : value
  }
  if (Array.isArray(value)) return value.map((item) => jsPattern(item, any))
  if (!isRecord(value)) return value
  // A text that would read as a matcher.
  if (typeof value['is'] === 'string' && Object.keys(value).length === 1) return value['is']
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, jsPattern(item, any)]))
}
