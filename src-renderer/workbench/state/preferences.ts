import { createStore, useStore } from 'zustand'
import type { ListName, SortField } from './lists'
import {
  DEFAULTS,
  type Place,
  type Preferences,
  readPreferences,
  type RememberedLook,
} from './preferences-shape'

type KeptTexts = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

type Stored = Readonly<Record<string, unknown>> & Pick<Preferences, 'drafts'>

const STORAGE_KEY = 'paybench.workbench'
const DRAFT_KEY = 'paybench.draft.'
/** A browser stores about five million characters per origin; one text must not displace all others. */
const MAX_DRAFT_CHARS = 1_500_000

/** Drafts by name: each has its own entry, so that a long one is written only when it changes. */
export function storedDrafts(storage: KeptTexts): Preferences['drafts'] {
  const drafts: Record<string, string> = {}
  for (let at = 0; at < storage.length; at += 1) {
    const key = storage.key(at)
    const text = key?.startsWith(DRAFT_KEY) === true ? storage.getItem(key) : null
    if (key !== null && text !== null) drafts[key.slice(DRAFT_KEY.length)] = text
  }
  return drafts
}

/** Returns a function that writes changed preferences and drafts. If a draft does not fit, its old text stays. */
export function createPreferencesWriter(storage: KeptTexts): (state: Stored) => void {
  let last = storage.getItem(STORAGE_KEY)
  let lastDrafts = storedDrafts(storage)
  const put = (key: string, text: string): boolean => {
    try {
      storage.setItem(key, text)
      return true
    } catch {
      // Full or forbidden.
      return false
    }
  }
  return ({ drafts, ...rest }) => {
    const text = JSON.stringify(rest)
    if (text !== last && put(STORAGE_KEY, text)) last = text
    for (const [name, draft] of Object.entries(drafts)) {
      if (lastDrafts[name] !== draft && draft.length <= MAX_DRAFT_CHARS) put(DRAFT_KEY + name, draft)
    }
    for (const name of Object.keys(lastDrafts)) {
      if (!Object.hasOwn(drafts, name)) storage.removeItem(DRAFT_KEY + name)
    }
    lastDrafts = drafts
  }
}

const WRITE_AFTER_MS = 300

const storage = (): Storage | null => {
  try {
    return typeof localStorage === 'undefined' ? null : localStorage
  } catch {
    return null
  }
}

const kept = storage()

function readStored(): Preferences {
  if (kept === null) return DEFAULTS
  const read = readPreferences(kept.getItem(STORAGE_KEY))
  return { ...read, drafts: { ...read.drafts, ...storedDrafts(kept) } }
}

/** Restored after a reload, for example page, selection, filter, drafts, split sizes and theme. */
export const preferencesStore = createStore<Preferences>(readStored)

// Written at intervals, not on every keystroke or selection of a row.
if (kept !== null) {
  const write = createPreferencesWriter(kept)
  let timer: ReturnType<typeof setTimeout> | null = null
  const writeNow = (): void => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    write(preferencesStore.getState())
  }
  preferencesStore.subscribe(() => {
    timer ??= setTimeout(writeNow, WRITE_AFTER_MS)
  })
  window.addEventListener('pagehide', writeNow)
}

export function usePreferences<Part>(select: (state: Preferences) => Part): Part {
  return useStore(preferencesStore, select)
}

export function setPreferences(change: Partial<Omit<Preferences, 'version'>>): void {
  preferencesStore.setState(change)
}

export function setPlace(
  page: 'payments' | 'callbacks' | 'traffic' | 'signature' | 'scenarios' | 'exam',
  change: Partial<Place>,
): void {
  preferencesStore.setState((state) => ({ [page]: { ...state[page], ...change } }))
}

/** Shows a page after a change to its place. */
export function openPlace(...[page, change]: Parameters<typeof setPlace>): void {
  setPlace(page, change)
  setPreferences({ page })
}

export function setLook<List extends ListName>(
  list: List,
  change: Partial<RememberedLook<SortField<List>>>,
): void {
  preferencesStore.setState(({ looks: before }) => ({
    looks: { ...before, [list]: { ...before[list], ...change } },
  }))
}

export function draftOf(name: string): string | undefined {
  const { drafts } = preferencesStore.getState()
  return Object.hasOwn(drafts, name) ? drafts[name] : undefined
}

export function keepDraft(name: string, text: string | null): void {
  preferencesStore.setState(({ drafts }) => {
    const { [name]: _old, ...rest } = drafts
    return { drafts: text === null ? rest : { ...rest, [name]: text } }
  })
}

const sessionPrefix = (sessionId: string): string => (sessionId === '' ? '' : `session ${sessionId} `)

const draftName = (name: string): string => `${sessionPrefix(preferencesStore.getState().sessionId)}${name}`

/** Keeps a draft for the open session, such as that of a rule: each session has its own drafts. Null removes it. */
export function keepSessionDraft(name: string, text: string | null): void {
  keepDraft(draftName(name), text)
}

/** The open session's drafts whose names begin with `prefix`, by the rest of their names. */
export function sessionDraftsOf(prefix: string): Preferences['drafts'] {
  const start = draftName(prefix)
  return Object.fromEntries(
    Object.entries(preferencesStore.getState().drafts)
      .filter(([name]) => name.startsWith(start))
      .map(([name, text]) => [name.slice(start.length), text]),
  )
}

/** Whether a draft of the open session is too long to survive a reload. */
export function useSessionDraftUnkept(name: string): boolean {
  const full = draftName(name)
  return usePreferences(({ drafts }) => (drafts[full]?.length ?? 0) > MAX_DRAFT_CHARS)
}

export function forgetSessionDrafts(sessionId: string): void {
  preferencesStore.setState(({ drafts }) => ({
    drafts: Object.fromEntries(
      Object.entries(drafts).filter(([name]) => !name.startsWith(sessionPrefix(sessionId))),
    ),
  }))
}
