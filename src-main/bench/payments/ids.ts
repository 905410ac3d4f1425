/** Numbers that the platform gives out. */
export interface PlatformIds {
  /** 13 digits, growing (contract 3.1). */
  operationId(): number
  accountId(): number
  /** 40 hex, 40 hex, project in 8 digits (contract 3.1). */
  requestId(projectId: number): string
  /** 64 lower-case hex characters (contract 3.1). */
  cardToken(): string
  /** Key of a payment in the bench, in no relation to the merchant's id. */
  paymentKey(): string
  messageId(prefix: 'cb' | 'ex'): string
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
    requestId: (projectId) =>
      `${randomHex(40)}-${randomHex(40)}-${String(projectId).padStart(8, '0').slice(-8)}`,
    cardToken: () => randomHex(64),
    paymentKey: () => `pay_${randomHex(20)}`,
    messageId: (prefix) => `${prefix}_${randomHex(20)}`,
  }
}
