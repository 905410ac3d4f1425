import { holdsCardNumber } from '#domain/card/kept-text'
import { findField } from '#domain/clarification/catalogue'
import { checkValue } from '#domain/clarification/check'
import { fieldPath } from '#domain/clarification/fields'
import type { AcceptedValues } from '#domain/clarification/submission'

/** What the request of a customer's browser reveals about the browser; null: nothing. */
export interface BrowserRequest {
  readonly userAgent: string | null
  readonly accept: string | null
  readonly acceptLanguage: string | null
  readonly remoteAddress: string
}

/** Facts about the browser that the form's script reports, by their names in contract 5.8. */
const REPORTED = ['screen_res', 'color_depth', 'java_enabled', 'timezone_offset', 'timezone_name']

/**
 * Facts that the form collects by itself and the address of the connection (contract 5.8), by `key.name`: the customer
 * is not asked to type them. What breaks its rule, or holds a card number, is left out.
 */
export function browserFacts(
  request: BrowserRequest,
  reported: Readonly<Record<string, unknown>>,
  sessionId: string,
  today: string,
): AcceptedValues {
  const { userAgent, accept, acceptLanguage, remoteAddress } = request
  const facts: Readonly<Record<string, unknown>> = {
    ip_address: remoteAddress.replace(/^::ffff:(?=\d+\.)/i, ''),
    browser: userAgent?.slice(0, 512),
    accept_header: accept,
    language: /^[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*/.exec(acceptLanguage ?? '')?.[0],
    device_type: userAgent === null ? null : deviceOf(userAgent),
    session_id: sessionId,
    // The form's page works by its script alone.
    js_enabled: true,
    ...Object.fromEntries(
      REPORTED.filter((name) => Object.hasOwn(reported, name)).map((name) => [name, reported[name]]),
    ),
  }
  const accepted: Record<string, string | number | boolean> = {}
  for (const [name, value] of Object.entries(facts)) {
    if (!isScalar(value) || holdsCardNumber(String(value))) continue
    if (checkValue(findField('customer', name), value, { today }) !== null) continue
    accepted[fieldPath('customer', name)] = typeof value === 'string' ? value.trim() : value
  }
  return accepted
}

function deviceOf(userAgent: string): string {
  if (/iPad|Tablet/i.test(userAgent)) return 'tablet'
  return /Mobi/i.test(userAgent) ? 'mobile' : /Android/i.test(userAgent) ? 'tablet' : 'desktop'
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}
