/** The part of the browser's storage that the page uses. */
export type KeptTexts = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

type Drafts = Readonly<Record<string, string>>

type Stored = Readonly<Record<string, unknown>> & { readonly drafts: Drafts }

const STORAGE_KEY = 'paybench.workbench'
const DRAFT_KEY = 'paybench.draft.'
/** The browser keeps about five million characters of a page; one text must not displace all others. */
const MAX_DRAFT_CHARS = 1_500_000

export function storedPreferences(storage: KeptTexts): string | null {
  return storage.getItem(STORAGE_KEY)
}

/** Drafts by their names: each has an entry of its own, so that a long one is written only when it changes. */
export function storedDrafts(storage: KeptTexts): Drafts {
  const drafts: Record<string, string> = {}
  for (let at = 0; at < storage.length; at += 1) {
    const key = storage.key(at)
    const text = key?.startsWith(DRAFT_KEY) === true ? storage.getItem(key) : null
    if (key !== null && text !== null) drafts[key.slice(DRAFT_KEY.length)] = text
  }
  return drafts
}

export interface PreferencesWriter {
  /** Writes what has changed since the last time. */
  readonly write: (state: Stored) => void
}

/**
 * Writes preferences and drafts, only what differs from the storage. Names of drafts that have no room
 * go to `onUnkept`; their stored text stays.
 */
export function createPreferencesWriter(
  storage: KeptTexts,
  onUnkept: (names: ReadonlySet<string>) => void,
): PreferencesWriter {
  let last = storage.getItem(STORAGE_KEY)
  let lastDrafts = storedDrafts(storage)
  let unkept: ReadonlySet<string> = new Set()

  const put = (key: string, text: string): boolean => {
    try {
      storage.setItem(key, text)
      return true
    } catch {
      // Full or forbidden.
      return false
    }
  }
  return {
    write(state) {
      const { drafts, ...rest } = state
      const text = JSON.stringify(rest)
      if (text !== last && put(STORAGE_KEY, text)) last = text
      const refused = new Set<string>()
      const written: Record<string, string> = {}
      for (const [name, draft] of Object.entries(drafts)) {
        const before = lastDrafts[name]
        const isThere = before === draft || (draft.length <= MAX_DRAFT_CHARS && put(DRAFT_KEY + name, draft))
        if (!isThere) refused.add(name)
        const now = isThere ? draft : before
        if (now !== undefined) written[name] = now
      }
      for (const name of Object.keys(lastDrafts)) {
        if (!Object.hasOwn(drafts, name)) storage.removeItem(DRAFT_KEY + name)
      }
      lastDrafts = written
      if (refused.size === unkept.size && [...refused].every((name) => unkept.has(name))) return
      unkept = refused
      onUnkept(unkept)
    },
  }
}
