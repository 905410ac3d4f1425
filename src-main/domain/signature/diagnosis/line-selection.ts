import type { Surface } from '#domain/signature/canonical'
import { lineOf, pathKey, type LineParts } from './line-parts'
import { lineOrder } from './line-order'
import { memoised } from './memoised'
import type { Recipe } from './recipe'
import { isMember } from './signed-values'
import { isNull, type Reading } from './value-texts'

/** Creates the function that gives the values which a recipe signs, as indexes in the recipe's order. */
export const createLineSelection = (
  { valuesOf, pathsOf, textsOf }: LineParts,
  surface: Surface,
): ((recipe: Recipe, reading: Reading) => readonly number[]) => {
  const allLinesOf = (recipe: Recipe, reading: Reading): readonly string[] => {
    const { written } = pathsOf(recipe)
    const texts = textsOf(recipe, reading)
    return valuesOf(recipe).values.map((value, at) =>
      lineOf(value, written[at] ?? '', texts[at] ?? '', recipe, reading),
    )
  }

  const orderByPath = memoised(
    (recipe: Recipe) => `${pathKey(recipe)} ${recipe.order}`,
    (recipe: Recipe) => {
      const { order } = recipe
      const { shape } = valuesOf(recipe)
      const { whole, written } = pathsOf(recipe)
      switch (recipe.path) {
        case 'lastKey':
        case 'lastKeyOnce':
          return lineOrder(order, written, shape, noLines)
        case 'lastKeyOfSorted': {
          const first = lineOrder(order, whole, shape, noLines)
          const sortedKeys = first.map((at) => written[at] ?? '')
          const again = lineOrder(order, sortedKeys, { keyed: false, children: [] }, noLines)
          return again.map((at) => first[at] ?? 0)
        }
        default:
          return lineOrder(order, whole, shape, noLines)
      }
    },
  )

  const orderByLine = (recipe: Recipe, reading: Reading): readonly number[] =>
    lineOrder(recipe.order, pathsOf(recipe).whole, valuesOf(recipe).shape, () => allLinesOf(recipe, reading))

  const membersIn = (order: readonly number[], recipe: Recipe): readonly number[] => {
    const { values } = valuesOf(recipe)
    return order.filter((at) => {
      const role = values[at]?.role
      if (role === 'placed') return recipe.signatureLeft !== null
      return role !== undefined && isMember(role, recipe.members, surface)
    })
  }

  const membersByPath = memoised(
    (recipe: Recipe) =>
      `${pathKey(recipe)} ${recipe.order} ${recipe.members} ${String(recipe.signatureLeft !== null)}`,
    (recipe: Recipe) => membersIn(orderByPath(recipe), recipe),
  )

  const withoutDropped = (
    members: readonly number[],
    recipe: Recipe,
    reading: Reading,
  ): readonly number[] => {
    if (recipe.nulls !== 'dropped' && recipe.empties !== 'dropped') return members
    const { values } = valuesOf(recipe)
    const texts = textsOf(recipe, reading)
    return members.filter((at) => {
      const value = values[at]
      if (recipe.nulls === 'dropped' && value !== undefined && isNull(value)) return false
      return recipe.empties === 'kept' || texts[at] !== '' || value?.role === 'placed'
    })
  }

  return (recipe, reading) => {
    const members = comparesLines(recipe.order)
      ? membersIn(orderByLine(recipe, reading), recipe)
      : membersByPath(recipe)
    const present = withoutDropped(members, recipe, reading)
    return recipe.path === 'lastKeyOnce' ? lastOfEach(present, pathsOf(recipe).written) : present
  }
}

const comparesLines = (order: Recipe['order']): boolean =>
  order === 'naturalLine' || order === 'codePointLine' || order === 'localeLine'

/** For orders that compare paths and never ask for lines. */
const noLines = (): readonly string[] => []

/** Where keys repeat, the last in the order of the data counts, as in a map. */
const lastOfEach = (chosen: readonly number[], keys: readonly string[]): readonly number[] => {
  const last = new Map<string, number>()
  for (const at of chosen) last.set(keys[at] ?? '', Math.max(at, last.get(keys[at] ?? '') ?? 0))
  return chosen.filter((at) => last.get(keys[at] ?? '') === at)
}
