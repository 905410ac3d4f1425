import { z } from 'zod'
import { epochTime } from '../protocol/times'
import { REORDER_TARGETS } from '../domain/fault/fault'
import { readStoredJsonOrNull } from './stored-json'
import { readShape } from '../protocol/read-shape'

/** The callback is sent only once, as replays are by default: its first attempt ends the schedule, whatever the result. */
const once = { once: z.literal(true).optional() } as const

/**
 * Why a callback is not sent, and what was planned before. `free`: nothing holds it. `passed`: nothing holds it, and rules
 * must not stop it again. `replay`: it waits for its turn in a bulk replay. `dueAt`: when it was due; null where its schedule
 * was over.
 */
const hold = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('rule'),
    ruleId: z.string(),
    until: z.enum(REORDER_TARGETS),
    dueAt: epochTime,
    wakeAt: epochTime.nullable(),
    ...once,
  }),
  z.object({ kind: z.literal('tester'), dueAt: epochTime, ...once }),
  z.object({
    kind: z.literal('dropped'),
    dueAt: epochTime.nullable(),
    note: z.string().nullable(),
    ...once,
  }),
  z.object({ kind: z.literal('replay'), job: z.string(), ...once }),
  z.object({ kind: z.literal('passed'), ...once }),
  z.object({ kind: z.literal('free'), ...once }),
])
export type Hold = Readonly<z.infer<typeof hold>>

/** How holds of bulk replays were stored before they had a kind. */
const formerHold = z
  .object({ by: z.literal('replay'), job: z.string() })
  .transform(({ job }): Hold => ({ kind: 'replay', job }))
const storedHold = z.union([hold, formerHold])

/** Null where nothing holds the callback, or a hold that this version does not know or that is damaged. */
export function readHold(text: string | null): Hold | null {
  if (text === null) return null
  const parsed = readShape(storedHold, readStoredJsonOrNull(text))
  return parsed.success ? parsed.data : null
}

export function writeHold(value: Hold): string {
  return JSON.stringify(value)
}

/** Whether the first attempt ends its schedule. */
export function isSentOnce(text: string | null): boolean {
  return readHold(text)?.once === true
}

/** What a new hold takes over from the previous one. */
export function onceOf(text: string | null): { readonly once?: true } {
  return isSentOnce(text) ? { once: true } : {}
}

/** What remains of a hold once nothing holds the callback. */
export function withoutHold(text: string | null): string | null {
  return isSentOnce(text) ? writeHold({ kind: 'free', once: true }) : null
}
