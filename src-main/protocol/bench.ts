import { z } from 'zod'
import { changeBy } from './callers'
import { LISTENERS } from './connection'
import { projectView } from './projects'
import { openSession } from './sessions'
import { isoTime, paymentKey, projectId } from './shapes'

export const clockMode = z.enum(['live', 'frozen', 'scaled'])
export type ClockMode = z.infer<typeof clockMode>

/** What happens next if the tester does nothing: a timer of a payment fires, or a callback is sent. */
const nextTimer = z.object({
  dueAt: isoTime,
  kind: z.enum(['timer', 'callback']),
  name: z.string(),
  /** Null if the timer belongs to no payment, for example if it ends a token. */
  paymentKey: paymentKey.nullable(),
  paymentId: z.string(),
})
export type NextTimer = z.infer<typeof nextTimer>

/** The first timers in the order of their due times. */
export const clockTimersParams = z.strictObject({ limit: z.int().min(1).max(500).optional() })
export const clockTimersResult = z.object({ items: z.array(nextTimer) })

/** `rate`: virtual milliseconds per millisecond of wall time (1 when live, 0 when frozen). */
export const clockView = z.object({
  mode: clockMode,
  now: isoTime,
  wallNow: isoTime,
  rate: z.number(),
  advancing: z
    .object({ from: isoTime, to: isoTime, at: isoTime, firedTimers: z.int(), sentCallbacks: z.int() })
    .optional(),
  nextTimer: nextTimer.optional(),
  timers: z.int(),
  /** The copy that `clock.takeBack` returns to: its time, and what it contains. */
  kept: z.object({ at: isoTime, payments: z.int(), messages: z.int() }).optional(),
})
export type ClockView = z.infer<typeof clockView>

/** The clock never goes back while payments exist: later events would have earlier times. */
export const clockSetParams = z.strictObject({
  mode: clockMode.optional(),
  rate: z.number().positive().max(1_000_000).optional(),
  now: isoTime.optional(),
})

/**
 * If true, a copy of everything is kept in memory before the clock moves, in place of the previous copy. No copy is
 * kept if the session is larger than 64 MiB.
 */
const keep = z.boolean().optional()

export const clockAdvanceParams = z.strictObject({
  keep,
  ms: z
    .int()
    .min(0)
    .max(10 * 365 * 86_400_000),
})

/** If the next timer is later than `notAfter`, the call is refused with `wrong_state` and the clock does not move. */
export const clockAdvanceToNextParams = z.strictObject({ keep, notAfter: isoTime.optional() })

/** The result, returned once everything that became due has been processed. */
export const advanceResult = z.object({
  now: isoTime,
  firedTimers: z.int(),
  sentCallbacks: z.int(),
})

export const listenerView = z.object({
  name: z.enum(LISTENERS),
  url: z.string(),
  /** Addresses for other computers; absent if only this computer can reach it. */
  reachableAt: z.array(z.string()).optional(),
  /** The address to open in a browser if it differs from `url`: the workbench's contains the token of this run. */
  opensAt: z.string().optional(),
  /** Set if a default port was taken and the next free one is used. */
  notice: z.string().optional(),
})

/** A message to the tester; `remedy` says what to do. */
export const notice = z.object({
  id: z.string(),
  level: z.enum(['info', 'warning', 'error']),
  message: z.string(),
  remedy: z.string().optional(),
})
export type Notice = z.infer<typeof notice>
/**
 * `projectId`: only the data of this project is removed. `scenarioProjects`: projects of scenario runs are removed
 * too; not together with `projectId`.
 */
export const resetParams = z.strictObject({
  projectId: projectId.optional(),
  scenarioProjects: z.boolean().optional(),
})

/** Id of the notice that the computer's clock was changed; with it, the window offers to return to wall time. */
export const WALL_CLOCK_MOVED = 'wall-clock-moved'
const share = z.object({ done: z.int(), total: z.int() }).nullable()

/**
 * The index for lists and search. `behind`: commits not yet indexed. `rebuilding`: progress of a rebuild, in rows.
 * `texts`: progress in messages, until the texts of all older messages can be searched.
 */
const indexView = z.object({ behind: z.int(), rebuilding: share, texts: share })

export const storageView = z.object({
  directory: z.string().nullable(),
  messages: z.int(),
  bytes: z.int(),
  maxMessages: z.int(),
  maxBytes: z.int(),
  evicted: z.int(),
  durability: z.enum(['normal', 'full']),
  index: indexView,
})

/**
 * `pendingCallbacks` are scheduled or in flight. The last attempt of `failingCallbacks` failed, whether or not another
 * follows; dropped callbacks and those sent only once are not counted.
 */
export const counters = z.object({
  payments: z.int(),
  waiting: z.int(),
  callbacks: z.int(),
  failingCallbacks: z.int(),
  pendingCallbacks: z.int(),
  captures: z.int(),
  exchanges: z.int(),
})

export const benchInfo = z.object({
  version: z.string(),
  runtime: z.object({
    host: z.enum(['electron', 'browser', 'memory']),
    node: z.string(),
    platform: z.string(),
  }),
  listeners: z.array(listenerView),
  projects: z.array(projectView),
  defaultProjectId: projectId,
  clock: clockView,
  counters,
  storage: storageView,
  notices: z.array(notice),
  /** The latest changes to the clock, rules, projects and settings, newest last. */
  changes: z.array(changeBy),
  session: openSession,
  /** Certificate of the local authority, to trust the TLS listeners. */
  caPem: z.string().nullable(),
})
export type ListenerView = z.infer<typeof listenerView>
export type BenchInfo = z.infer<typeof benchInfo>

export const settingsUpdateParams = z.strictObject({
  maxMessages: z.int().min(1000).max(50_000_000).optional(),
  maxBytes: z.int().min(16_777_216).max(1_099_511_627_776).optional(),
  durability: z.enum(['normal', 'full']).optional(),
})
