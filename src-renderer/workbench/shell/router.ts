import { useEffect, useLayoutEffect, useRef } from 'react'
import { create } from 'zustand'
import { type Address, readAddress, writeAddress } from '#window/navigation/address'
import { addressHere, openAddress } from '#window/navigation/links'
import { chosenAttempt } from '#window/state/session-memory'
import { infoStore, useInfo } from '#window/state/info'
import { preferencesStore, setPreferences, usePreferences } from '#window/state/preferences'
import type { Page } from '#window/state/preferences-shape'
import { isWalking, walk } from '#window/state/dialogs'
import { capitalized } from '#lib/words'

/** An address that leads nowhere, and why; or one that belongs to an imported session that is not open. */
export type NoPlace =
  | { readonly address: string; readonly reason: string }
  | { readonly address: string; readonly sessionId: string }

export const useNoPlace = create<{ readonly noPlace: NoPlace | null }>(() => ({ noPlace: null }))

const hashText = (): string => location.hash.slice(1)

function follow(writer: ReturnType<typeof createHistoryWriter>): void {
  const text = hashText()
  writer.followed(text)
  if (text === '') return
  const read = readAddress(text)
  const noPlace =
    read.kind === 'unknown' ? { address: text, reason: read.reason } : placeElsewhere(text, read.address)
  useNoPlace.setState({ noPlace })
  if (noPlace === null && read.kind === 'place') walk(() => openAddress(read.address))
}

/** The {@link NoPlace} of an address whose session is not open; null if it is open, or the address names none. */
const placeElsewhere = (address: string, { sessionId }: Address): NoPlace | null =>
  sessionId === undefined || sessionId === preferencesStore.getState().sessionId
    ? null
    : { address, sessionId }

const addressText = (): string => writeAddress(addressHere())

/**
 * Keeps the place in the window and the address in sync, both ways; returns a function that stops this.
 * @param opened the page that was on the screen first; a tester who has since left it stays on the other page
 */
function keepInStep(opened: Page): () => void {
  const writer = createHistoryWriter({
    current: hashText,
    push: (text) => history.pushState(null, '', `#${text}`),
    replace: (text) => history.replaceState(null, '', `#${text}`),
  })
  const followAddress = (): void => follow(writer)
  const stopPlaces = preferencesStore.subscribe(({ sessionId }) => {
    const { noPlace } = useNoPlace.getState()
    if (noPlace !== null && 'sessionId' in noPlace && noPlace.sessionId === sessionId) {
      // The session is open now. Waits until the memory of the previous one is cleared.
      queueMicrotask(() => {
        if (useNoPlace.getState().noPlace === noPlace) followAddress()
      })
      return
    }
    useNoPlace.setState({ noPlace: null })
    writer.moved(addressText(), isWalking())
  })
  // Looking through the attempts of a callback is one step.
  const stopAttempts = chosenAttempt.subscribe(() => writer.moved(addressText(), true))
  const hasLeft = preferencesStore.getState().page !== opened
  if (!hasLeft) followAddress()
  // A window without an address is a new one, not a reloaded one.
  const { info } = infoStore.getState()
  if (!hasLeft && hashText() === '' && info !== null && info.counters.payments > 0)
    setPreferences({ page: 'overview' })
  // Completes a bare address, or adds a missing one. Counts as a step only if the tester has left the first page.
  if (useNoPlace.getState().noPlace === null) writer.moved(addressText(), !hasLeft)
  window.addEventListener('hashchange', followAddress)
  window.addEventListener('pagehide', writer.flush)
  return () => {
    stopPlaces()
    stopAttempts()
    window.removeEventListener('hashchange', followAddress)
    window.removeEventListener('pagehide', writer.flush)
  }
}

/** Opens the page of the address while the rest of the place waits for Paybench; returns the open page. */
function openNamedPage(): Page {
  const read = readAddress(hashText())
  if (read.kind === 'place') setPreferences({ page: read.address.page })
  return preferencesStore.getState().page
}

/** The page on the screen. Also keeps the address of the window and the place in sync. */
export function usePage(): Page {
  const page = usePreferences((state) => state.page)
  // The address is followed once Paybench has named the open session and the memory of the last one is gone.
  const isKnown = useInfo((state) => state.info !== null)
  const opened = useRef<Page>(page)
  useLayoutEffect(() => {
    if (isKnown) return keepInStep(opened.current)
    opened.current = openNamedPage()
    return undefined
  }, [isKnown])
  useEffect(() => {
    document.title = `${capitalized(page)} · Paybench`
  }, [page])
  return page
}

/** Chromium ignores address changes beyond 200 in ten seconds, which a held arrow key would exceed. */
const WRITE_EVERY_MS = 100

type AddressBar = Readonly<Record<'push' | 'replace', (text: string) => void>> & { current: () => string }

/**
 * Writes addresses into the history: one entry per step, however many changes it contains. An address that
 * came from elsewhere, such as a link, is never overwritten: the window is about to follow it.
 */
export function createHistoryWriter(bar: AddressBar) {
  let lastWrite = -Infinity
  let written: string | null = null
  let inBar = bar.current()
  let walkedTo: string | null = null
  let step: { text: string; walked: boolean } | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  const write = (put: (text: string) => void, text: string): void => {
    if (text === written || bar.current() !== inBar) return
    put(text)
    lastWrite = performance.now()
    written = text
    inBar = bar.current()
  }
  const endWalk = (): string | null => {
    clearTimeout(timer)
    timer = undefined
    const text = walkedTo
    walkedTo = null
    return text
  }
  const flushWalk = (): void => {
    const text = endWalk()
    if (text !== null) write(bar.replace, text)
  }
  const takeStep = (): void => {
    const taken = step
    step = null
    if (taken === null) return
    if (!taken.walked) {
      flushWalk()
      write(bar.push, taken.text)
      return
    }
    walkedTo = taken.text
    // Writes the first place of a walk at once, so that a reload finds it.
    const wait = lastWrite + WRITE_EVERY_MS - performance.now()
    if (wait <= 0) flushWalk()
    else timer ??= setTimeout(flushWalk, wait)
  }
  return {
    /** The window shows another address; `walked` if that continues the last step and replaces its entry. */
    moved(text: string, walked: boolean): void {
      if (step === null) {
        if (text === (walkedTo ?? written)) return
        step = { text, walked }
        queueMicrotask(takeStep)
      } else step = { text, walked: walked && step.walked }
    },
    /** Reports that the window follows an address that is already in the bar. */
    followed(text: string): void {
      endWalk()
      step = null
      written = text
      inBar = bar.current()
    },
    flush(): void {
      takeStep()
      flushWalk()
    },
  }
}
