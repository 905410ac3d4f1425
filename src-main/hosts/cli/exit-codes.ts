/** How the command line ends: scripts and CI rely on these. */
export const EXIT = {
  ok: 0,
  /** Something failed: a scenario, a rule of the exam, or the bench itself. */
  failed: 1,
  /** It could not be done: the command line cannot be followed. */
  misunderstood: 2,
} as const
