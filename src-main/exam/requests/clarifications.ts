import { isRecord } from '#lib/json/record'
import { parseJson } from '#lib/json/parse'
import { quotedText } from '#lib/limits/bounded-text'
import type { Merchant } from '#exam/setup/exam-setup'
import {
  unobserved,
  verdictOn,
  type CheckResult,
  type MerchantRequest,
  type RequestCheck,
} from './merchant-requests'

/**
 * How often the same data may be sent to the same payment although the platform lists them again. A back end that answers
 * the callback and the response sends them twice, and one that repeats after a lost response a third time.
 */
const MAX_SAME_ANSWERS = 3

const isClarification = ({ path }: MerchantRequest): boolean =>
  /^\/v2\/payment\/clarification(\?|$)/.test(path)

const plainOf = (text: string | null | undefined): unknown => {
  const json = text === null || text === undefined ? null : parseJson(text)
  return json?.ok === true ? json.plain : undefined
}

const hasValue = (data: unknown): boolean =>
  typeof data === 'object' && data !== null ? Object.values(data).some(hasValue) : data !== undefined

const noAnswer = ({ clarification, remedies }: Merchant): CheckResult =>
  unobserved(clarification ? 'No clarification was answered.' : remedies.clarification)

type Answer = Pick<MerchantRequest, 'body' | 'reply' | 'paymentId'>

/** The data of an answer that the platform took and of which it lists something again; null for any other request. */
function listedAgain({ body, reply }: Answer): string | null {
  const response = plainOf(reply?.body)
  if (reply?.status !== 200 || !isRecord(response) || !isRecord(response['clarification_fields'])) return null
  const request = plainOf(body)
  const data = isRecord(request) ? request['additional_data'] : undefined
  // Without data it only buys time.
  return hasValue(data) ? JSON.stringify(data) : null
}

/**
 * Returns the answers that sent the same data for the same payment most often, more than {@link MAX_SAME_ANSWERS} times,
 * although the platform listed them again each time. Empty where none did.
 */
export function repeatedAnswers<Of extends Answer>(answers: readonly Of[]): readonly Of[] {
  const same = new Map<string, Of[]>()
  for (const answer of answers) {
    const data = listedAgain(answer)
    if (data === null) continue
    const key = `${answer.paymentId ?? ''} ${data}`
    same.set(key, [...(same.get(key) ?? []), answer])
  }
  const [most = []] = [...same.values()].toSorted((one, other) => other.length - one.length)
  return most.length > MAX_SAME_ANSWERS ? most : []
}

/** The first name with a dot in the data of a clarification, at any depth; null where there is none. */
function dottedName(data: unknown): string | null {
  if (!isRecord(data)) return null
  for (const [name, value] of Object.entries(data)) {
    const found = name.includes('.') ? name : dottedName(value)
    if (found !== null) return found
  }
  return null
}

/** The first dotted name in the data that a clarification request sends; null where it sends none. */
export function dottedNameOf({ body }: Pick<MerchantRequest, 'body'>): string | null {
  const request = plainOf(body)
  return isRecord(request) ? dottedName(request['additional_data']) : null
}

/** Rule 15: the platform does not read a name with a dot in it as a path (contract 5.8). */
export const noNameIsDotted: RequestCheck = ({ api }, merchant) => {
  const answers = api.filter(isClarification)
  if (answers.length === 0) return noAnswer(merchant)
  const dotted = answers.filter((answer) => dottedNameOf(answer) !== null)
  return verdictOn(answers, dotted, {
    passed: 'No clarification was answered with a dotted name.',
    failed: (first) => {
      const name = quotedText(dottedNameOf(first) ?? '')
      const nested = name.split('.').reduceRight((inner, part) => `{"${part}": ${inner}}`, '…')
      return `A clarification was answered with the dotted name ${name}, which the platform does not read. Send ${nested} instead.`
    },
  })
}

/** Rule 13: a value that is listed again was wrong, so sending it once more changes nothing (contract 5.2). */
export const noAnswerIsRepeated: RequestCheck = ({ api }, merchant) => {
  const answers = api.filter(isClarification)
  if (answers.length === 0) return noAnswer(merchant)
  const repeated = repeatedAnswers(answers)
  return verdictOn(answers, repeated, {
    passed: 'No data were sent again and again.',
    failed: ({ paymentId = '' }) =>
      `The same data were sent ${repeated.length} times for the payment ${paymentId}, although the platform listed them again each time.`,
  })
}
