import { FIELD_VALUE } from '#lib/http-message/response'
import { parseJson } from '#lib/json/parse'
import { type FaultParameter, FAULTS, MAX_FAULT_TEXT } from './fault-table'
import { readPath } from './path'
import type { FaultRule } from './rule'

/** What is wrong with a rule; `field` is a dotted path within the rule. */
export interface RuleProblem {
  readonly field: string
  readonly message: string
}

const MAX_RULE_NAME = 80
const MAX_TARGET_PART = 500
/** Contract 3.1. */
const MAX_PAYMENT_ID = 255
const MAX_FIRST = 1_000_000

/** Lists everything that is wrong with a rule, each with its remedy. Empty where the rule can be used. */
export function ruleProblems(rule: Omit<FaultRule, 'id' | 'enabled'>): readonly RuleProblem[] {
  const { name, match, when, fault } = rule
  const problems: RuleProblem[] = []
  const report = (field: string, message: string): void => void problems.push({ field, message })
  if (name.trim() === '' || name.length > MAX_RULE_NAME) {
    report('name', `Give the rule a name of 1 to ${String(MAX_RULE_NAME)} characters.`)
  }
  if (match.kinds?.length === 0)
    report('match.kinds', 'Name at least one kind, or leave the kinds out for all.')
  if (match.target !== undefined && (match.target === '' || match.target.length > MAX_TARGET_PART)) {
    report(
      'match.target',
      `Give a part of the target with 1 to ${String(MAX_TARGET_PART)} characters, or leave it out.`,
    )
  }
  if (match.paymentId !== undefined && (match.paymentId === '' || match.paymentId.length > MAX_PAYMENT_ID)) {
    report(
      'match.paymentId',
      `Give the id of a payment with 1 to ${String(MAX_PAYMENT_ID)} characters, or leave it out for all.`,
    )
  }
  if (match.paymentKey === '')
    report('match.paymentKey', 'Give the key of a payment, or leave it out for all.')
  if (when.kind === 'first' && !isWhole(when.count, 1, MAX_FIRST)) {
    report('when.count', `Say how many: a whole number from 1 to ${String(MAX_FIRST)}.`)
  }
  if (when.kind === 'chance') {
    if (!(when.percent > 0 && when.percent <= 100))
      report('when.percent', 'Give a chance above 0 and up to 100 percent.')
    if (!isWhole(when.seed, 0, 0xffff_ffff)) {
      report('when.seed', 'Give a seed from 0 to 4294967295; the same seed repeats the same faults.')
    }
  }
  const values: Readonly<Record<string, unknown>> = { ...fault }
  for (const parameter of FAULTS[fault.kind].parameters) {
    const problem = parameterProblem(parameter, values[parameter.name])
    if (problem !== null) report(`fault.${parameter.name}`, problem)
  }
  return problems
}

/** Why a parameter of a fault cannot have this value; null where it can. */
function parameterProblem({ label, shape }: FaultParameter, value: unknown): string | null {
  switch (shape.type) {
    case 'integer':
      return isWhole(value, shape.min, shape.max)
        ? null
        : `${label}: give a whole number from ${String(shape.min)} to ${String(shape.max)} (${shape.unit}).`
    case 'path':
      return typeof value === 'string' && value.length <= MAX_FAULT_TEXT && readPath(value) !== null
        ? null
        : `${label}: give keys with dots between, such as payment.sum.amount; write \\. for a dot inside a key.`
    case 'json': {
      if (typeof value !== 'string' || value.length > MAX_FAULT_TEXT) {
        return `${label}: give JSON of at most ${String(MAX_FAULT_TEXT)} characters.`
      }
      const json = parseJson(value)
      return json.ok ? null : `${label}: ${json.message}`
    }
    case 'header':
      return typeof value === 'string' && value.length <= MAX_FAULT_TEXT && FIELD_VALUE.test(value)
        ? null
        : `${label}: a header holds no line break, control character or character outside Latin-1. Take it out.`
    case 'choice':
      return shape.choices.some((choice) => choice.value === value)
        ? null
        : `${label}: choose one of ${shape.choices.map((choice) => choice.value).join(', ')}.`
    case 'flag':
      return typeof value === 'boolean' ? null : `${label}: say true or false.`
  }
}

function isWhole(value: unknown, min: number, max: number): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= min && value <= max
}
