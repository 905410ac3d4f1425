import { z } from 'zod'

/** A list has at most this many rules. */
export const MAX_RULES = 200

/**
 * A stored rule that this version cannot apply: another version wrote it, or it is damaged. It does nothing.
 * `name` is empty where none can be read; `reason` is a sentence.
 */
export const unreadableRule = z.object({ id: z.string(), name: z.string(), reason: z.string() })
export type UnreadableRule = Readonly<z.infer<typeof unreadableRule>>

const ruleId = z.string().min(1).max(40)

/**
 * Where a rule goes: `at` counts from 0; an existing rule keeps its place. `replaces` names rules that the same change
 * removes.
 */
export const putPlace = {
  at: z.int().min(0).max(MAX_RULES).optional(),
  replaces: z.array(ruleId).min(1).max(MAX_RULES).optional(),
}

export const ruleIdParams = z.strictObject({ id: ruleId })

/** `by` places down, or up where it is negative; with `among` only the places of these rules count. */
export const ruleMoveParams = z.strictObject({
  id: ruleId,
  by: z.int().min(-MAX_RULES).max(MAX_RULES),
  among: z.array(ruleId).min(1).max(MAX_RULES).optional(),
})

/** Without `ids`: every rule. */
export const ruleSwitchParams = z.strictObject({
  ids: z.array(ruleId).min(1).max(MAX_RULES).optional(),
  enabled: z.boolean(),
})

/** The `undo` of the change that is to be taken back, and of no other. */
export const ruleUndoParams = z.strictObject({ undo: z.string().min(1).max(100) })
