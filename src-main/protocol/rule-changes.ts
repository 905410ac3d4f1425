import { z } from 'zod'

/** More rules than this are in no list. */
export const MAX_RULES = 200

/**
 * A rule that is kept and that this version cannot follow: another version wrote it, or it is damaged. It does nothing.
 * `name` is empty where none can be read; `reason` is a sentence.
 */
export const unreadableRule = z.object({ id: z.string(), name: z.string(), reason: z.string() })
export type UnreadableRule = Readonly<z.infer<typeof unreadableRule>>

const ruleId = z.string().min(1).max(40)

/**
 * Where a rule that is put in goes: `at` counts from 0, and a rule that is there already keeps its place. `replaces` names
 * rules that it takes the place of: they are removed in the same change.
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
