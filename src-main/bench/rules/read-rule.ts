import type { z } from 'zod'
import { readShape, shapeErrorWords } from '../../protocol/read-shape'
import { readStoredJson } from '../stored-json'

/** A rule as it is kept, or why this version cannot follow it: another version wrote it, or it is damaged. */
export type ReadRule<Kept> =
  | { readonly isReadable: true; readonly kept: Kept }
  | { readonly isReadable: false; readonly name: string; readonly reason: string }

const MAX_NAME = 80
const MAX_REASON = 300

/** Reads what the store holds of a rule by its shape. */
export function readRule<Schema extends z.ZodType>(schema: Schema, text: string): ReadRule<z.output<Schema>> {
  let data: unknown
  try {
    data = readStoredJson(text)
  } catch {
    return { isReadable: false, name: '', reason: 'It is damaged: what is kept of it is no JSON.' }
  }
  const read = readShape(schema, data)
  if (read.success) return { isReadable: true, kept: read.data }
  const reason = `This version does not know what stands at ${shapeErrorWords(read.error)}`
  return { isReadable: false, name: nameIn(data), reason: reason.slice(0, MAX_REASON) }
}

/** Rules for answers keep theirs one level deeper. Empty where none can be told. */
function nameIn(data: unknown): string {
  const name = memberOf(data, 'name') ?? memberOf(memberOf(data, 'rule'), 'name')
  return typeof name === 'string' ? name.slice(0, MAX_NAME) : ''
}

const memberOf = (data: unknown, name: string): unknown =>
  typeof data === 'object' && data !== null
    ? Object.entries(data).find(([key]) => key === name)?.[1]
    : undefined
