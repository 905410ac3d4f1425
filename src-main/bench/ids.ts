/** Numbers that the platform gives out. */
export interface PlatformIds {
  /** 13 digits, growing (contract 3.1). */
  operationId(): number
  accountId(): number
  /** 40 hex, 40 hex, project in 8 digits (contract 3.1). */
  requestId(projectId: number): string
  /** A request id that leads back to the exchange in which the request was refused: see {@link exchangeOfRefusal}. */
  refusedRequestId(projectId: number, exchangeId: string): string
  /** 64 lower-case hex characters (contract 3.1). */
  cardToken(): string
  /** Key of a payment in the bench, in no relation to the merchant's id. */
  paymentKey(): string
  messageId(prefix: 'cb' | 'ex'): string
}

/** Hex digits of a message's id; the id of a refused request begins with those of its exchange. */
const MESSAGE_DIGITS = 20
const REQUEST_ID = /^[0-9a-f]{40}-[0-9a-f]{40}-\d{8}$/

/** The exchange that the id of a refused request names; null for what is no request id. Others name none that there is. */
export function exchangeOfRefusal(requestId: string): string | null {
  return REQUEST_ID.test(requestId) ? `ex_${requestId.slice(0, MESSAGE_DIGITS)}` : null
}

/** Operation ids follow the wall clock, so that no number of an earlier run comes again. */
export function createPlatformIds(randomHex: (digits: number) => string, wallNow: () => number): PlatformIds {
  let lastOperationId = 0
  return {
    operationId() {
      lastOperationId = Math.max(lastOperationId + 1, wallNow())
      return lastOperationId
    },
    accountId: () => 10_000_000 + (parseInt(randomHex(8), 16) % 90_000_000),
    requestId: (projectId) => `${randomHex(40)}-${randomHex(40)}-${eightDigits(projectId)}`,
    refusedRequestId: (projectId, exchangeId) =>
      `${exchangeId.slice(-MESSAGE_DIGITS)}${randomHex(40 - MESSAGE_DIGITS)}-${randomHex(40)}-${eightDigits(projectId)}`,
    cardToken: () => randomHex(64),
    paymentKey: () => `pay_${randomHex(20)}`,
    messageId: (prefix) => `${prefix}_${randomHex(MESSAGE_DIGITS)}`,
  }
}

const eightDigits = (projectId: number): string => String(projectId).padStart(8, '0').slice(-8)
