import { parseJson } from './parse'

/** Parses a body as JSON; returns the text itself if it is empty or not JSON. */
export function jsonOrText(body: string): unknown {
  if (body === '') return body
  const json = parseJson(body)
  return json.ok ? json.plain : body
}
