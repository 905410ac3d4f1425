import type { JsonNode } from '#lib/json/node'
import type { SignaturePlace } from '#domain/signature/place'
import { memoised } from './memoised'
import type { Recipe } from './recipe'
import { signedValues, type Flattening, type SignedValue, type SignedValues } from './signed-values'
import { isBoolean, valueTexts, type Reading } from './value-texts'

/** What lines are made of. Recipes that agree on a part share it. */
export interface LineParts {
  readonly valuesOf: (flattening: Flattening) => SignedValues
  readonly pathsOf: (recipe: Recipe) => LinePaths
  /** The text of every value. */
  readonly textsOf: (recipe: Recipe, reading: Reading) => readonly string[]
}

/** The path of every value: whole, as most orders compare it, and as the recipe writes it. */
export interface LinePaths {
  readonly whole: readonly string[]
  readonly written: readonly string[]
}

/** Makes the parts of lines for one message. `place`: where its signature stands. */
export const createLineParts = (root: JsonNode, place: SignaturePlace): LineParts => {
  const valuesOf = memoised(flatteningKey, (flattening: Flattening) => signedValues(root, flattening, place))

  const pathsOf = memoised(pathKey, (recipe: Recipe): LinePaths => {
    const { values } = valuesOf(recipe)
    const whole = values.map(({ path, plainPath }) => (recipe.colons === 'doubled' ? path : plainPath))
    return { whole, written: whole.map((path) => writtenPath(path, recipe.path)) }
  })

  const textsOf = memoised(
    (recipe: Recipe, reading: Reading) =>
      `${recipe.arrays} ${String(recipe.arrival)} ${String(recipe.writing)} ${recipe.booleans} ${recipe.nulls} ${recipe.numbers} ${reading}`,
    (recipe: Recipe, reading: Reading) => valueTexts(valuesOf(recipe).values, recipe, reading),
  )

  return { valuesOf, pathsOf, textsOf }
}

/** Names the fields of a recipe that change its values. */
const flatteningKey = ({ names, arrays, firstIndex, topZero }: Flattening): string =>
  `${names} ${arrays} ${String(firstIndex)} ${topZero}`

/** Names the fields of a recipe that change its paths. */
export const pathKey = (recipe: Recipe): string => `${flatteningKey(recipe)} ${recipe.colons} ${recipe.path}`

const writtenPath = (path: string, style: Recipe['path']): string => {
  switch (style) {
    case 'whole':
      return path
    case 'points':
      return path.replaceAll(':', '.')
    case 'lastKey':
    case 'lastKeyOfSorted':
    case 'lastKeyOnce':
      return path.slice(path.lastIndexOf(':') + 1)
    case 'none':
      return ''
  }
}

/** One line of the string to sign (contract 2.2). */
export const lineOf = (
  value: SignedValue,
  path: string,
  text: string,
  recipe: Recipe,
  reading: Reading,
): string => {
  if (recipe.path === 'none') return text
  if (recipe.booleans === 'bareOne' && isBoolean(value, reading)) return text
  return `${path}${recipe.equals}${text}`
}
