import type { Merchant } from '#exam/setup/exam-setup'
import { unobserved, type CheckResult, type MerchantRequests, type RequestCheck } from './merchant-requests'

const noPage = ({ problem, remedies }: Merchant): CheckResult =>
  unobserved(`No page of the merchant was seen. ${problem ?? remedies.checkout}`)

/** What the merchant sends to the browser; card numbers and the like are no secrets of this rule. */
export const secretStaysOnTheServer: RequestCheck = ({ page, secret }, merchant) => {
  if (page === null) return noPage(merchant)
  const { text, evidence } = page
  return text.includes(secret)
    ? { state: 'failed', reason: 'The checkout sends the secret to the browser.', evidence: [evidence] }
    : {
        state: 'passed',
        reason: 'The secret is not in what the checkout sends.',
        evidence: [evidence],
      }
}

/** Rule 23, for pages that load the library. */
export const libraryFromPlatform: RequestCheck = ({ page, platform }, merchant) => {
  if (page === null) return noPage(merchant)
  const { linked } = page
  if (linked.length === 0)
    return unobserved('The checkout loads no merchant.js: it opens the form without the library.')
  return judged(linked, page, platform)
}

function judged(
  linked: readonly string[],
  { evidence }: NonNullable<MerchantRequests['page']>,
  platform: readonly string[],
): CheckResult {
  const copy = linked.find((address) => !platform.some((origin) => address.startsWith(`${origin}/shared/`)))
  return copy === undefined
    ? { state: 'passed', reason: 'Library and styles come from the platform.', evidence: [evidence] }
    : { state: 'failed', reason: `${copy} is not loaded from the platform.`, evidence: [evidence] }
}
