/** Counts what happened but is missing from a recorded scenario. A person reads it before the file is saved. */
export interface Omissions {
  add(what: string): void
  /** One sentence each. */
  sentences(): readonly string[]
}

/** Creates an empty count. */
export function createOmissions(): Omissions {
  const counts = new Map<string, number>()
  return {
    add(what) {
      counts.set(what, (counts.get(what) ?? 0) + 1)
    },
    sentences: () => [...counts].map(([what, count]) => (count === 1 ? what : `${what} (${count} times)`)),
  }
}
