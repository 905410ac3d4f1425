import { z } from 'zod'
import { SORT_DIRECTIONS, type Sorting } from '#domain/query/sorting'
import { clientName } from '#protocol/callers'
import { type ListName, LISTS, type SortField } from './lists'

/** The state of a list and of its split view. `split` is the width of the list in percent. */
const place = (split: number) =>
  z
    .object({
      selection: z.string().nullable().catch(null),
      query: z.string().max(2000).catch(''),
      split: z.number().min(25).max(75).catch(split),
      view: z.string().nullable().catch(null),
    })
    .catch({ selection: null, query: '', split, view: null })

const savedFilters = z
  .array(z.object({ name: z.string().min(1).max(60), query: z.string().max(2000) }))
  .catch([])

const AS_IT_COMES = { sort: null, columns: null }

/** The order of a list, null for the newest first, and its columns, null for those that fit. */
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

const looks = z.object({
  payments: look(LISTS.payments.sortFields),
  callbacks: look(LISTS.callbacks.sortFields),
  captures: look(LISTS.captures.sortFields),
  traffic: look(LISTS.traffic.sortFields),
})

/** In the order of the navigation rail. The name of a page is also that of its icon and, with a capital, its label. */
const page = z.enum([
  'overview',
  'payments',
  'callbacks',
  'preview',
  'scenarios',
  'exam',
  'traffic',
  'signature',
  'settings',
])
export const PAGES = page.options

const preferences = z.object({
  version: z.literal(1),
  page: page.catch('payments'),
  theme: z.enum(['light', 'dark', 'system']).catch('system'),
  /** Whether the system notifies while the window is away; `ask` until the tester was asked. */
  notify: z.enum(['ask', 'yes', 'no']).catch('ask'),
  /** The name that other clients see with this window's changes; empty for none. */
  clientName: clientName.or(z.literal('')).catch(''),
  /** The shown project; null for all of them. */
  projectId: z.int().nullable().catch(null),
  payments: place(59),
  callbacks: place(46),
  signature: place(34),
  traffic: place(52),
  scenarios: place(40),
  exam: place(45),
  /** Whether the clock timeline is open above the bottom bar. */
  clockStrip: z.boolean().catch(false),
  looks: looks.catch(looks.parse({})),
  /** The open section of the settings: `listeners`, `storage`, `licences`, or the number of a project. */
  settings: z.string().max(40).catch(''),
  paymentFilters: savedFilters,
  callbackFilters: savedFilters,
  captureFilters: savedFilters,
  trafficFilters: savedFilters,
  drafts: z.record(z.string(), z.string()).catch({}),
  /** The session that the selections belong to; empty for the tester's own. */
  sessionId: z.string().max(100).catch(''),
})

export type Preferences = Readonly<z.infer<typeof preferences>>
export type Place = Readonly<z.infer<ReturnType<typeof place>>>
export interface RememberedLook<Field extends string> {
  readonly sort: Sorting<Field> | null
  readonly columns: readonly string[] | null
}
export type Looks = { readonly [List in ListName]: RememberedLook<SortField<List>> }
export type Page = Preferences['page']
export type Theme = Preferences['theme']

/** The section of the settings that the menu of the desktop program opens by its address. */
export const LICENCES = 'licences'

export const DEFAULTS: Preferences = preferences.parse({ version: 1 })

/** Parses a stored text; null if there is none, or if it is not JSON that fits the schema. */
export function readStored<Value>(schema: z.ZodType<Value>, text: string | null | undefined): Value | null {
  try {
    return schema.safeParse(JSON.parse(text ?? '')).data ?? null
  } catch {
    return null
  }
}

/** Reads stored preferences. An invalid part gets its default; in another version, all parts do. */
export const readPreferences = (text: string | null): Preferences => readStored(preferences, text) ?? DEFAULTS
