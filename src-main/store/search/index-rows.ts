import type { ExchangeSource } from '#protocol/messages'
import { integer, integerOrNull, textOrNull } from '#store/columns'
import type { Row } from '#store/connection'

/** Part of a message; `attempt` is everything that attempts to deliver a callback sent otherwise, and the answers. */
export type SearchPart = 'request' | 'response' | 'callback' | 'capture' | 'captureResponse' | 'attempt'

/** Together with payment and message number it makes the row id in the index of words. */
export const PART_NUMBER: Readonly<Record<SearchPart, number>> = {
  request: 0,
  response: 1,
  callback: 2,
  capture: 3,
  captureResponse: 4,
  attempt: 5,
}

/** Further pieces of messages, by the list that shows them: in the row id stands the number of the piece. */
export const PIECE_NUMBER: Readonly<Record<SearchPart, number>> = {
  callback: 5,
  attempt: 5,
  request: 6,
  response: 6,
  capture: 7,
  captureResponse: 7,
}
/** Parts of a row id from here on are pieces. */
export const FIRST_PIECE_NUMBER = 5

/** A body of which the beginning alone is indexed yet. */
export type BodyName = 'own' | 'answer' | 'changed'

/** The rest of a long body that waits to be indexed. */
export interface PendingRest {
  readonly payment: number
  readonly message: number
  readonly part: SearchPart
  /** The number of the attempt, where the body is one of an attempt. */
  readonly attempt: number | null
  readonly name: BodyName
  readonly from: number
}

/**
 * Row id of a message's words: payment in the upper half, message and part in the lower. So a match says its payment
 * without reading the message. SQLite integers have 64 bits; JavaScript numbers do not.
 */
export const ROW_ID = '((? << 32) | (? << 3) | ?)'

/** In place of the payment's number where a message belongs to none. */
export const NO_PAYMENT = 0

/** Captures are indexed apart from exchanges, as they are listed apart. */
export const partsOf = (
  source: ExchangeSource,
): { readonly request: SearchPart; readonly response: SearchPart } =>
  source === 'capture'
    ? { request: 'capture', response: 'captureResponse' }
    : { request: 'request', response: 'response' }

/** Reads a row of the bodies whose rest waits. */
export function readPendingRest(row: Row): PendingRest {
  const part = PARTS.find((name) => PART_NUMBER[name] === integer(row, 'part'))
  const name = BODY_NAMES.find((one) => one === textOrNull(row, 'name'))
  if (part === undefined || name === undefined)
    throw new Error('A body that waits for the index is of no known kind')
  return {
    payment: integer(row, 'payment'),
    message: integer(row, 'message'),
    part,
    attempt: integerOrNull(row, 'attempt'),
    name,
    from: integer(row, 'from_byte'),
  }
}

const PARTS = [
  'request',
  'response',
  'callback',
  'capture',
  'captureResponse',
  'attempt',
] as const satisfies SearchPart[]
const BODY_NAMES = ['own', 'answer', 'changed'] as const satisfies BodyName[]
