/** Exit codes of the browser host and the command line: scripts and CI rely on them. */
export const EXIT = {
  ok: 0,
  /** Something failed: a scenario, a rule of the exam, or the bench itself. */
  failed: 1,
  /** The command could not be completed, for example because its options cannot be used. */
  misunderstood: 2,
} as const
