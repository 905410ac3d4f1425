import { codePointKey, inEnumerationOrder, languageOrder, naturalKey } from '#domain/signature/sorting'

/** Returns the indexes of the sorted texts; equal ones keep their order. */
export type Sort = (texts: readonly string[]) => readonly number[]

/** `level`: sorts the keys of each object separately; `topLevel`: those of the outermost only. */
export interface Order {
  readonly unit: 'path' | 'line' | 'level' | 'topLevel'
  readonly sort: Sort
}

const byComparison =
  (keyOf: (text: string) => string, compare: (left: string, right: string) => number): Sort =>
  (texts) => {
    const keys = texts.map(keyOf)
    return texts
      .map((_, index) => index)
      .sort((left, right) => compare(keys[left] ?? '', keys[right] ?? '') || left - right)
  }

const byUnits = (left: string, right: string): number => (left < right ? -1 : left === right ? 0 : 1)

const unchanged = (text: string): string => text

/** Contract 2.4. */
export const natural = byComparison(naturalKey, byUnits)

/** By code points, hence by UTF-8 bytes. */
export const codePoint = byComparison(codePointKey, byUnits)

/** By the rules of a language. */
export const language = byComparison(unchanged, languageOrder.compare)

export const unsorted: Sort = (texts) => texts.map((_, index) => index)

/** By UTF-16 units, integers first, as a JavaScript object lists its keys. */
export const enumeration: Sort = (texts) =>
  inEnumerationOrder(
    byComparison(unchanged, byUnits)(texts).map((index) => ({ key: texts[index] ?? '', index })),
  ).map(({ index }) => index)
