import { isRecord } from '../../lib/json/record'

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
