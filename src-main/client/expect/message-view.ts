import { headersByName, type HeaderList } from '#lib/http-message/message'
import { jsonOrText } from '#lib/json/json-or-text'
import type { Result } from '#protocol/methods'

/** Header fields by lower-case name. The values of a repeated field are joined by `, `. */
type HeaderValues = Readonly<Record<string, string>>

/** A message as patterns see it: the body parsed where it is JSON, the header fields by name. */
export type MessageView<Detail> = Omit<Detail, 'body' | 'headers' | 'reply'> & {
  /** The JSON value of the body, its text where it is not JSON, null where there is none. */
  readonly body: unknown
  readonly headers: HeaderValues
} & (Detail extends { readonly reply: infer Reply }
    ? { readonly reply: (Omit<NonNullable<Reply>, 'body' | 'headers'> & MessageParts) | null }
    : unknown)

interface MessageParts {
  readonly body: unknown
  readonly headers: HeaderValues
}

export type CallbackView = MessageView<Result<'callbacks.get'>>
export type ExchangeView = MessageView<Result<'exchanges.get'>>

function partsOf(message: { readonly body: string | null; readonly headers: HeaderList }): MessageParts {
  return {
    body: message.body === null ? null : jsonOrText(message.body),
    headers: headersByName(message.headers),
  }
}

/** Builds the view of a callback that patterns are compared with. */
export function callbackView(detail: Result<'callbacks.get'>): CallbackView {
  return { ...detail, ...partsOf(detail) }
}

/** Builds the view of an exchange or a capture that patterns are compared with. */
export function exchangeView(detail: Result<'exchanges.get'>): ExchangeView {
  const { reply } = detail
  return { ...detail, ...partsOf(detail), reply: reply === null ? null : { ...reply, ...partsOf(reply) } }
}
