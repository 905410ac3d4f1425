import type { Notice } from '#protocol/bench'

/** Notices to the tester, shown until the program ends. */
export interface Notices {
  readonly all: readonly Notice[]
  /** Adds a notice, or replaces the one with the same id. */
  add(notice: Notice): void
}

export function createNotices(onChange: (notices: readonly Notice[]) => void): Notices {
  const byId = new Map<string, Notice>()
  return {
    get all() {
      return [...byId.values()]
    },
    add(notice) {
      byId.set(notice.id, notice)
      onChange([...byId.values()])
    },
  }
}
