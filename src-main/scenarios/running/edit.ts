import { isRecord } from '../../lib/json/record'

type Members = Readonly<Record<string, unknown>>

/** A JSON value with edits: maps in part, the text `absent` takes a member out, everything else stands instead. */
export function edited(value: unknown, edits: unknown): unknown {
  if (!isRecord(edits)) return edits
  const members = new Map<string, unknown>(Object.entries(isRecord(value) ? value : {}))
  for (const [key, edit] of Object.entries(edits)) {
    if (edit === 'absent') members.delete(key)
    else members.set(key, edited(members.get(key), edit))
  }
  return Object.fromEntries(members)
}

/** The body of a request with edits, where there are any. */
export function editedBody(body: Members, edits: Members | undefined): Members {
  const changed = edits === undefined ? body : edited(body, edits)
  return isRecord(changed) ? changed : body
}
