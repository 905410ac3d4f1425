import { checkValue, contextOf, countryPathBeside, isBlank } from '#domain/clarification/check'
import { findField } from '#domain/clarification/catalogue'
import { type AcceptedValues, acceptedValues } from '#domain/clarification/submission'
import type { CollectedFieldRule } from '#domain/project/switches'
import { phoneDigits } from '#domain/form/phone-number'
import type { FormSettings } from '#domain/form/settings'
import { type CollectedField, type FieldProblem, reasonOf } from '#domain/form/view'
import { holdsCardNumber } from '#domain/card/mask-text'

const EMAIL = 'customer.email'
const PHONE = 'customer.phone'
const CONTACTS: readonly string[] = [EMAIL, PHONE]

/** The fields that the project shows or requires (contract 7.4), and an e-mail address if no contact is known (7.3). */
export function fieldsToCollect(
  settings: Pick<FormSettings, 'needsContact' | 'supplied'>,
  rules: readonly CollectedFieldRule[],
): readonly CollectedField[] {
  const collected = rules.some(({ path, required, shown }) => CONTACTS.includes(path) && (required || shown))
  const contact = settings.needsContact && !collected
  const all = contact ? [...rules, { path: EMAIL, required: true, shown: true }] : rules
  return all.flatMap(({ path, required, shown }) => {
    const value = String(settings.supplied[path] ?? '')
    return shown || (required && value === '') ? [{ path, required, value }] : []
  })
}

/** What was entered, or everything that is wrong with it. */
export type Checked<Entered> =
  (Entered & { readonly ok: true }) | { readonly ok: false; readonly problems: readonly FieldProblem[] }

/** Checks values typed in fields. `supplied`: earlier values, such as the country of an address (contract 5.8). */
export function checkCollected(
  fields: readonly CollectedField[],
  typed: Readonly<Record<string, string>>,
  supplied: AcceptedValues,
  today: string,
): Checked<{ readonly values: AcceptedValues }> {
  const values: Record<string, string> = {}
  const problems: FieldProblem[] = []
  const shown = new Set(fields.map(({ path }) => path))
  const countryBeside = (path: string): unknown => {
    const beside = countryPathBeside(path)
    const given = shown.has(beside) ? typed[beside] : undefined
    return isBlank(given) ? supplied[beside] : given
  }
  for (const { path, required, choices, rule = findField(path)?.value } of fields) {
    const text = typed[path] ?? ''
    if (isBlank(text)) {
      if (required) problems.push({ name: path, reason: 'required' })
      continue
    }
    const isChoice = choices === undefined || choices.some(([choice]) => choice === text)
    if (holdsCardNumber(text) || !isChoice) {
      problems.push({ name: path, reason: 'value' })
      continue
    }
    const value = asTyped(path, text, rule?.kind)
    const field = rule === undefined ? null : { path, value: rule, code: '' }
    const problem = checkValue(field, value, contextOf(today, countryBeside(path)))
    if (problem === null) values[path] = typeof value === 'string' ? value.trim() : text.trim()
    else problems.push({ name: path, reason: reasonOf(path, problem.constraint) })
  }
  return problems.length === 0 ? { ok: true, values } : { ok: false, problems }
}

/** Fields with a typed card number. It is refused, because the values of these fields are stored. */
export function misplacedCardNumbers(typed: Readonly<Record<string, string>>): readonly FieldProblem[] {
  return Object.entries(typed).flatMap(([name, text]): readonly FieldProblem[] =>
    holdsCardNumber(text) ? [{ name, reason: 'value' }] : [],
  )
}

/** Converts typed text to the type of its field, by default in the catalogue; other text is returned unchanged. */
export function asTyped(
  path: string,
  text: string,
  kind = findField(path)?.value.kind,
): string | number | boolean {
  const trimmed = text.trim()
  if (path === PHONE) return phoneDigits(trimmed)
  if (kind === 'boolean')
    return trimmed === 'true' || trimmed === '1'
      ? true
      : trimmed === 'false' || trimmed === '0'
        ? false
        : text
  if (kind === 'integer' && /^\d{1,15}$/.test(trimmed)) return Number(trimmed)
  return text
}

/** What a request reveals about the customer's browser. */
export interface BrowserRequest {
  readonly userAgent: string | null
  readonly accept: string | null
  readonly acceptLanguage: string | null
  readonly remoteAddress: string
}

/** Facts that the form's script reports, by their names in contract 5.8. */
const REPORTED = ['screen_res', 'color_depth', 'java_enabled', 'timezone_offset', 'timezone_name']

/** Facts about browser and connection by field path (contract 5.8), without invalid values and card numbers. */
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
    // Always true, because the form's page works only with its script.
    js_enabled: true,
    ...Object.fromEntries(
      REPORTED.filter((name) => Object.hasOwn(reported, name)).map((name) => [name, reported[name]]),
    ),
  }
  return acceptedValues(
    Object.entries(facts)
      .filter(([, value]) => !holdsCardNumber(String(value)))
      .map(([name, value]) => ({ path: `customer.${name}`, value, context: { today } })),
  )
}

function deviceOf(userAgent: string): string {
  if (/iPad|Tablet/i.test(userAgent)) return 'tablet'
  return /Mobi/i.test(userAgent) ? 'mobile' : /Android/i.test(userAgent) ? 'tablet' : 'desktop'
}
