/** The keys of a JSON value with the types of its leaves, in the words of the mission document's tables. */
export type Shape = string | readonly Shape[] | { readonly [key: string]: Shape }

const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\+0000$/

/** `{id: 7, date: '2031-04-09T16:20:05+0000'}` has the shape `{id: 'integer', date: 'timestamp'}`. */
export function shapeOf(value: unknown): Shape {
  if (value === null) return 'null'
  if (Array.isArray(value)) return value.map(shapeOf)
  if (typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, shapeOf(member)]))
  }
  if (typeof value === 'number') return Number.isSafeInteger(value) ? 'integer' : 'number'
  if (typeof value === 'string') return TIMESTAMP.test(value) ? 'timestamp' : 'string'
  return typeof value
}
