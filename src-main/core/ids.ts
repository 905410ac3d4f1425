import type { CallbackId, ExchangeId, OperationId, PaymentKey, ProjectId } from '#domain/ids'

export type PlatformIds = ReturnType<typeof createPlatformIds>

/** Digits of message ids. The request id of a refusal begins with the digits of its exchange's id. */
const MESSAGE_DIGITS = 20
const REQUEST_ID = /^[0-9a-f]{40}-[0-9a-f]{40}-\d{8}$/

/**
 * The exchange in which a request was refused, by its request id; null if the text is not a request id. For a
 * request that was not refused, the returned exchange does not exist.
 */
export function exchangeOfRefusal(requestId: string): ExchangeId | null {
  return REQUEST_ID.test(requestId) ? `ex_${requestId.slice(0, MESSAGE_DIGITS)}` : null
}

/** Hex digits of a time in milliseconds, sufficient until the year 2527. */
const TIME_DIGITS = 11

/**
 * Operation ids follow the wall clock, so that they never repeat those of an earlier run. Ids of stored rows begin
 * with the time: new rows then share database pages, while random ids would each change a different page.
 */
export function createPlatformIds(randomHex: (digits: number) => string, wallNow: () => number) {
  let lastOperationId = 0
  const growingHex = (digits: number): string =>
    wallNow().toString(16).padStart(TIME_DIGITS, '0').slice(-TIME_DIGITS) + randomHex(digits - TIME_DIGITS)
  return {
    operationId(): OperationId {
      lastOperationId = Math.max(lastOperationId + 1, wallNow())
      return lastOperationId
    },
    accountId: (): number => 10_000_000 + (parseInt(randomHex(8), 16) % 90_000_000),
    /** 40 hex digits, 40 hex digits, the project in 8 digits (contract 3.1). */
    requestId: (projectId: ProjectId): string =>
      `${growingHex(40)}-${randomHex(40)}-${eightDigits(projectId)}`,
    /** {@link exchangeOfRefusal} finds the exchange of the refusal by this request id. */
    refusedRequestId: (projectId: ProjectId, exchangeId: ExchangeId): string =>
      `${exchangeId.slice(-MESSAGE_DIGITS)}${randomHex(40 - MESSAGE_DIGITS)}-${randomHex(40)}-${eightDigits(projectId)}`,
    cardToken: (): string => randomHex(64),
    /** Key of a payment in Paybench, unrelated to the merchant's id. */
    paymentKey: (): PaymentKey => `pay_${growingHex(20)}`,
    callbackId: (): CallbackId => `cb_${growingHex(MESSAGE_DIGITS)}`,
    exchangeId: (): ExchangeId => `ex_${growingHex(MESSAGE_DIGITS)}`,
  }
}

const eightDigits = (projectId: ProjectId): string => String(projectId).padStart(8, '0').slice(-8)
