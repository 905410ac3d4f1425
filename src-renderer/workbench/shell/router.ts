import { useEffect, useLayoutEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { readAddress, writeAddress } from '#window/navigation/address'
import { addressHere } from '#window/navigation/address-here'
import { openAddress } from '#window/navigation/open-address'
import { chosenAttempt } from '#window/state/chosen-attempt'
import { useInfo } from '#window/state/info'
import { preferencesStore, setPreferences, usePreferences } from '#window/state/preferences'
import type { Page } from '#window/state/preferences-shape'
import { isWalking, walk } from '#window/state/walk'
import { createHistoryWriter, type HistoryWriter } from './history-writer'
import { pageLabel } from './pages'

/** An address that leads nowhere, and why; or into an imported session that is not open. */
export type NoPlace =
  | { readonly address: string; readonly reason: string }
  | { readonly address: string; readonly sessionId: string }

/** Null while the window is at a place that exists. */
const noPlaceStore = createStore<{ readonly noPlace: NoPlace | null }>(() => ({ noPlace: null }))

/** The address that was opened, where it leads nowhere. */
export function useNoPlace(): NoPlace | null {
  return useStore(noPlaceStore, ({ noPlace }) => noPlace)
}

const hashText = (): string => location.hash.slice(1)

/** Opens the place in the address bar. */
function follow(writer: HistoryWriter): void {
  const text = hashText()
  if (text === '') {
    writer.followed(text)
    return
  }
  const read = readAddress(text)
  writer.followed(text)
  if (read.kind === 'unknown') {
    noPlaceStore.setState({ noPlace: { address: text, reason: read.reason } })
    return
  }
  const { sessionId } = read.address
  if (sessionId !== undefined && sessionId !== preferencesStore.getState().sessionId) {
    noPlaceStore.setState({ noPlace: { address: text, sessionId } })
    return
  }
  noPlaceStore.setState({ noPlace: null })
  walk(() => openAddress(read.address))
}

const addressText = (): string => writeAddress(addressHere())

/**
 * Keeps place and address in step, both ways; returns the function that ends it.
 * @param opened the page that was on the screen first. A tester who has gone to another one meanwhile stays there.
 */
function keepInStep(opened: Page): () => void {
  const writer = createHistoryWriter({
    current: hashText,
    push: (text) => history.pushState(null, '', `#${text}`),
    replace: (text) => history.replaceState(null, '', `#${text}`),
  })
  const followAddress = (): void => follow(writer)
  const stopPlaces = preferencesStore.subscribe(({ sessionId }) => {
    const { noPlace } = noPlaceStore.getState()
    if (noPlace !== null && 'sessionId' in noPlace && noPlace.sessionId === sessionId) {
      // It is open now; what was remembered of the other session is forgotten first.
      queueMicrotask(() => {
        if (noPlaceStore.getState().noPlace === noPlace) followAddress()
      })
      return
    }
    noPlaceStore.setState({ noPlace: null })
    writer.moved(addressText(), isWalking())
  })
  // Looking through the attempts of a callback is one step.
  const stopAttempts = chosenAttempt.subscribe(() => writer.moved(addressText(), true))
  const hasLeft = preferencesStore.getState().page !== opened
  if (!hasLeft) followAddress()
  // A bare address is written whole, and a page that was opened without one gets it; neither is a step.
  if (noPlaceStore.getState().noPlace === null) writer.moved(addressText(), !hasLeft)
  window.addEventListener('hashchange', followAddress)
  window.addEventListener('pagehide', writer.flush)
  return () => {
    stopPlaces()
    stopAttempts()
    window.removeEventListener('hashchange', followAddress)
    window.removeEventListener('pagehide', writer.flush)
  }
}

/** Opens the page of the address while the rest of the place still waits for the bench, and returns the page it leaves open. */
function openNamedPage(): Page {
  const read = readAddress(hashText())
  if (read.kind === 'place') setPreferences({ page: read.address.page })
  return preferencesStore.getState().page
}

/**
 * The page on the screen. The address of the window follows the place and leads to it: it can be reloaded and copied, and
 * back and forward work.
 */
export function usePage(): Page {
  const page = usePreferences((state) => state.page)
  // The bench names the open session; what was remembered of another one is forgotten before the address is followed.
  const isKnown = useInfo((state) => state.info !== null)
  const opened = useRef<Page>(page)
  useLayoutEffect(() => {
    if (isKnown) return keepInStep(opened.current)
    opened.current = openNamedPage()
    return undefined
  }, [isKnown])
  useEffect(() => {
    document.title = `${pageLabel(page)} · Paybench`
  }, [page])
  return page
}
