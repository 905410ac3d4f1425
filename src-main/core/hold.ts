import { z } from 'zod'
import { epochTime } from '#protocol/shapes'
import { REORDER_TARGETS } from '#domain/fault/fault-table'
import { readStoredJsonOrNull } from './stored-json'
import { readShape } from '#protocol/read-shape'

/**
 * The callback is sent once only, as replays are by default: the first attempt ends the schedule, whatever its result.
 */
const once = { once: z.literal(true).optional() } as const

/**
 * Why a callback is held, and what was planned for it before.
 * - `rule`: a fault rule holds it. `tester`: the tester holds it. `dropped`: it is not sent at all.
 * - `replay`: it waits for its turn in a bulk replay.
 * - `passed`: nothing holds it, and rules must not hold it again.
 * - `free`: nothing holds it.
 *
 * `dueAt` is when it was due, epoch milliseconds; null where its schedule was over.
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

/** The shape in which holds of bulk replays were stored before holds had a kind. */
const formerHold = z
  .object({ by: z.literal('replay'), job: z.string() })
  .transform(({ job }): Hold => ({ kind: 'replay', job }))
const storedHold = z.union([hold, formerHold])

/** Reads a stored hold. Null: there is none, or it is damaged or of a kind that this version does not know. */
export function readHold(text: string | null): Hold | null {
  if (text === null) return null
  const parsed = readShape(storedHold, readStoredJsonOrNull(text))
  return parsed.success ? parsed.data : null
}

/** Writes a hold as it is stored. */
export function writeHold(value: Hold): string {
  return JSON.stringify(value)
}

/** Whether the first attempt of the callback ends its schedule. */
export function isSentOnce(text: string | null): boolean {
  return readHold(text)?.once === true
}

/** Returns the part of the previous hold that a new hold keeps. */
export function onceOf(text: string | null): { readonly once?: true } {
  return isSentOnce(text) ? { once: true } : {}
}

/** Returns what to store once nothing holds the callback any more. */
export function withoutHold(text: string | null): string | null {
  return isSentOnce(text) ? writeHold({ kind: 'free', once: true }) : null
}
