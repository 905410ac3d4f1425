import { z } from 'zod'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import {
  CALLBACK_SORT_FIELDS,
  EXCHANGE_SORT_FIELDS,
  PAYMENT_SORT_FIELDS,
  SORT_DIRECTIONS,
} from '../../../src-main/domain/query/sorting'
import type {
  CallbackSortField,
  ExchangeSortField,
  PaymentSortField,
  Sorting,
} from '../../../src-main/domain/query/sorting'
import { createPreferencesWriter, storedDrafts, storedPreferences } from './stored-preferences'

const WRITE_AFTER_MS = 300

/** A list and the split beside it. `split` is the share of the list in percent. */
const place = z
  .object({
    selection: z.string().nullable().catch(null),
    query: z.string().max(2000).catch(''),
    split: z.number().min(25).max(75).catch(55),
    /** Which of several views of the page is open: a tab, "Sent" or "Captured". */
    view: z.string().nullable().catch(null),
  })
  .catch({ selection: null, query: '', split: 55, view: null })

const savedFilter = z.object({ name: z.string().min(1).max(60), query: z.string().max(2000) })

const AS_IT_COMES = { sort: null, columns: null }

/** How a list is sorted, null for the newest first, and its columns, null for those that it has room for. */
function look<const Field extends string>(fields: readonly [Field, ...Field[]]) {
  return z
    .object({
      sort: z
        .object({ by: z.enum(fields), direction: z.enum(SORT_DIRECTIONS) })
        .nullable()
        .catch(null),
      columns: z.array(z.string().max(40)).min(1).max(20).readonly().nullable().catch(null),
    })
    .catch(AS_IT_COMES)
}

interface SortFields {
  readonly payments: PaymentSortField
  readonly callbacks: CallbackSortField
  readonly captures: ExchangeSortField
  readonly traffic: ExchangeSortField
}
/** A list that can be sorted, and whose columns can be chosen. */
export type ListName = keyof SortFields
export type SortField<List extends ListName> = SortFields[List]

export const SORT_FIELDS: { readonly [List in ListName]: readonly SortField<List>[] } = {
  payments: PAYMENT_SORT_FIELDS,
  callbacks: CALLBACK_SORT_FIELDS,
  captures: EXCHANGE_SORT_FIELDS,
  traffic: EXCHANGE_SORT_FIELDS,
}

const looks = z.object({
  payments: look(PAYMENT_SORT_FIELDS),
  callbacks: look(CALLBACK_SORT_FIELDS),
  captures: look(EXCHANGE_SORT_FIELDS),
  traffic: look(EXCHANGE_SORT_FIELDS),
})

const LOOKS = { payments: AS_IT_COMES, callbacks: AS_IT_COMES, captures: AS_IT_COMES, traffic: AS_IT_COMES }

const preferences = z.object({
  version: z.literal(1),
  page: z.enum(['payments', 'callbacks', 'preview', 'traffic', 'signature', 'settings']).catch('payments'),
  theme: z.enum(['light', 'dark', 'system']).catch('system'),
  /** The project that the workbench shows; null: all of them. */
  projectId: z.int().nullable().catch(null),
  payments: place,
  callbacks: place,
  signature: place,
  traffic: place,
  looks: looks.catch(LOOKS),
  /** Which part of the settings is open: `listeners`, `storage`, `licences`, or the number of a project. */
  settings: z.string().max(40).catch(''),
  paymentFilters: z.array(savedFilter).max(50).catch([]),
  callbackFilters: z.array(savedFilter).max(50).catch([]),
  captureFilters: z.array(savedFilter).max(50).catch([]),
  trafficFilters: z.array(savedFilter).max(50).catch([]),
  searches: z.array(savedFilter).max(50).catch([]),
  drafts: z.record(z.string(), z.string()).catch({}),
  /** The session that selections and drafts belong to; the tester's own has no name. */
  sessionId: z.string().max(100).catch(''),
})

export type Preferences = Readonly<z.infer<typeof preferences>>
export type Place = Readonly<z.infer<typeof place>>
/** How a list is sorted, null for the newest first, and its columns, null for those that it has room for. */
export interface RememberedLook<Field extends string> {
  readonly sort: Sorting<Field> | null
  readonly columns: readonly string[] | null
}
export type Looks = { readonly [List in ListName]: RememberedLook<SortField<List>> }
export type Page = Preferences['page']
export type Theme = Preferences['theme']

/** The part of the settings that the menu of the desktop opens by its address. */
export const LICENCES = 'licences'

const DEFAULTS: Preferences = {
  version: 1,
  page: 'payments',
  theme: 'system',
  projectId: null,
  payments: { selection: null, query: '', split: 55, view: null },
  callbacks: { selection: null, query: '', split: 40, view: null },
  traffic: { selection: null, query: '', split: 45, view: null },
  signature: { selection: null, query: '', split: 34, view: null },
  looks: LOOKS,
  settings: '',
  paymentFilters: [],
  callbackFilters: [],
  captureFilters: [],
  trafficFilters: [],
  searches: [],
  drafts: {},
  sessionId: '',
}

/** Reads what was stored; a part that does not fit falls back alone, another version falls back as a whole. */
export function readPreferences(text: string | null): Preferences {
  if (text === null) return DEFAULTS
  try {
    const parsed = preferences.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : DEFAULTS
  } catch {
    return DEFAULTS
  }
}

const storage = (): Storage | null => {
  try {
    return typeof localStorage === 'undefined' ? null : localStorage
  } catch {
    return null
  }
}

function readStored(kept: Storage | null): Preferences {
  if (kept === null) return DEFAULTS
  const read = readPreferences(storedPreferences(kept))
  return { ...read, drafts: { ...read.drafts, ...storedDrafts(kept) } }
}

/** What comes back after a reload: page, selection, filter, drafts, split sizes, theme. */
export const preferencesStore = createStore<Preferences>(() => readStored(storage()))

/** Drafts that the browser has no room for: they go with the page. */
const unkeptStore = createStore<{ readonly names: ReadonlySet<string> }>(() => ({ names: new Set() }))

/** Writes in pauses: not at every key and not at every row that is passed. */
function followPreferences(kept: Storage): void {
  const writer = createPreferencesWriter(kept, (names) => unkeptStore.setState({ names }))
  let timer: ReturnType<typeof setTimeout> | null = null
  const writeNow = (): void => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    writer.write(preferencesStore.getState())
  }
  preferencesStore.subscribe(() => {
    timer ??= setTimeout(writeNow, WRITE_AFTER_MS)
  })
  window.addEventListener('pagehide', writeNow)
}

const kept = storage()
if (kept !== null) followPreferences(kept)

export function usePreferences<Part>(select: (state: Preferences) => Part): Part {
  return useStore(preferencesStore, select)
}

export function setPreferences(change: Partial<Omit<Preferences, 'version'>>): void {
  preferencesStore.setState(change)
}

/** Changes the memory of one list page. */
export function setPlace(
  page: 'payments' | 'callbacks' | 'traffic' | 'signature',
  change: Partial<Place>,
): void {
  preferencesStore.setState((state) => ({ [page]: { ...state[page], ...change } }))
}

/** Changes how a list is sorted, or which columns it shows. */
export function setLook<List extends ListName>(
  list: List,
  change: Partial<RememberedLook<SortField<List>>>,
): void {
  preferencesStore.setState(({ looks: before }) => ({
    looks: { ...before, [list]: { ...before[list], ...change } },
  }))
}

/** Text that was typed and not yet sent, by a name of the form. */
export function draftOf(name: string): string | undefined {
  const { drafts } = preferencesStore.getState()
  return Object.hasOwn(drafts, name) ? drafts[name] : undefined
}

/** Keeps a draft; null forgets it. */
export function keepDraft(name: string, text: string | null): void {
  preferencesStore.setState(({ drafts }) => {
    const { [name]: _old, ...rest } = drafts
    return { drafts: text === null ? rest : { ...rest, [name]: text } }
  })
}

const ofSession = (sessionId: string): string => (sessionId === '' ? '' : `session ${sessionId} `)

const inSession = (name: string): string => `${ofSession(preferencesStore.getState().sessionId)}${name}`

/** A draft about something of the session that is open, as a rule: each session has its own. */
export function sessionDraftOf(name: string): string | undefined {
  return draftOf(inSession(name))
}

/** Keeps such a draft; null forgets it. */
export function keepSessionDraft(name: string, text: string | null): void {
  keepDraft(inSession(name), text)
}

/** All drafts of the session whose names begin like this, by the rest of their names. */
export function sessionDraftsOf(prefix: string): Preferences['drafts'] {
  const start = inSession(prefix)
  return Object.fromEntries(
    Object.entries(preferencesStore.getState().drafts)
      .filter(([name]) => name.startsWith(start))
      .map(([name, text]) => [name.slice(start.length), text]),
  )
}

/** Whether such a draft would not be there after a reload: the browser has no room for it. */
export function useSessionDraftUnkept(name: string): boolean {
  const full = inSession(name)
  return useStore(unkeptStore, ({ names }) => names.has(full))
}

/** Forgets the drafts of an imported session that is removed. */
export function forgetSessionDrafts(sessionId: string): void {
  preferencesStore.setState(({ drafts }) => ({
    drafts: Object.fromEntries(
      Object.entries(drafts).filter(([name]) => !name.startsWith(ofSession(sessionId))),
    ),
  }))
}
