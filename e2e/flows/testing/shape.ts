/** The type of the value at every path of a body: `{'payment.id': 'string', 'operations[].id': 'integer'}`. */
export type Shape = Readonly<
  Record<string, 'string' | 'integer' | 'boolean' | 'null' | 'object' | 'array' | 'other'>
>

/** The shape of a JSON value. Elements of an array share one path; containers with members are not named. */
export function shapeOf(value: unknown): Shape {
  return Object.fromEntries(pathsOf(value, ''))
}

type Kind = Shape[string]

function pathsOf(value: unknown, path: string): readonly (readonly [string, Kind])[] {
  if (Array.isArray(value)) {
    return value.length === 0 ? [[path, 'array']] : value.flatMap((item) => pathsOf(item, `${path}[]`))
  }
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value)
    return members.length === 0
      ? [[path, 'object']]
      : members.flatMap(([key, member]) => pathsOf(member, path === '' ? key : `${path}.${key}`))
  }
  return [[path, kindOf(value)]]
}

function kindOf(value: unknown): Kind {
  if (value === null) return 'null'
  if (typeof value === 'string') return 'string'
  if (typeof value === 'boolean') return 'boolean'
  return Number.isSafeInteger(value) ? 'integer' : 'other'
}
