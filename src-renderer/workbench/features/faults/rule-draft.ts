import { z } from 'zod'
import { type FaultRule, ruleProblems } from '#domain/fault/rule'
import {
  exampleOf,
  type Fault,
  FAULT_KINDS,
  type FaultKind,
  faultOf,
  FAULTS,
} from '#domain/fault/fault-table'
import { MESSAGE_KINDS } from '#domain/payment/callbacks'
import { capitalized } from '#lib/words'
import { delayText, readDelay } from '#window/features/rules/delay'
import type { FieldError } from '#window/features/rules/rule-family'
import type { FaultParameter, FaultParameters, ParameterValue } from '#domain/fault/kind'

export const ruleDraft = z.object({
  name: z.string(),
  kind: z.enum(FAULT_KINDS),
  entry: z.record(z.string(), z.string()),
  projectId: z.int().nullable(),
  kinds: z.array(z.enum(MESSAGE_KINDS)),
  target: z.string(),
  paymentId: z.string().catch(''),
  paymentKey: z.string(),
  when: z.enum(['always', 'first', 'chance']),
  count: z.string(),
  percent: z.string(),
  seed: z.string(),
})
export type RuleDraft = Readonly<z.infer<typeof ruleDraft>>

export function draftOfRule({ name, match, when, fault }: FaultRule): RuleDraft {
  return {
    name,
    kind: fault.kind,
    entry: entryOf(fault),
    projectId: match.projectId ?? null,
    kinds: [...(match.kinds ?? [])],
    target: match.target ?? '',
    paymentId: match.paymentId ?? '',
    paymentKey: match.paymentKey ?? '',
    when: when.kind,
    count: when.kind === 'first' ? String(when.count) : '1',
    percent: when.kind === 'chance' ? String(when.percent) : '10',
    seed: when.kind === 'chance' ? String(when.seed) : '1',
  }
}

/** The rule that the form describes. An unreadable number becomes NaN, which {@link draftErrors} reports. */
export function ruleOfDraft(form: RuleDraft, rule: Pick<FaultRule, 'id' | 'enabled'>): FaultRule {
  const { projectId, kinds, target, paymentId, paymentKey, when } = form
  return {
    ...rule,
    name: form.name.trim(),
    match: {
      ...(projectId === null ? {} : { projectId }),
      ...(kinds.length === 0 ? {} : { kinds }),
      ...(target.trim() === '' ? {} : { target: target.trim() }),
      ...(paymentId.trim() === '' ? {} : { paymentId: paymentId.trim() }),
      ...(paymentKey.trim() === '' ? {} : { paymentKey: paymentKey.trim() }),
    },
    when:
      when === 'always'
        ? { kind: 'always' }
        : when === 'first'
          ? { kind: 'first', count: readNumber(form.count) }
          : { kind: 'chance', percent: readNumber(form.percent), seed: readNumber(form.seed) },
    fault: faultOf(form.kind, (parameter, name) =>
      readParameter(parameter, form.entry[name] ?? String(parameter.initial)),
    ),
  }
}

/** Errors by field: `name`, `fault.ms`, `when.percent`. Each is beside its field, so it does not name it. */
export function draftErrors(form: RuleDraft): readonly FieldError[] {
  const parameters: FaultParameters = FAULTS[form.kind].parameters
  return ruleProblems(ruleOfDraft(form, { id: 'draft', enabled: true })).map(({ field, message }) => {
    const parameter = parameters[field.split('fault.')[1] ?? '']
    return {
      field,
      message: parameter === undefined ? message : messageBeside(parameter, message),
      isEmpty: false,
    }
  })
}

function messageBeside(parameter: FaultParameter, message: string): string {
  // The problem names milliseconds, but times are typed with their unit.
  if (parameter.type === 'integer' && isTime(parameter)) {
    return `Enter a time of at most ${delayText(parameter.max)}, such as 1.5 s or 2 min.`
  }
  const text = capitalized(message.replace(`${parameter.label}: `, ''))
  // The second sentence about JSON is for clients of the API.
  return parameter.type === 'json' ? text.replace(/(?<=\.) .*/s, '') : text
}

/** Changes the kind of fault and resets its parameters; a name that only repeated the kind changes with it. */
export function withKind(form: RuleDraft, kind: FaultKind): RuleDraft {
  const name = form.name.trim() === FAULTS[form.kind].name ? FAULTS[kind].name : form.name
  return { ...form, name, kind, entry: entryOf(exampleOf(kind)) }
}

/** Times are typed as in response rules, with their unit. */
export const isTime = (parameter: FaultParameter): boolean =>
  parameter.type === 'integer' && parameter.unit === 'ms'

function entryOf(fault: Fault): RuleDraft['entry'] {
  const values: Readonly<Record<string, unknown>> = { ...fault }
  return Object.fromEntries(
    Object.entries<FaultParameter>(FAULTS[fault.kind].parameters).map(([name, parameter]) => [
      name,
      isTime(parameter) ? delayText(Number(values[name])) : String(values[name]),
    ]),
  )
}

/** The number that the text states, or NaN, which the check of the rule reports. */
const readNumber = (text: string | undefined): number =>
  text === undefined || text.trim() === '' ? NaN : Number(text)

function readParameter(parameter: FaultParameter, text: string): ParameterValue {
  const { type } = parameter
  if (isTime(parameter)) return readDelay(text) ?? NaN
  if (type === 'integer') return readNumber(text)
  return type === 'flag' ? text === 'true' : text
}
