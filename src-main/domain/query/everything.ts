import { CALLBACK_QUERY_FIELDS, EXCHANGE_QUERY_FIELDS, PAYMENT_QUERY_FIELDS } from './fields'
import type { QueryField } from './terms'

/** The lists that a search of everything covers, in the order of its results. */
export const SEARCHED_LISTS = ['payments', 'callbacks', 'captures', 'exchanges'] as const
export type SearchedList = (typeof SEARCHED_LISTS)[number]

export const FIELDS_OF_LIST: Readonly<Record<SearchedList, readonly QueryField[]>> = {
  payments: PAYMENT_QUERY_FIELDS,
  callbacks: CALLBACK_QUERY_FIELDS,
  captures: EXCHANGE_QUERY_FIELDS,
  exchanges: EXCHANGE_QUERY_FIELDS,
}

/** Every field of any list, with the values and examples of all lists. For completion, not for parsing. */
export const EVERYTHING_QUERY_FIELDS: readonly QueryField[] = mergeLists()

function mergeLists(): readonly QueryField[] {
  const byName = new Map<string, QueryField>()
  for (const field of [...PAYMENT_QUERY_FIELDS, ...CALLBACK_QUERY_FIELDS, ...EXCHANGE_QUERY_FIELDS]) {
    const known = byName.get(field.name)
    byName.set(field.name, known === undefined || known === field ? field : combine(known, field))
  }
  return [...byName.values()]
}

function combine(one: QueryField, other: QueryField): QueryField {
  const values = union(one.values ?? [], other.values ?? [])
  const sameWords = one.explanation === other.explanation
  return {
    name: one.name,
    // An enum would offer only its own values, not those of the other kind.
    kind: one.kind === other.kind ? one.kind : 'text',
    operators: union(one.operators, other.operators),
    ...(values.length === 0 ? {} : { values }),
    examples: union(one.examples, other.examples),
    explanation: sameWords ? one.explanation : `${one.explanation} ${other.explanation}`,
  }
}

function union<Item>(one: readonly Item[], other: readonly Item[]): readonly Item[] {
  return [...new Set([...one, ...other])]
}
