/** Kinds of messages that a rule distinguishes (contract 9.1); `other`: composed by the tester. */
export const MESSAGE_KINDS = [
  'clarification',
  'remaining',
  'intermediate',
  'result',
  'token',
  'other',
] as const
export type MessageKind = (typeof MESSAGE_KINDS)[number]

/** Whether a changed body gets a signature that fits it again. */
export const FIELD_SIGNINGS = ['resign', 'keep'] as const
export type FieldSigning = (typeof FIELD_SIGNINGS)[number]

export const CHARSETS = ['utf-16le', 'utf-16be', 'latin1', 'utf-8-bom'] as const
export type FaultCharset = (typeof CHARSETS)[number]

/** Which other callback of the payment a held one waits for. */
export const REORDER_TARGETS = ['next', ...MESSAGE_KINDS] as const
export type ReorderTarget = (typeof REORDER_TARGETS)[number]

/**
 * What a rule does to a message. Times are virtual milliseconds, except that bytes a second are real: a socket waits for
 * no virtual clock. `path` is dotted, an index for an item of an array; `value` is the text of a JSON value.
 */
export type Fault =
  | { readonly kind: 'delay'; readonly ms: number }
  | { readonly kind: 'drop' }
  | { readonly kind: 'duplicate'; readonly copies: number; readonly gapMs: number }
  /** `longestWaitMs` 0: until it is released. */
  | { readonly kind: 'reorder'; readonly until: ReorderTarget; readonly longestWaitMs: number }
  | { readonly kind: 'corruptSignature' }
  | {
      readonly kind: 'changeField'
      readonly path: string
      readonly value: string
      readonly signing: FieldSigning
    }
  | { readonly kind: 'removeField'; readonly path: string; readonly signing: FieldSigning }
  | {
      readonly kind: 'unknownField'
      readonly path: string
      readonly value: string
      readonly signing: FieldSigning
    }
  | { readonly kind: 'contentType'; readonly contentType: string }
  /** `announce`: the header names the charset; otherwise it does not. */
  | { readonly kind: 'charset'; readonly charset: FaultCharset; readonly announce: boolean }
  | { readonly kind: 'chunked'; readonly chunkBytes: number }
  | { readonly kind: 'slowBody'; readonly bytesPerSecond: number }
  /** Counted from the first byte of the start line. */
  | { readonly kind: 'cut'; readonly afterBytes: number }
  | { readonly kind: 'closeBeforeAnswer' }
  | { readonly kind: 'http10' }

export type FaultKind = Fault['kind']
export type FaultOf<Kind extends FaultKind> = Extract<Fault, { readonly kind: Kind }>

/**
 * `message`: decided once, when a callback comes due for its first attempt. `attempt`: changes what one attempt sends.
 * `wire`: changes how its bytes go over the connection.
 */
export type FaultStage = 'message' | 'attempt' | 'wire'
