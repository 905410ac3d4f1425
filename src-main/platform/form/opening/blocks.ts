import { isRecord } from '#lib/json/record'
import { decodeBase64 } from '#lib/bytes/base64'
import { parseJson, parseJsonBytes } from '#lib/json/parse'

/** The members of a JSON object. */
export type Block = Readonly<Record<string, unknown>>

/** Parses a JSON object; null: the text is something else. */
export function readJsonObject(text: string): Block | null {
  const json = parseJson(text)
  return json.ok && isRecord(json.plain) ? json.plain : null
}

/** Decodes a JSON object in Base64 (contract 7.3), or returns what is wrong with the text. */
export function readBlock(
  text: string,
): { readonly ok: true; readonly block: Block } | { readonly ok: false; readonly message: string } {
  const bytes = decodeBase64(text)
  if (bytes === undefined) {
    return wrong(
      'Must be base64 with the standard alphabet and its = at the end; in a query + is written %2B, / as %2F and = as %3D.',
    )
  }
  const json = parseJsonBytes(bytes)
  if (!json.ok) return wrong(`The decoded base64 is not JSON. ${json.message}`)
  return isRecord(json.plain)
    ? { ok: true, block: json.plain }
    : wrong('The base64 must hold a JSON object, not another kind of JSON.')
}

/**
 * A catalogue value in a block. How blocks are laid out inside is not published, so the value may stand below
 * `customer`, at its own path, or alone: `customer.shipping.type`, `shipping.type`, `type`.
 */
export function findInBlock(block: Block, name: string): unknown {
  const path = name.split('.')
  for (const way of [['customer', ...path], path, path.slice(1)]) {
    if (way.length === 0) continue
    const value = way.reduce<unknown>(
      (at, key) => (isRecord(at) && Object.hasOwn(at, key) ? at[key] : undefined),
      block,
    )
    if (value !== undefined) return value
  }
  return undefined
}

function wrong(message: string): { readonly ok: false; readonly message: string } {
  return { ok: false, message }
}
