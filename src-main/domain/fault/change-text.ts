import { withoutMembers } from '#domain/callback/signature-member'
import { locateValues, type Span } from '#lib/json/locate'
import { atPath, type JsonNode } from '#lib/json/node'
import { parseJson } from '#lib/json/parse'
import { readPath } from './path'

/** A text after a change, or why nothing was changed. */
export type ChangedText =
  { readonly ok: true; readonly text: string } | { readonly ok: false; readonly message: string }

/** Replaces the value of a field by the text of a JSON value. Every other character stays. */
export function withFieldValue(text: string, root: JsonNode, path: string, value: string): ChangedText {
  const keys = readPath(path)
  if (keys === null || atPath(root, keys) === undefined) return { ok: false, message: `there is no ${path}` }
  // Of repeated keys the last one counts for a reader.
  const span = locateValues(text, [keys]).at(-1)
  return span === undefined ? { ok: false, message: `there is no ${path}` } : replaced(text, span, value)
}

/** Removes a field with its key and one comma. */
export function withoutField(text: string, root: JsonNode, path: string): ChangedText {
  const keys = readPath(path)
  if (keys === null || atPath(root, keys) === undefined) return { ok: false, message: `there is no ${path}` }
  if (atPath(root, keys.slice(0, -1))?.type !== 'object') {
    return { ok: false, message: `${path} is an item of an array; only fields can be left out` }
  }
  const left = withoutMembers(text, [keys])
  return parseJson(left).ok
    ? { ok: true, text: left }
    : { ok: false, message: `${path} has a key that cannot be taken out of the text` }
}

/** Adds a field behind the last one of its object. */
export function withNewField(text: string, root: JsonNode, path: string, value: string): ChangedText {
  const keys = readPath(path)
  const key = keys?.at(-1)
  if (keys === null || key === undefined) return { ok: false, message: `${path} is not a path` }
  if (atPath(root, keys) !== undefined) return { ok: false, message: `${path} is there already` }
  const parents = keys.slice(0, -1)
  const parent = atPath(root, parents)
  if (parent?.type !== 'object') {
    return { ok: false, message: `there is no object ${parents.join('.')} that could hold ${key}` }
  }
  const end =
    parents.length === 0 ? text.lastIndexOf('}') : (locateValues(text, [parents]).at(-1)?.end ?? 0) - 1
  const before = text.slice(0, end).trimEnd()
  const comma = parent.members.length === 0 ? '' : ','
  return {
    ok: true,
    text: `${before}${comma}${JSON.stringify(key)}:${value}${text.slice(before.length)}`,
  }
}

function replaced(text: string, { kind, start, end }: Span, value: string): ChangedText {
  // The span of a string lies inside its quotes.
  const quote = kind === 'string' ? 1 : 0
  return { ok: true, text: text.slice(0, start - quote) + value + text.slice(end + quote) }
}
