import type { JsonNode } from '#lib/json/node'
import { parseJson } from '#lib/json/parse'
import { canonicalise } from '#domain/signature/canonical'
import { dialects, type DialectId } from '#domain/signature/dialects'
import type { Surface } from '#domain/signature/recipe'

/** The JSON of a text that must be valid. */
export const nodeOf = (json: string): JsonNode => {
  const parsed = parseJson(json)
  if (!parsed.ok) throw new Error(`${parsed.message} in ${json}`)
  return parsed.root
}

/** The string to sign, or the reason why there is none. */
export const canonicalText = (
  data: string | JsonNode,
  dialect: DialectId = 'REF',
  surface: Surface = 'api',
): string => {
  const root = typeof data === 'string' ? nodeOf(data) : data
  const canonical = canonicalise(root, dialects[dialect], surface)
  return canonical.ok ? canonical.text : `refused: ${canonical.failure}`
}
