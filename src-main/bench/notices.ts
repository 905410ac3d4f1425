import type { Notice } from '../protocol/bench'

/** Things that the tester should know, kept until the program ends. */
export interface Notices {
  readonly all: readonly Notice[]
  /** One notice an id: telling it again replaces it. */
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
