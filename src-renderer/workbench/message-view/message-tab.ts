import { create } from 'zustand'

export type MessageTab =
  'edit' | 'parameters' | 'body' | 'raw' | 'headers' | 'signature' | 'received' | 'checks' | 'response'

interface MessageTabState {
  readonly tab: MessageTab
  /** Body laid out for reading, or exactly as it was sent. */
  readonly exact: boolean
}

/** The part of a message that was shown last; the next message opens at the same part. */
export const useMessageTab = create<MessageTabState>(() => ({ tab: 'body', exact: false }))

export function showMessageTab(tab: MessageTab): void {
  useMessageTab.setState({ tab })
}

export function showExactBody(exact: boolean): void {
  useMessageTab.setState({ exact })
}
