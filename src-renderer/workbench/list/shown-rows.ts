import { useEffect } from 'react'
import { create } from 'zustand'
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
  /** The message that the tester sent last. */
  readonly sentId: string | null
}

/** The messages and the payment on the screen, chosen or not; keys and the palette act on them. */
export const useShown = create<ShownRows>(() => ({ messages: null, paymentKey: null, sentId: null }))

export function useShowsMessages(messages: ShownMessages): void {
  useEffect(() => {
    // Compares the contents, because every render makes a new object for the same rows.
    if (JSON.stringify(messages) !== JSON.stringify(useShown.getState().messages))
      useShown.setState({ messages })
  }, [messages])
  useEffect(() => () => useShown.setState({ messages: null }), [])
}

export function useShowsPayment(paymentKey: PaymentKey | null): void {
  useEffect(() => {
    useShown.setState({ paymentKey })
    return () => useShown.setState({ paymentKey: null })
  }, [paymentKey])
}
