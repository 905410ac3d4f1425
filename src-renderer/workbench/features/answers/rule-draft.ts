import { z } from 'zod'
import { type ResponseRule, responseRule } from '#domain/response-rule/response-rule'
import { MESSAGE_KINDS } from '#domain/payment/callbacks'
import { capturedKind } from '#domain/response-rule/captured-kind'
import { parseJson } from '#lib/json/parse'
import { BenchError } from '#protocol/connection'
import { reasonOf } from '#window/state/toasts'
import { covers, type FieldError, type RuleRefusal } from '#window/features/rules/rule-family'
import { emptyStep, readStep, stepDraft, type StepDraft, stepDraftOf } from './step-draft'
import type { ExchangeDetail } from '#protocol/messages'

/** A rule as typed: numbers are text too, so that unreadable input is kept. */
export const ruleDraft = z.object({
  name: z.string().catch(''),
  method: z.string().catch(''),
  path: z.string().catch(''),
  /** Empty means every kind. */
  kinds: z.array(z.enum(MESSAGE_KINDS)).catch([]),
  projectId: z.string().catch(''),
  paymentId: z.string().catch(''),
  steps: z.array(stepDraft),
  after: z.enum(['last', 'again', 'pass']).catch('last'),
  per: z.enum(['callback', 'payment', 'rule']).catch('callback'),
})
export type RuleDraft = Readonly<Omit<z.infer<typeof ruleDraft>, 'steps'>> & {
  readonly steps: readonly StepDraft[]
}

export const NEW_DRAFT: RuleDraft = ruleDraft.parse({ steps: [emptyStep('reply')] })

export function ruleDraftOf({ name, match, steps, after, per }: ResponseRule): RuleDraft {
  return {
    name,
    method: match.method ?? '',
    path: match.path ?? '',
    kinds: [...(match.kinds ?? [])],
    projectId: match.projectId === undefined ? '' : String(match.projectId),
    paymentId: match.paymentId ?? '',
    steps: steps.map(stepDraftOf),
    after,
    per,
  }
}

/** `id` and `enabled` are not part of the form. */
export function readRule(draft: RuleDraft, id: string, enabled: boolean) {
  const { name, method, path, kinds, projectId, paymentId, after, per } = draft
  const steps = draft.steps.map(readStep)
  const match = Object.entries({
    method: method.trim().toUpperCase(),
    path: path.trim(),
    kinds,
    projectId: projectId === '' ? '' : Number(projectId),
    paymentId: paymentId.trim(),
  }).filter(([, value]) => (!Array.isArray(value) ? value !== '' : value.length > 0))
  const parsed = responseRule.safeParse({
    id,
    name: name.trim(),
    enabled,
    match: Object.fromEntries(match),
    steps: steps.map(({ step }) => step),
    after,
    per,
  })
  const own = steps.flatMap(({ errors }, at) =>
    errors.map((error) => ({ ...error, field: `steps.${String(at)}.${error.field}` })),
  )
  const found = (parsed.error?.issues ?? []).map(({ path: where, message }) =>
    errorOf(draft, where.map(String).join('.'), message),
  )
  // The form's own errors replace those of the schema, which would only say “not a number”.
  const errors = [...own, ...found.filter(({ field }) => !own.some((error) => covers(error.field, field)))]
  return { rule: errors.length === 0 && parsed.success ? parsed.data : null, errors }
}

export function refusalOf(error: unknown, draft: RuleDraft): RuleRefusal {
  if (!(error instanceof BenchError) || error.issues.length === 0)
    return { errors: [], rest: reasonOf(error) }
  const prefix = 'rule.'
  const own = error.issues.filter(({ field }) => field.startsWith(prefix))
  const rest = error.issues.filter((issue) => !own.includes(issue))
  return {
    errors: own.map(({ field, message }) => errorOf(draft, field.slice(prefix.length), message)),
    rest: rest.length === 0 ? null : rest.map(({ field, message }) => `${field} ${message}`).join(' '),
  }
}

const FIELD_WORDS: Readonly<Record<string, string>> = {
  name: 'The name',
  'match.method': 'The method',
  'match.path': 'The path',
  'match.paymentId': 'The payment id',
  'match.projectId': 'The project',
  steps: 'The rule',
  url: 'The address',
  headers: 'The list of headers',
  body: 'The body',
}

function errorOf(draft: RuleDraft, field: string, message: string): FieldError {
  const [, at = '', name = '', line] = /^steps\.(\d+)\.(\w+)(?:\.(\d+))?/.exec(field) ?? []
  const what =
    name === 'headers' && line !== undefined
      ? `Header ${String(Number(line) + 1)}`
      : (FIELD_WORDS[name === '' ? field : name] ?? 'It')
  const isEmpty = name === 'url' && draft.steps[Number(at)]?.url.trim() === ''
  return { field, message: `${what} ${message}.`, isEmpty }
}

/** Drafts a rule for requests like a captured one: with its path, and with its kind or, if it has none, its method. */
export function likeCaptured({
  method,
  path,
  body,
  sentBy,
}: Pick<ExchangeDetail, 'method' | 'path' | 'body' | 'sentBy'>): Partial<RuleDraft> {
  const json = parseJson(body ?? '')
  const sentAs = sentBy?.kind ?? 'other'
  const kind = sentAs === 'other' ? capturedKind(json.ok ? json.plain : null) : sentAs
  const target = path.replace(/[?#].*$/s, '')
  return {
    ...(kind === 'other' ? { method } : { kinds: [kind] }),
    ...(target.startsWith('/') ? { path: target } : {}),
  }
}
