import { parseQuery } from '#domain/query/parse'
import { SORT_DIRECTIONS, type Sorting, sortOf } from '#domain/query/sorting'
import { quotedText } from '#lib/limits/bounded-text'
import { LIMITS } from '#lib/limits/limit-table'
import type { ChosenAttempt } from '#window/state/session-memory'
import { type ListName, listOfPage, LISTS } from '#window/state/lists'
import type { Page, Preferences } from '#window/state/preferences-shape'
import { VIEWS } from './views'

/** A list in an address: always complete, so that it shows the same rows wherever it is opened. */
interface ListAddress {
  readonly name: ListName
  readonly query: string
  readonly sort: Sorting | null
  readonly projectId: number | null
}

/** A place in the window. Undefined parts are left out of the address, and opening it leaves them unchanged. */
export interface Address {
  readonly page: Page
  readonly selection?: string | undefined
  readonly view?: string | undefined
  /** `seq` of the selected attempt of a callback; undefined for the newest. */
  readonly attempt?: number | undefined
  readonly list?: ListAddress | undefined
  readonly filter?: string | undefined
  /** The imported session to which the place belongs; undefined for the tester's own session, or if any will do. */
  readonly sessionId?: string | undefined
}

/** The place to which an address leads, or why it leads nowhere. */
type ReadAddress =
  | { readonly kind: 'place'; readonly address: Address }
  | { readonly kind: 'unknown'; readonly reason: string }

/** How the address of a page is built. A new page needs a line in {@link PATHS}. */
interface PagePath {
  readonly parts: readonly ('view' | 'selection')[]
  /** The parameter that holds the view, if it is not part of the path. */
  readonly viewParameter?: string
  /** Whether the selection is a file, whose path may contain slashes; such a page has a filter. */
  readonly hasFiles?: true
}

const PATHS: Readonly<Record<Page, PagePath>> = {
  overview: { parts: [] },
  payments: { parts: ['selection'], viewParameter: 'tab' },
  callbacks: { parts: ['view', 'selection'] },
  traffic: { parts: ['selection'], viewParameter: 'order' },
  scenarios: { parts: ['selection'], viewParameter: 'show', hasFiles: true },
  exam: { parts: ['selection'] },
  preview: { parts: [] },
  signature: { parts: [] },
  settings: { parts: ['view'] },
}

const MAX_PART_CHARS = 100

const isPage = (name: string): name is Page => Object.hasOwn(PATHS, name)

/** Returns e.g. `callbacks/sent/cb_1?q=state%3Afailed&sort=created.ascending`, without the leading `#`. */
export function writeAddress({ page, selection, view, attempt, list, filter, sessionId }: Address): string {
  const { parts, viewParameter, hasFiles } = PATHS[page]
  const values = { selection, view }
  const path: string[] = [page]
  for (const part of parts) {
    const value = values[part]
    if (value === undefined || value === '') break
    path.push(...(hasFiles === true ? value.split('/') : [value]).map(encodeURIComponent))
  }
  const parameters = new URLSearchParams()
  if (viewParameter !== undefined && view !== undefined) parameters.set(viewParameter, view)
  if (attempt !== undefined) parameters.set('attempt', String(attempt))
  if (filter !== undefined) parameters.set('q', filter)
  if (list !== undefined) {
    parameters.set('q', list.query)
    if (list.sort !== null) parameters.set('sort', `${list.sort.by}.${list.sort.direction}`)
    if (list.projectId !== null) parameters.set('project', String(list.projectId))
  }
  if (sessionId !== undefined) parameters.set('session', sessionId)
  const text = parameters.toString()
  return text === '' ? path.join('/') : `${path.join('/')}?${text}`
}

export function addressOf(state: Preferences, chosen: ChosenAttempt | null): Address {
  const { page, sessionId } = state
  const shown = { page, sessionId: sessionId || undefined }
  if (page === 'settings') return { ...shown, view: state.settings }
  if (page === 'overview' || page === 'preview' || page === 'signature') return shown
  const place = state[page]
  const view = place.view ?? (page === 'callbacks' ? 'sent' : undefined)
  const name = listOfPage(page, view)
  return {
    ...shown,
    view,
    selection: place.selection ?? undefined,
    attempt: hasAttempts(page, view) && chosen?.callbackId === place.selection ? chosen.seq : undefined,
    filter: PATHS[page].hasFiles === true && place.query !== '' ? place.query : undefined,
    list:
      name === null
        ? undefined
        : { name, query: place.query, sort: state.looks[name].sort, projectId: state.projectId },
  }
}

/** Only a sent callback has attempts. */
const hasAttempts = (page: Page, view: string | undefined): boolean => page === 'callbacks' && view === 'sent'

/** Reads an address without its `#`. Unknown parameters are ignored: an address of a later version still opens. */
export function readAddress(text: string): ReadAddress {
  if (text.length > LIMITS.addressChars)
    return unknownAddress(`The address is longer than ${LIMITS.addressChars} characters.`)
  const [path, search] = splitOnce(text, '?')
  // Some systems end a link with a slash.
  const named = path.replace(/\/$/, '').split('/').map(decodePart)
  const [name, ...rest] = named
  if (name === undefined || name === null || !isPage(name))
    return unknownAddress(`There is no page “${quotedText(name ?? path)}”.`)
  const { parts, viewParameter, hasFiles } = PATHS[name]
  const given = hasFiles === true && rest.length > 1 ? [rest.includes(null) ? null : rest.join('/')] : rest
  const values: { selection?: string; view?: string } = {}
  for (const [at, value] of given.entries()) {
    const part = parts[at]
    if (part === undefined || value === null || value === '' || value.length > MAX_PART_CHARS)
      return unknownAddress(`“${quotedText(value ?? path)}” is not part of ${name}.`)
    values[part] = value
  }
  const parameters = new URLSearchParams(search)
  const shown = viewParameter === undefined ? null : parameters.get(viewParameter)
  if (shown !== null) values.view = shown.slice(0, MAX_PART_CHARS)
  if (name === 'callbacks' && values.view !== undefined && !VIEWS.some(({ value }) => value === values.view))
    return unknownAddress(`Callbacks has no view “${quotedText(values.view)}”.`)
  const list = readList(listOfPage(name, values.view), parameters)
  if (typeof list === 'string') return unknownAddress(list)
  const attempt = parameters.get('attempt')
  if (attempt !== null && !/^\d{1,9}$/.test(attempt))
    return unknownAddress(`“${quotedText(attempt)}” is not the number of an attempt.`)
  const hasAttempt = attempt !== null && values.selection !== undefined && hasAttempts(name, values.view)
  return {
    kind: 'place',
    address: {
      page: name,
      ...values,
      attempt: hasAttempt ? Number(attempt) : undefined,
      list: list ?? undefined,
      filter: hasFiles === true ? (parameters.get('q') ?? undefined) : undefined,
      sessionId: parameters.get('session')?.slice(0, MAX_PART_CHARS),
    },
  }
}

const unknownAddress = (reason: string): ReadAddress => ({ kind: 'unknown', reason })

/** The list in the parameters; null if they contain none, or a sentence about the mistake if it is invalid. */
function readList(name: ListName | null, parameters: URLSearchParams): ListAddress | string | null {
  const query = parameters.get('q')
  if (name === null || query === null) return null
  const [error] = parseQuery(query, LISTS[name].fields).errors
  if (error !== undefined) return `The filter of the address cannot be used. ${error.message}`
  const sort = readSort(name, parameters.get('sort'))
  if (sort === undefined) return `The list cannot be sorted by “${quotedText(parameters.get('sort') ?? '')}”.`
  const project = parameters.get('project')
  if (project !== null && !/^\d{1,15}$/.test(project))
    return `“${quotedText(project)}” is not the number of a project.`
  return { name, query, sort, projectId: project === null ? null : Number(project) }
}

function readSort(name: ListName, text: string | null): Sorting | null | undefined {
  if (text === null) return null
  const [field, way] = splitOnce(text, '.')
  const direction = SORT_DIRECTIONS.find((each) => each === way)
  if (direction === undefined) return undefined
  return sortOf({ by: field, direction }, LISTS[name].sortFields) ?? undefined
}

function splitOnce(text: string, mark: string): readonly [string, string] {
  const at = text.indexOf(mark)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + mark.length)]
}

function decodePart(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
