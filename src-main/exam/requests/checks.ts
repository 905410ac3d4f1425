import { isRecord } from '../../lib/json/record'
import { parseJson } from '../../lib/json/parse'
import { GIVE_CHECKOUT } from '../trials/trial'
import { unobserved, verdictOn, type MerchantRequest, type RequestCheck } from './merchant-requests'

const REQUIRED_PARAMETERS = [
  'project_id',
  'payment_id',
  'customer_id',
  'payment_amount',
  'payment_currency',
  'signature',
] as const

const NO_FORM =
  'No form of the merchant was opened. Give the address of a checkout that opens one with --checkout.'

/** Reads the parameters of an opening from its query and from its body, which is a web form or JSON. */
function parametersOf({ path, body }: MerchantRequest): Readonly<Record<string, unknown>> {
  const at = path.indexOf('?')
  const query = Object.fromEntries(new URLSearchParams(at < 0 ? '' : path.slice(at + 1)))
  if (body === null || body === '') return query
  const json = body.startsWith('{') ? parseJson(body) : null
  if (json?.ok === true && isRecord(json.plain)) return { ...query, ...json.plain }
  return { ...query, ...Object.fromEntries(new URLSearchParams(body)) }
}

/** Rule 24: every opening has the required parameters (contract 7.1). */
export const sixParameters: RequestCheck = ({ forms }) => {
  if (forms.length === 0) return unobserved(NO_FORM)
  const missing = (form: MerchantRequest): readonly string[] => {
    const given = parametersOf(form)
    return REQUIRED_PARAMETERS.filter((name) => given[name] === undefined || given[name] === '')
  }
  const wrong = forms.filter((form) => missing(form).length > 0)
  return verdictOn(forms, wrong, {
    passed: `All ${forms.length} openings have the six parameters.`,
    failed: (first) => `An opening lacks ${missing(first).join(', ')}.`,
  })
}

/** Whether the address has a signature with a `+` that is not encoded, so that it is read as a space. */
const losesPlus = ({ path }: MerchantRequest): boolean => /[?&]signature=[^&]*[+ ]/.test(path)

const WRONG_STATES = new Set(['invalid', 'missing', 'empty'])

/** Rule 1: every request and every opening has a correct signature (contract 2.1). */
export const everyRequestIsSigned: RequestCheck = ({ api, forms }) => {
  const all = [...api, ...forms]
  if (all.length === 0) return unobserved(GIVE_CHECKOUT)
  // Rule 25 judges a signature that lost its + on the way.
  const wrong = all.filter((request) => WRONG_STATES.has(request.signature.state) && !losesPlus(request))
  return verdictOn(all, wrong, {
    passed: `All ${all.length} requests of the merchant were signed correctly.`,
    failed: ({ signature }) =>
      `${wrong.length} of ${all.length} requests of the merchant had no correct signature: ${signature.explanation}`,
  })
}

/** Rule 25: a `+` in the signature is encoded as `%2B` in the address (contract 2.8, 7.1). */
export const signatureSurvivesTheQuery: RequestCheck = ({ forms }) => {
  if (forms.length === 0) return unobserved(NO_FORM)
  const broken = forms.filter(losesPlus)
  return verdictOn(forms, broken, {
    passed: 'Forms are opened by POST, or with an encoded address.',
    failed: () => 'The address of a form has a signature with a + that is not encoded as %2B.',
  })
}

/** Rule 26: no two orders have the same payment id, letter case ignored (contract 3.1, 5.7). */
export const idsAreUnique: RequestCheck = ({ api, forms }) => {
  const registered = [...forms, ...api.filter(({ path }) => /\/card\/(sale|auth)(\/|$)/.test(path))]
  const named = registered.flatMap((request) => (request.paymentId === undefined ? [] : [request.paymentId]))
  if (named.length < 2) return unobserved(GIVE_CHECKOUT)
  const seen = new Set<string>()
  const again = registered.filter(({ paymentId = '' }) => {
    const id = paymentId.toLowerCase()
    if (id === '' || !seen.has(id)) {
      seen.add(id)
      return false
    }
    return true
  })
  return verdictOn(registered, again, {
    passed: `${named.length} orders have ids that differ in more than case.`,
    failed: ({ paymentId = '' }) => `Two orders have the payment_id ${paymentId}, when case is ignored.`,
  })
}

/** Rule 17: every request uses HTTP 1.1 or later (contract 1). */
export const newEnoughHttp: RequestCheck = ({ api }) => {
  if (api.length === 0) {
    return unobserved('The back end sent no request to the API, such as a status request or a clarification.')
  }
  const old = api.filter(({ httpVersion }) => /^(0\.|1\.0$)/.test(httpVersion))
  return verdictOn(api, old, {
    passed: `All ${api.length} requests came with HTTP 1.1 or later.`,
    failed: ({ httpVersion }) => `A request came with HTTP/${httpVersion}.`,
  })
}
