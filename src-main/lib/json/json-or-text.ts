import { parseJson } from './parse'

/** The JSON value of a body, as plain values; the text itself where it is empty or no JSON. */
export function jsonOrText(body: string): unknown {
  if (body === '') return body
  const json = parseJson(body)
  return json.ok ? json.plain : body
}
