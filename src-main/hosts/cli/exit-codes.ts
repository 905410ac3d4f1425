/** How the command line ends: scripts and CI rely on these. */
export const EXIT = {
  ok: 0,
  /** Something failed: a scenario, a rule of the exam, or the bench itself. */
  failed: 1,
  /** The command could not be completed: its arguments cannot be used. */
  misunderstood: 2,
} as const
