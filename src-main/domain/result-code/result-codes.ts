import { RESULT_CODE_ROWS } from './result-code-table'

/** The source of a code, by the range of its number (contract 4.5). */
function sourceOf(code: number) {
  if (code >= 1400 && code < 1500) return 'risk control'
  if (code < 10_000) return 'platform'
  if (code < 20_000) return 'card provider'
  return code < 30_000 ? 'other provider' : 'merchant'
}

const RESULT_CODES = RESULT_CODE_ROWS.map((row) => ({ ...row, source: sourceOf(Number(row.code)) }))

export type ResultCode = Readonly<(typeof RESULT_CODES)[number]>

/** Codes with which a tester may decline a payment: those of declines, and those of invalid requests. */
export const DECLINE_CODES: readonly ResultCode[] = RESULT_CODES.filter(
  ({ kind }) => kind === 'decline' || kind === 'error',
)

export const SUCCESS_CODE = '0'
/** The code while the platform, the customer or the merchant must still act. */
export const PENDING_CODE = '9999'
/** The issuer's plain refusal of a card (contract 4.5). */
export const CARD_DECLINE_CODE = '10000'
/** The merchant sent no data for 30 minutes (contract 4.5; a project may choose another code). */
export const CLARIFICATION_TIMEOUT_CODE = '603'
/** The processing deadline passed (contract 4.5; a project may choose another code). */
export const DEADLINE_CODE = '10602'
/** The customer cancelled on the issuer's page (contract 4.5). */
export const CANCELLED_CODE = '10301'
/** The customer did not return from 3-D Secure (contract 4.5). */
export const NOT_RETURNED_CODE = '108'

/** Codes of methods other than cards (contract 16.4 to 16.6): declined, cancelled, wrong amount, not paid in time. */
export const METHOD_DECLINE_CODE = '20000'
export const CUSTOMER_CANCELLED_CODE = '20301'
export const WRONG_AMOUNT_CODE = '20304'
export const NOT_PAID_CODE = '20602'

/** The code of a decline without another reason, by the payment's method (contract 4.5, 16.2). */
export const declineCodeOf = ({ methodPath }: { readonly methodPath?: string | undefined }): string =>
  methodPath === undefined ? CARD_DECLINE_CODE : METHOD_DECLINE_CODE

const BY_CODE: ReadonlyMap<string, ResultCode> = new Map(RESULT_CODES.map((row) => [row.code, row]))

export function findResultCode(code: string): ResultCode | null {
  return BY_CODE.get(code) ?? null
}

export const MAX_RESULT_MESSAGE_CHARS = 255

/** The message of a code in the table, or `given` for a code that is not in the table. */
export function resultMessage(code: string, given = ''): string {
  return BY_CODE.get(code)?.message ?? given
}
