import { parseJson } from '#lib/json/parse'
import { formParameters, type FormParameters } from '#protocol/projects'

/** Parameters read from JSON, or the error; `line` from 1 where the place is known. */
export type ReadParameters =
  | { readonly ok: true; readonly parameters: FormParameters }
  | { readonly ok: false; readonly message: string; readonly line: number | null }

/** Reads the parameters that were typed as JSON. */
export function readParameters(text: string): ReadParameters {
  const json = parseJson(text)
  if (!json.ok) return { ok: false, message: json.message, line: json.line ?? null }
  const [repeated] = json.duplicateKeys
  if (repeated !== undefined) {
    return {
      ok: false,
      message: `${repeated} appears twice. Keep one of them.`,
      line: lineOfKey(text, repeated),
    }
  }
  if (json.root.type !== 'object') {
    return { ok: false, message: 'Parameters must be an object, such as { "payment_id": "…" }.', line: 1 }
  }
  for (const { key, value } of json.root.members) {
    if (value.type === 'object' || value.type === 'array' || value.type === 'null') {
      const line = lineOfKey(text, key)
      const message =
        value.type === 'null'
          ? `${key} is null, which the library leaves out. Remove it, or use "".`
          : `${key} holds an ${value.type}. The form accepts nested values as JSON in a string.`
      return { ok: false, message, line }
    }
  }
  const parsed = formParameters.safeParse(json.plain)
  if (parsed.success) return { ok: true, parameters: parsed.data }
  const [issue] = parsed.error.issues
  const key = String(issue?.path[0] ?? '')
  const inner = issue?.code === 'invalid_key' ? issue.issues[0] : issue
  return { ok: false, message: `${key}: ${inner?.message ?? 'not possible'}.`, line: lineOfKey(text, key) }
}

function lineOfKey(text: string, key: string): number | null {
  const at = text.lastIndexOf(JSON.stringify(key))
  return at === -1 ? null : text.slice(0, at).split('\n').length
}
