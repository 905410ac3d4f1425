import { assertNever } from '#lib/assert-never'
import { codePointKey } from '#domain/signature/code-point-order'
import { naturalKey } from '#domain/signature/natural-order'
import { inEnumerationOrder, languageOrder } from '#domain/signature/sorting'
import type { Order } from './recipe'
import type { Shape } from './signed-values'

/** Indexes of texts in the order of their keys; equal ones keep their order. */
const byKeys = (keys: readonly string[]): readonly number[] =>
  keys
    .map((_, index) => index)
    .sort((left, right) => {
      const a = keys[left] ?? ''
      const b = keys[right] ?? ''
      return a < b ? -1 : a === b ? left - right : 1
    })

/**
 * The order of the lines, as indexes into the values. Orders by path compare `paths`; orders by line call `lines`, which makes
 * whole lines.
 */
export const lineOrder = (
  order: Order,
  paths: readonly string[],
  shape: Shape,
  lines: () => readonly string[],
): readonly number[] => {
  switch (order) {
    case 'asReceived':
      return paths.map((_, index) => index)
    case 'naturalPath':
      return byKeys(paths.map(naturalKey))
    case 'codePointPath':
      return byKeys(paths.map(codePointKey))
    case 'naturalLine':
      return byKeys(lines().map(naturalKey))
    case 'codePointLine':
      return byKeys(lines().map(codePointKey))
    case 'localeLine': {
      const texts = lines()
      return texts
        .map((_, index) => index)
        .sort((left, right) => languageOrder.compare(texts[left] ?? '', texts[right] ?? ''))
    }
    case 'javascriptLevels':
      return byLevels(shape, (keys) =>
        inEnumerationOrder(byKeys(keys).map((at) => ({ key: keys[at] ?? '', at }))).map(({ at }) => at),
      )
    case 'codePointLevels':
      return byLevels(shape, (keys) => byKeys(keys.map(codePointKey)))
    case 'naturalLevels':
      return byLevels(shape, (keys) => byKeys(keys.map(naturalKey)))
    default:
      return assertNever(order)
  }
}

const byLevels = (shape: Shape, sort: (keys: readonly string[]) => readonly number[]): readonly number[] => {
  const order: number[] = []
  const visit = (at: Shape): void => {
    if ('at' in at) {
      order.push(at.at)
      return
    }
    const { children } = at
    if (!at.keyed) children.forEach(({ shape: child }) => visit(child))
    else
      for (const index of sort(children.map(({ key }) => key))) {
        const child = children[index]
        if (child !== undefined) visit(child.shape)
      }
  }
  visit(shape)
  return order
}
