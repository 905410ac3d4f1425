import { TASKS } from '#scenarios/foreign/foreign'
import { errorText } from '#lib/error-text'
import { boundedText } from '#lib/limits/bounded-text'
import type { FormOpening } from '#scenarios/form/opening'
import { heard } from '#scenarios/running/heard'
import type { HttpResponse, ScenarioBench } from '#scenarios/running/http'
import { evidenceOfHttp } from '#scenarios/running/texts'
import type { MerchantRequests } from '#exam/requests/merchant-requests'
import type { ExamSetup, Merchant } from '#exam/setup/exam-setup'
import type { ReadingPorts } from '#exam/orders/read-order'
import { checkoutRequest } from '#exam/trials/orders'

/** Wall-clock milliseconds from the start of the visit within which the back end must request a payment. */
const API_LIMIT_MS = 5_000

export type Probe = Pick<Merchant, 'style' | 'opens' | 'successUrl' | 'problem'> &
  Pick<MerchantRequests, 'page'>

const NONE: Probe = { style: 'none', opens: 'text', successUrl: null, page: null, problem: null }

/** Visits the checkout without paying, to find out whether it opens a form or the back end requests the payment. */
export async function probeCheckout(
  setup: ExamSetup,
  ports: ReadingPorts & { readonly bench: Pick<ScenarioBench, 'onEvent'>; readonly platform: string },
): Promise<Probe> {
  const { bench, send, foreign, platform, signal } = ports
  if (setup.checkout === null) return NONE
  const { url, method, body } = checkoutRequest(setup, {})
  const headers = body === undefined ? {} : { 'Content-Type': 'application/json' }
  const request = { url, method, headers, body: body === undefined ? null : JSON.stringify(body) }
  const enough = new AbortController()
  const isRegistered = heard(
    bench.onEvent,
    (event) => event.type === 'payment.changed' && event.payment.projectId === setup.projectId,
    API_LIMIT_MS,
    AbortSignal.any([signal, enough.signal]),
  )
  let response: HttpResponse
  try {
    response = await send(request, signal)
  } catch (error) {
    enough.abort()
    return {
      ...NONE,
      problem: signal.aborted
        ? 'The exam ended before the checkout responded.'
        : `The checkout gave no response: ${errorText(error)}. Start the back end, or correct the address of the checkout.`,
    }
  }
  const read = await foreign.run(TASKS.readPage, { page: response.text, platform }, signal)
  const page = { text: response.text, linked: read.linked, evidence: evidenceOfHttp(request, response) }
  const location = response.headers['location']
  const redirect = location?.includes('/payment?') === true ? location : null
  const opening = redirect === null ? read.opening : null
  // JSON such as {"payment_id": …} may be the parameters of a form, or the response of a back end that has
  // requested the payment.
  if (isSignedOpening(redirect, opening)) enough.abort()
  else if (await isRegistered) return { ...NONE, style: 'api', page }
  if (redirect !== null || opening !== null) {
    return {
      style: 'form',
      opens: redirect === null ? 'text' : 'headers.location',
      successUrl: successUrlOf(redirect, opening),
      page,
      problem: problemOfForm(redirect ?? opening?.url ?? '', platform),
    }
  }
  const said = boundedText(response.text.trim().replaceAll(/\s+/g, ' '), MAX_SHOWN + 1)
  const what = `The checkout responded with HTTP ${response.status} and ${said === '' ? 'an empty body' : said}. This opens no form at the platform, and the back end did not request a payment within ${API_LIMIT_MS / 1000} s.`
  const remedy =
    response.status === 404 || response.status === 405
      ? 'Check the address and the method of the checkout.'
      : `Check that the merchant uses the platform at ${platform}.`
  return { ...NONE, page, problem: `${what} ${remedy}` }
}

const isSignedOpening = (redirect: string | null, opening: FormOpening | null): boolean =>
  (opening !== null && 'signature' in opening.fields) || /[?&]signature=/.test(redirect ?? opening?.url ?? '')

/** Maximum number of characters of an address or body quoted in a sentence, not counting the ellipsis. */
const MAX_SHOWN = 200

/** Why a form is not part of this exam (its address is invalid or on another platform); null if it is. */
function problemOfForm(url: string, platform: string): string | null {
  if (!URL.canParse(url, platform)) {
    return `The checkout opens a form at ${url.slice(0, MAX_SHOWN)}, which is not an address. Make the back end open the form at ${platform}/payment.`
  }
  const { origin } = new URL(url, platform)
  if (origin === new URL(platform).origin) return null
  return `The checkout opens a form at ${origin}. Set the address of the platform to ${platform} in the merchant’s settings.`
}

function successUrlOf(redirect: string | null, opening: FormOpening | null): string | null {
  const url = redirect ?? opening?.url ?? ''
  const given = new Map([
    ...(URL.canParse(url, 'http://x') ? new URL(url, 'http://x').searchParams : []),
    ...Object.entries(opening?.fields ?? {}),
  ])
  const id = given.get('payment_id') ?? ''
  const back = given.get('redirect_success_url') ?? given.get('merchant_success_url')
  if (back === undefined || id === '' || !/^https?:\/\//.test(back)) return null
  return back.replaceAll(encodeURIComponent(id), '{payment_id}').replaceAll(id, '{payment_id}')
}
