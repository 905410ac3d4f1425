import { asTyped } from '../session/collect'

/** Typed texts at their places below `additional_data`, as a merchant would send them (contract 5.2). */
export function nestedValues(
  asked: readonly { readonly path: string }[],
  fields: Readonly<Record<string, string>>,
): Readonly<Record<string, unknown>> {
  const root = new Map<string, unknown>()
  for (const { path } of asked) {
    const text = fields[path]
    if (text === undefined) continue
    const names = path.split('.')
    const last = names.pop() ?? ''
    let parent = root
    for (const name of names) {
      const known = parent.get(name)
      const child = known instanceof Map ? (known as Map<string, unknown>) : new Map<string, unknown>()
      parent.set(name, child)
      parent = child
    }
    parent.set(last, asTyped(path, text))
  }
  return toPlainObject(root)
}

function toPlainObject(map: ReadonlyMap<string, unknown>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    [...map].map(([name, value]) => [
      name,
      value instanceof Map ? toPlainObject(value as ReadonlyMap<string, unknown>) : value,
    ]),
  )
}
