import { isRecord } from '#lib/json/node'
import { jsonOrText } from '#lib/json/json-or-text'
import type { Merchant } from '#exam/setup/exam-setup'
import { noOrder } from '#exam/trials/trial'
import {
  type CheckResult,
  hasWrongSignature,
  isSale,
  type MerchantRequest,
  type RequestCheck,
  unobserved,
  verdictOn,
} from './merchant-requests'
import { PURCHASE_PARAMETERS } from '#domain/form/parameters/parameters'
import { quotedText } from '#lib/limits/bounded-text'

const noForm = ({ checkout, remedies }: Merchant): CheckResult =>
  unobserved(
    checkout === null
      ? `No form of the merchant was opened. ${remedies.checkout}`
      : 'No form of the merchant was opened. This rule is observed only if the checkout opens the form.',
  )

function parametersOf({ path, body }: MerchantRequest): Readonly<Record<string, unknown>> {
  const at = path.indexOf('?')
  const query = Object.fromEntries(new URLSearchParams(at < 0 ? '' : path.slice(at + 1)))
  if (body === null || body === '') return query
  const json = jsonOrText(body)
  if (isRecord(json)) return { ...query, ...json }
  return { ...query, ...Object.fromEntries(new URLSearchParams(body)) }
}

const checkOfForms =
  (check: (forms: readonly MerchantRequest[]) => CheckResult): RequestCheck =>
  ({ forms }, merchant) =>
    forms.length === 0 ? noForm(merchant) : check(forms)

/** Rule 24: every opening has the required parameters (contract 7.1). */
export const sixParameters = checkOfForms((forms) => {
  const missingParameters = (form: MerchantRequest): readonly string[] => {
    const given = parametersOf(form)
    return PURCHASE_PARAMETERS.filter((name) => given[name] === undefined || given[name] === '')
  }
  const wrong = forms.filter((form) => missingParameters(form).length > 0)
  return verdictOn(forms, wrong, {
    passed: `Every opening has the six parameters (${forms.length} seen).`,
    failed: (first) => `An opening lacks ${missingParameters(first).join(', ')}.`,
  })
})

const losesPlus = ({ path }: MerchantRequest): boolean => /[?&]signature=[^&]*[+ ]/.test(path)

/** Rule 25: a `+` in the signature is sent as `%2B` in the address. */
export const signatureSurvivesTheQuery = checkOfForms((forms) =>
  verdictOn(forms, forms.filter(losesPlus), {
    passed: 'Forms are opened by POST, or with an encoded address.',
    failed: () => 'The address of a form has a signature with a + that is not encoded as %2B.',
  }),
)

/** Rule 26: order ids differ in more than letter case. */
export const idsAreUnique: RequestCheck = ({ api, forms }, merchant) => {
  const orders = [...forms, ...api.filter(isSale)].filter(({ paymentId = '' }) => paymentId !== '')
  if (orders.length < 2) return unobserved(noOrder(merchant))
  const ids = orders.map(({ paymentId = '' }) => paymentId.toLowerCase())
  const repeated = orders.filter((_, at) => ids.indexOf(ids[at] ?? '') < at)
  return verdictOn(orders, repeated, {
    passed: `${orders.length} orders have ids that differ in more than case.`,
    failed: ({ paymentId = '' }) => `Two orders have the payment_id ${paymentId} if case is ignored.`,
  })
}

/** Rule 17: every API request uses HTTP 1.1 or later (contract 1). */
export const newEnoughHttp: RequestCheck = ({ api }) => {
  if (api.length === 0) {
    return unobserved('The back end sent no request to the API. Make it send one, such as a status request.')
  }
  const old = api.filter(({ httpVersion }) => /^(0\.|1\.0$)/.test(httpVersion))
  return verdictOn(api, old, {
    passed: `Every request came with HTTP 1.1 or later (${api.length} seen).`,
    failed: ({ httpVersion }) => `A request came with HTTP/${httpVersion}.`,
  })
}

/** Rule 1: every request and every opening has a valid signature. */
export const everyRequestIsSigned: RequestCheck = ({ api, forms }, merchant) => {
  const all = [...api, ...forms]
  if (all.length === 0) return unobserved(noOrder(merchant))
  // Rule 25 covers signatures whose + was not encoded.
  const wrong = all.filter((request) => hasWrongSignature(request) && !losesPlus(request))
  return verdictOn(all, wrong, {
    passed: `Every request of the merchant was signed correctly (${all.length} seen).`,
    failed: ({ signature }) =>
      `${wrong.length} of ${all.length} requests of the merchant had no correct signature: ${signature.explanation}`,
  })
}

/** How often the same answer may be sent: a back end may react to the callback, the response and a lost response. */
const MAX_SAME_ANSWERS = 3

const isClarification = ({ path }: MerchantRequest): boolean =>
  /^\/v2\/payment\/clarification(\?|$)/.test(path)

const plainOf = (text: string | null | undefined): unknown => jsonOrText(text ?? '')

const hasValue = (data: unknown): boolean =>
  typeof data === 'object' && data !== null ? Object.values(data).some(hasValue) : data !== undefined

const checkOfAnswers =
  (check: (answers: readonly MerchantRequest[]) => CheckResult): RequestCheck =>
  ({ api }, { clarification, remedies }) => {
    const answers = api.filter(isClarification)
    return answers.length > 0
      ? check(answers)
      : unobserved(clarification ? 'No clarification was answered.' : remedies.clarification)
  }

type Answer = Pick<MerchantRequest, 'body' | 'reply' | 'paymentId'>

/** The data of an accepted answer after which the platform still lists fields; null for any other request. */
function listedAgain({ body, reply }: Answer): string | null {
  const response = plainOf(reply?.body)
  if (reply?.status !== 200 || !isRecord(response) || !isRecord(response['clarification_fields'])) return null
  const request = plainOf(body)
  const data = isRecord(request) ? request['additional_data'] : undefined
  // A request without data only extends the wait.
  return hasValue(data) ? JSON.stringify(data) : null
}

/** The largest group of equal answers after which fields were still listed; empty if no group is too large. */
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

function dottedName(data: unknown): string | null {
  if (!isRecord(data)) return null
  for (const [name, value] of Object.entries(data)) {
    const found = name.includes('.') ? name : dottedName(value)
    if (found !== null) return found
  }
  return null
}

/** The first dotted name in the data of a clarification request; null if there is none. */
export function dottedNameOf({ body }: Pick<MerchantRequest, 'body'>): string | null {
  const request = plainOf(body)
  return isRecord(request) ? dottedName(request['additional_data']) : null
}

/** Rule 15: the platform does not read a dotted name as a path (contract 5.8). */
export const noNameIsDotted = checkOfAnswers((answers) =>
  verdictOn(
    answers,
    answers.filter((answer) => dottedNameOf(answer) !== null),
    {
      passed: 'No clarification was answered with a dotted name.',
      failed: (first) => {
        const name = quotedText(dottedNameOf(first) ?? '')
        const nested = name.split('.').reduceRight((inner, part) => `{"${part}": ${inner}}`, '…')
        return `A clarification was answered with the dotted name ${name}, which the platform does not read. Send ${nested} instead.`
      },
    },
  ),
)

/** Rule 13: the value of a field that is listed again was wrong; repeating it changes nothing (contract 5.2). */
export const noAnswerIsRepeated = checkOfAnswers((answers) => {
  const repeated = repeatedAnswers(answers)
  return verdictOn(answers, repeated, {
    passed: `No refused data was sent more than ${MAX_SAME_ANSWERS} times.`,
    failed: ({ paymentId = '' }) =>
      `The same data was sent ${repeated.length} times for the payment ${paymentId}, although each response still listed fields to supply.`,
  })
})
