import type { CallbackId, ExchangeId, OperationId, PaymentKey, ProjectId } from '#domain/ids'

/** Makes the ids that the platform hands out. */
export interface PlatformIds {
  /** 13 digits, growing (contract 3.1). */
  operationId(): OperationId
  accountId(): number
  /** 40 hex, 40 hex, project in 8 digits (contract 3.1). */
  requestId(projectId: ProjectId): string
  /** A request id from which {@link exchangeOfRefusal} finds the exchange in which the request was refused. */
  refusedRequestId(projectId: ProjectId, exchangeId: ExchangeId): string
  /** 64 lower-case hex characters (contract 3.1). */
  cardToken(): string
  /** Key of a payment in the bench, unrelated to the merchant's id. */
  paymentKey(): PaymentKey
  callbackId(): CallbackId
  exchangeId(): ExchangeId
}

/** Hex digits in the id of a message. The id of a refused request begins with those of its exchange. */
const MESSAGE_DIGITS = 20
const REQUEST_ID = /^[0-9a-f]{40}-[0-9a-f]{40}-\d{8}$/

/**
 * Returns the exchange that the id of a refused request leads to; null where the text is not a request id. For the id
 * of any other request, no exchange with the returned id exists.
 */
export function exchangeOfRefusal(requestId: string): ExchangeId | null {
  return REQUEST_ID.test(requestId) ? `ex_${requestId.slice(0, MESSAGE_DIGITS)}` : null
}

/** Hex digits of a time in milliseconds; they suffice until the year 2527. */
const TIME_DIGITS = 11

/**
 * Creates the source of ids. Operation ids follow the wall clock, so that they never repeat those of an earlier run. Ids
 * under which rows are found begin with the time: new rows then stand side by side in a database of any size, where random
 * ids would each change a page of their own.
 */
export function createPlatformIds(randomHex: (digits: number) => string, wallNow: () => number): PlatformIds {
  let lastOperationId = 0
  const growingHex = (digits: number): string =>
    wallNow().toString(16).padStart(TIME_DIGITS, '0').slice(-TIME_DIGITS) + randomHex(digits - TIME_DIGITS)
  return {
    operationId() {
      lastOperationId = Math.max(lastOperationId + 1, wallNow())
      return lastOperationId
    },
    accountId: () => 10_000_000 + (parseInt(randomHex(8), 16) % 90_000_000),
    requestId: (projectId) => `${growingHex(40)}-${randomHex(40)}-${eightDigits(projectId)}`,
    refusedRequestId: (projectId, exchangeId) =>
      `${exchangeId.slice(-MESSAGE_DIGITS)}${randomHex(40 - MESSAGE_DIGITS)}-${randomHex(40)}-${eightDigits(projectId)}`,
    cardToken: () => randomHex(64),
    paymentKey: () => `pay_${growingHex(20)}`,
    callbackId: () => `cb_${growingHex(MESSAGE_DIGITS)}`,
    exchangeId: () => `ex_${growingHex(MESSAGE_DIGITS)}`,
  }
}

const eightDigits = (projectId: ProjectId): string => String(projectId).padStart(8, '0').slice(-8)
