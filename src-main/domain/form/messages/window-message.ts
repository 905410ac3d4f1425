/** With what a handler is called: one argument, a question that wants `resolve` or `reject`, or nothing. */
export type HandlerArguments = 'data' | 'question' | 'none'

interface MessageFacts {
  /** The name as it stands on the wire, prefix included; '' for the one message without a name. */
  readonly name: string
  /** Shape of `data` in words; '' where there is none. */
  readonly data: string
  /** When it is sent. */
  readonly when: string
  /** Section of the contract. */
  readonly place: string
  /** True where the wire name was derived from the handler's name, because no source shows it. */
  readonly derived: boolean
}

/** Frame to page, or page to its own window: the library acts on it and calls the handler (contract 8.6, 8.7). */
export interface FramePartMessage extends MessageFacts {
  readonly direction: 'frame to page'
  /** What the library does before it calls the handler; '' for nothing. */
  readonly action: string
  readonly arguments: HandlerArguments
}

/** Page to frame; there is no handler for it (contract 8.7). */
export interface PageMessage extends MessageFacts {
  readonly direction: 'page to frame'
}

export type WindowMessage = FramePartMessage | PageMessage
