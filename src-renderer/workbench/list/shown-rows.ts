import { useEffect } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { Chosen } from './selection'
import type { PaymentKey } from '#domain/ids'

/** The message that a page shows, chosen or newest, and the rows that are selected together. */
export interface ShownMessages {
  readonly list: 'callbacks' | 'captures' | 'traffic'
  readonly id: string | null
  readonly chosen: Chosen | null
}

interface ShownRows {
  readonly messages: ShownMessages | null
  readonly paymentKey: PaymentKey | null
}

/** The messages and the payment on the screen, chosen or not; keys and the palette act on them. */
export const shownStore = createStore<ShownRows>(() => ({ messages: null, paymentKey: null }))

export function useShown(): ShownRows {
  return useStore(shownStore)
}

export function useShowsMessages(
  list: ShownMessages['list'],
  id: string | null,
  chosen: Chosen | null,
): void {
  useEffect(() => {
    const { messages } = shownStore.getState()
    // Compares the contents, because every render makes a new object for the same rows.
    const isKnown = messages?.list === list && messages.id === id && sameRows(messages.chosen, chosen)
    if (!isKnown) shownStore.setState({ messages: { list, id, chosen } })
  }, [list, id, chosen])
  useEffect(() => () => shownStore.setState({ messages: null }), [])
}

export function useShowsPayment(paymentKey: PaymentKey | null): void {
  useEffect(() => {
    shownStore.setState({ paymentKey })
    return () => shownStore.setState({ paymentKey: null })
  }, [paymentKey])
}

const sameRows = (one: Chosen | null, other: Chosen | null): boolean =>
  JSON.stringify(one) === JSON.stringify(other)
