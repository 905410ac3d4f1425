import type { ListStore } from './list-state'
import {
  type FetchedPage,
  fromFirstPage,
  missingPages,
  PAGE_ROWS,
  type Paging,
  placeOf,
  releasePages,
  type RowSpan,
  withPage,
} from './paging'
import { errorText } from '#lib/error-text'

/** Concurrent fetches: the viewport may span two pages. */
const MAX_FETCHES = 2
/** Rows kept on either side of the wanted ones. */
const KEEP_ROWS = 1200

/** Fetches up to `limit` rows, passing over `skip` rows after the cursor; without a cursor, from the newest. */
export type FetchPage<Item> = (
  cursor: string | null,
  limit: number,
  skip: number,
) => Promise<FetchedPage<Item>>

interface PageFetcherOptions<Item> {
  readonly store: ListStore<Item>
  readonly fetchPage: FetchPage<Item>
  /** Rows that are needed, the most urgent first. */
  readonly wanted: () => readonly RowSpan[]
  /** The newest page is requested; its content may be older than events that arrive meanwhile. */
  readonly onHeadAsked: () => void
  /** The newest page is there, or failed. */
  readonly onHeadSettled: () => void
}

export interface PageFetcher {
  readonly isHeadInFlight: () => boolean
  /** Fetches the pages that wanted rows need. */
  readonly run: () => void
  /** Fetches the newest page; what is shown stays until it is there. */
  readonly refresh: () => void
  readonly fail: (error: unknown) => void
  readonly stop: () => void
}

/** Fetches pages of a list as rows are wanted, two at a time, the newest page before all others. */
export function createPageFetcher<Item>({
  store,
  fetchPage,
  wanted,
  onHeadAsked,
  onHeadSettled,
}: PageFetcherOptions<Item>): PageFetcher {
  const inFlight = new Set<number>()
  let fetches = 0
  /** Counts newest pages: a page that was asked for before has no place behind the present one. */
  let generation = 0
  let isHeadWanted = false
  let isHeadInFlight = false
  let isStopped = false

  const fail = (error: unknown): void => {
    store.setState({ phase: 'failed', error: errorText(error) })
  }

  /** The next page that the wanted rows need and that is not in flight; null when there is none. */
  const nextPage = (paging: Paging<Item>): number | null =>
    wanted()
      .flatMap(({ first, last }) => missingPages(paging, first, last))
      .find((index) => !inFlight.has(index)) ?? null

  const fetchRows = async (index: number): Promise<void> => {
    const from = placeOf(store.getState().paging, index)
    if (from === null) return
    const asked = generation
    inFlight.add(index)
    try {
      const page = await fetchPage(from.cursor, PAGE_ROWS, from.skip)
      if (asked !== generation) return
      // Pages that are far from the wanted rows by now are released, this one included.
      const paging = releasePages(withPage(store.getState().paging, index, page), wanted(), KEEP_ROWS)
      store.setState({ paging })
    } catch (error) {
      if (asked === generation) throw error
    } finally {
      if (asked === generation) inFlight.delete(index)
    }
  }

  const fetchHead = async (): Promise<void> => {
    isHeadWanted = false
    isHeadInFlight = true
    onHeadAsked()
    try {
      const page = await fetchPage(null, PAGE_ROWS, 0)
      generation += 1
      inFlight.clear()
      store.setState(({ fetched }) => ({
        phase: 'ready',
        error: null,
        paging: fromFirstPage(page),
        waiting: 0,
        fetched: fetched + 1,
      }))
    } finally {
      isHeadInFlight = false
      onHeadSettled()
    }
  }

  const nextWork = (): (() => Promise<void>) | null => {
    if (isStopped || isHeadInFlight || fetches >= MAX_FETCHES) return null
    if (isHeadWanted) return fetchHead
    const { phase, paging } = store.getState()
    const index = phase === 'ready' ? nextPage(paging) : null
    return index === null ? null : () => fetchRows(index)
  }

  const run = (): void => {
    for (let work = nextWork(); work !== null; work = nextWork()) {
      fetches += 1
      work()
        .catch(fail)
        .finally(() => {
          fetches -= 1
          run()
        })
    }
  }

  return {
    isHeadInFlight: () => isHeadInFlight,
    run,
    refresh() {
      isHeadWanted = true
      run()
    },
    fail,
    stop() {
      isStopped = true
    },
  }
}
