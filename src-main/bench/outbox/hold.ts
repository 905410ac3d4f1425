import { z } from 'zod'
import { REORDER_TARGETS } from '../../core/fault/fault'
import { readOwnJson } from '../own-json'
import { readShape } from '../../contract/read-shape'

/**
 * Why a callback does not leave, and what was planned before. `passed`: nothing holds it, and rules are not to stop it
 * again. `dueAt`: when it was to leave; null where its schedule was over.
 */
const hold = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('rule'),
    ruleId: z.string(),
    until: z.enum(REORDER_TARGETS),
    dueAt: z.number(),
    wakeAt: z.number().nullable(),
  }),
  z.object({ kind: z.literal('tester'), dueAt: z.number() }),
  z.object({ kind: z.literal('dropped'), dueAt: z.number().nullable(), note: z.string().nullable() }),
  z.object({ kind: z.literal('passed') }),
])
export type Hold = Readonly<z.infer<typeof hold>>

/** Null where nothing holds the callback, or nothing that this version knows. */
export function readHold(text: string | null): Hold | null {
  if (text === null) return null
  const parsed = readShape(hold, readOwnJson(text))
  return parsed.success ? parsed.data : null
}

export function writeHold(value: Hold): string {
  return JSON.stringify(value)
}
