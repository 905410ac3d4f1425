import { assertNever } from '#lib/assert-never'
import { BOOLEAN_WORDS } from '#domain/signature/boolean-words'
import { numberText } from '#domain/signature/number-text'
import { beforeArrival } from './arrival'
import type { Recipe } from './recipe'
import type { SignedValue, ValueNode } from './signed-values'
import { written } from './writing'

/** The fields of a recipe that change values. */
export type ValueRules = Pick<Recipe, 'arrival' | 'writing' | 'booleans' | 'nulls' | 'numbers'>

/** How forms write booleans (contract 2.6): as the words stand, or read as the booleans they were. */
export type Reading = 'asReceived' | 'booleanWords'

/** The text of every value (contract 2.3), changed by the rules. */
export const valueTexts = (
  values: readonly SignedValue[],
  rules: ValueRules,
  reading: Reading,
): readonly string[] =>
  values.map(({ parts }) => {
    const [first] = parts
    return first !== undefined && parts.length === 1
      ? valueText(first, rules, reading)
      : parts.map((part) => valueText(part, rules, reading)).join(',')
  })

const valueText = (node: ValueNode, rules: ValueRules, reading: Reading): string => {
  switch (node.type) {
    case 'string': {
      const word = reading === 'booleanWords' ? BOOLEAN_WORDS.get(node.value) : undefined
      if (word !== undefined) return booleanText(word, rules.booleans)
      const before = rules.arrival === null ? node.value : beforeArrival(node.value, rules.arrival)
      return rules.writing === null ? before : written(before, rules.writing)
    }
    case 'number':
      return rules.numbers === 'asWritten' ? node.text : numberText(node, rules.numbers)
    case 'boolean':
      return booleanText(node.value, rules.booleans)
    case 'null':
      return rules.nulls === 'dropped' || rules.nulls === 'empty' ? '' : rules.nulls
  }
}

/** Whether a value is a boolean in this reading: the shop plugin writes such lines without their path. */
export const isBoolean = ({ parts }: SignedValue, reading: Reading): boolean => {
  const [only] = parts
  if (only === undefined || parts.length > 1) return false
  return (
    only.type === 'boolean' ||
    (only.type === 'string' && reading === 'booleanWords' && BOOLEAN_WORDS.has(only.value))
  )
}

/** Whether a value is null; an array in one line never is. */
export const isNull = ({ parts }: SignedValue): boolean => parts.length === 1 && parts[0]?.type === 'null'

const booleanText = (value: boolean, booleans: Recipe['booleans']): string => {
  switch (booleans) {
    case 'digits':
      return value ? '1' : '0'
    case 'words':
      return value ? 'true' : 'false'
    case 'capitalWords':
      return value ? 'True' : 'False'
    case 'falseEmpty':
      return value ? '1' : ''
    case 'bareOne':
      return '1'
    default:
      return assertNever(booleans)
  }
}
