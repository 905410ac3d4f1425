import { decodeUtf8, encodeUtf8 } from '#lib/bytes/utf8'
import { headerValues, type HeaderList } from '#lib/http-message/message'
import { signedText } from '#domain/callback/signed-text'
import { parseJson } from '#lib/json/parse'
import type { SignatureCrypto } from '#domain/signature/crypto'
import { type ChangedText, withFieldValue, withNewField, withoutField } from './change-text'
import { announcedName, encodeIn } from './charset'
import { isSignaturePath } from './decide'
import type { Fault, FaultKind } from './fault'
import { faultMark } from './explain'
import type { FaultRule } from './rule'

/** What one attempt sends. */
export interface AttemptContent {
  readonly headers: HeaderList
  readonly body: Uint8Array
}

/** The effect of one rule: `fired` false means that there was nothing in the message for it to change. */
export interface RuleEffect {
  readonly rule: FaultRule
  readonly fired: boolean
  /** One sentence for the mark. */
  readonly text: string
}

/** Content before signature, signature before charset, so that the order of the rules cannot undo one of them. */
const PHASES: readonly (readonly FaultKind[])[] = [
  ['changeField', 'removeField', 'unknownField'],
  ['corruptSignature'],
  ['contentType', 'charset'],
]

/**
 * Applies the faults that change what an attempt sends, in phases: fields, signature, charset and type. Where any rule
 * asks for it the changed body is signed once more, before a signature is corrupted. Rules of other stages are passed
 * over.
 */
export function applyToAttempt(
  content: AttemptContent,
  rules: readonly FaultRule[],
  secret: string,
  crypto: SignatureCrypto,
): { readonly content: AttemptContent; readonly effects: readonly RuleEffect[] } {
  const effects: RuleEffect[] = []
  let current = content
  let signatureIsDue = false
  const [fields = [], signatures = [], forms = []] = PHASES.map((kinds) =>
    rules.filter(({ fault }) => kinds.includes(fault.kind)),
  )
  const take = (rule: FaultRule, changed: AttemptContent | string): boolean => {
    const fired = typeof changed !== 'string'
    if (fired) current = changed
    const nothing = fired ? '' : `Rule “${rule.name}” changed nothing: ${changed}.`
    effects.push({ rule, fired, text: fired ? faultMark(rule) : nothing })
    return fired
  }
  for (const rule of fields) {
    if (take(rule, changeField(current, rule.fault)) && wantsSignature(rule.fault)) signatureIsDue = true
  }
  if (signatureIsDue) {
    const signed = changeText(current, (text) => signedText(text, 'resign', secret, crypto))
    if (typeof signed !== 'string') current = signed
  }
  for (const rule of signatures) {
    take(
      rule,
      changeText(current, (text) => signedText(text, 'corrupt', secret, crypto)),
    )
  }
  for (const rule of forms) take(rule, changeForm(current, rule.fault))
  return { content: current, effects }
}

function wantsSignature(fault: Fault): boolean {
  return 'signing' in fault && fault.signing === 'resign' && !isSignaturePath(fault.path)
}

function changeField(content: AttemptContent, fault: Fault): AttemptContent | string {
  return changeText(content, (text) => {
    const json = parseJson(text)
    if (!json.ok) return { ok: false, message: 'the body is not JSON' }
    switch (fault.kind) {
      case 'changeField':
        return withFieldValue(text, json.root, fault.path, fault.value)
      case 'removeField':
        return withoutField(text, json.root, fault.path)
      case 'unknownField':
        return withNewField(text, json.root, fault.path, fault.value)
      default:
        return { ok: false, message: 'it changes no field' }
    }
  })
}

function changeForm(content: AttemptContent, fault: Fault): AttemptContent | string {
  if (fault.kind === 'contentType') {
    return { ...content, headers: withHeader(content.headers, 'Content-Type', fault.contentType) }
  }
  if (fault.kind !== 'charset') return 'it changes no form'
  const text = decodeUtf8(content.body)
  if (text === undefined) return 'the body is not UTF-8 text'
  const encoded = withBody(content, encodeIn(fault.charset, text))
  if (!fault.announce) return encoded
  const value = `application/json; charset=${announcedName(fault.charset)}`
  return { ...encoded, headers: withHeader(encoded.headers, 'Content-Type', value) }
}

function changeText(content: AttemptContent, change: (text: string) => ChangedText): AttemptContent | string {
  const text = decodeUtf8(content.body)
  if (text === undefined) return 'the body is not UTF-8 text'
  const changed = change(text)
  return changed.ok ? withBody(content, encodeUtf8(changed.text)) : changed.message.replace(/\.$/, '')
}

/** Corrects an existing `Content-Length`; adds none. */
function withBody({ headers }: AttemptContent, body: Uint8Array): AttemptContent {
  const hasLength = headerValues(headers, 'content-length').length > 0
  return { headers: hasLength ? withHeader(headers, 'Content-Length', String(body.length)) : headers, body }
}

/** An existing field keeps its place and the case of its name; a missing one is added last. */
function withHeader(headers: HeaderList, name: string, value: string): HeaderList {
  const isIt = ([other]: readonly [string, string]): boolean => other.toLowerCase() === name.toLowerCase()
  if (!headers.some(isIt)) return [...headers, [name, value]]
  return headers.map((field) => (isIt(field) ? ([field[0], value] as const) : field))
}
