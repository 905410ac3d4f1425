import type { z } from 'zod'
import { readShape, shapeErrorText } from '#protocol/read-shape'
import { readStoredJson } from '#core/stored-json'

/** A stored rule, or the reason why this version cannot apply it: it is damaged or another version wrote it. */
export type ReadRule<Kept> =
  | { readonly isReadable: true; readonly kept: Kept }
  | { readonly isReadable: false; readonly name: string; readonly reason: string }

const MAX_NAME = 80
const MAX_REASON = 300

/** Reads a stored rule and checks it against the shape. */
export function readRule<Schema extends z.ZodType>(schema: Schema, text: string): ReadRule<z.output<Schema>> {
  let data: unknown
  try {
    data = readStoredJson(text)
  } catch {
    return { isReadable: false, name: '', reason: 'The stored rule is damaged: it is not valid JSON.' }
  }
  const read = readShape(schema, data)
  if (read.success) return { isReadable: true, kept: read.data }
  const reason = `This version of Paybench cannot read ${shapeErrorText(read.error)}`
  return { isReadable: false, name: nameIn(data), reason: reason.slice(0, MAX_REASON) }
}

/** Finds the name of a rule; response rules have it one level deeper. Empty where there is none. */
function nameIn(data: unknown): string {
  const name = memberOf(data, 'name') ?? memberOf(memberOf(data, 'rule'), 'name')
  return typeof name === 'string' ? name.slice(0, MAX_NAME) : ''
}

const memberOf = (data: unknown, name: string): unknown =>
  typeof data === 'object' && data !== null
    ? Object.entries(data).find(([key]) => key === name)?.[1]
    : undefined
