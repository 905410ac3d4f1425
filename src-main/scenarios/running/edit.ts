import { isRecord, type Members } from '#lib/json/record'

/** Applies edits to a JSON value: maps change single members, the text `absent` removes one, anything else replaces the value. */
export function edited(value: unknown, edits: unknown): unknown {
  if (!isRecord(edits)) return edits
  const members = new Map<string, unknown>(Object.entries(isRecord(value) ? value : {}))
  for (const [key, edit] of Object.entries(edits)) {
    if (edit === 'absent') members.delete(key)
    else members.set(key, edited(members.get(key), edit))
  }
  return Object.fromEntries(members)
}

/** Applies the edits of a step to the body of its request. */
export function editedBody(body: Members, edits: Members | undefined): Members {
  const changed = edits === undefined ? body : edited(body, edits)
  return isRecord(changed) ? changed : body
}
