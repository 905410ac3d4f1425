import { decodeBase64, encodeBase64 } from '#lib/bytes/base64'
import { decodeUtf8, encodeUtf8 } from '#lib/bytes/utf8'
import { isRecord } from '#lib/json/node'
import { parseJson } from '#lib/json/parse'

/** What the simulated issuer reports to the merchant through the customer's browser (contract 13.3). */
export interface IssuerAnswer {
  readonly md: string
  /** Null if the customer cancelled. */
  readonly code: string | null
}

/** Base64 of `{"md", "code"}`, or of `{"md", "cancelled": true}`. */
export function writePaRes({ md, code }: IssuerAnswer): string {
  return encodeBase64(encodeUtf8(JSON.stringify(code === null ? { md, cancelled: true } : { md, code })))
}

const MAX_VALUES = 10

/** Reads a `pares` or `cres`; null if the simulated issuer did not write it. */
export function readPaRes(text: string): IssuerAnswer | null {
  const bytes = decodeBase64(text)
  const json = bytes === undefined ? undefined : decodeUtf8(bytes)
  const parsed = json === undefined ? null : parseJson(json, MAX_VALUES)
  if (parsed?.ok !== true || !isRecord(parsed.plain)) return null
  const { md, code, cancelled } = parsed.plain
  if (typeof md !== 'string') return null
  if (cancelled === true) return { md, code: null }
  return typeof code === 'string' ? { md, code } : null
}
