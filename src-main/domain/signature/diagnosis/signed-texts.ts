import type { JsonNode } from '../../../lib/json/node'
import type { Surface } from '../canonical'
import type { SignaturePlace } from '../place'
import { jsonText } from './json-writing'
import { lineOrder } from './line-order'
import type { Recipe } from './recipe'
import { isMember, signedValues, type Flattening, type SignedValue, type SignedValues } from './signed-values'
import { isBoolean, isNull, valueTexts, type Reading } from './value-texts'

/** The message whose string to sign is made in many ways. */
export interface SignedData {
  readonly root: JsonNode
  readonly surface: Surface
  /** Where the received signature stands. */
  readonly place: SignaturePlace
  /** The JSON text as it came; undefined for other encodings. */
  readonly bodyText: string | undefined
}

/** Makes strings to sign by any recipe. Values, paths and orders that recipes share are made once. */
export interface SignedTexts {
  /** Undefined where the recipe has no text for this message. */
  readonly textOf: (recipe: Recipe, reading: Reading) => string | undefined
  /** The same as lines, without what stands between them; a JSON text is one line per line of it. */
  readonly linesOf: (recipe: Recipe, reading: Reading) => readonly string[]
  readonly valuesOf: (flattening: Flattening) => SignedValues
  /** Values that the recipe signs, in its order. */
  readonly chosenOf: (recipe: Recipe, reading: Reading) => readonly number[]
}

export const createSignedTexts = ({ root, surface, place, bodyText }: SignedData): SignedTexts => {
  const valuesOf = remembering(
    ({ names, arrays, firstIndex, topZero }: Flattening) => `${names} ${arrays} ${firstIndex} ${topZero}`,
    (flattening: Flattening) => signedValues(root, flattening, place),
  )

  const pathsOf = remembering(
    (recipe: Recipe) => `${flatteningKey(recipe)} ${recipe.colons} ${recipe.path}`,
    (recipe: Recipe) => {
      const { values } = valuesOf(recipe)
      const paths = values.map(({ path, plainPath }) => (recipe.colons === 'doubled' ? path : plainPath))
      return { whole: paths, shown: paths.map((path) => shownPath(path, recipe.path)) }
    },
  )

  const textsOf = remembering(
    (recipe: Recipe, reading: Reading) =>
      `${recipe.arrays} ${String(recipe.arrival)} ${String(recipe.writing)} ${recipe.booleans} ${recipe.nulls} ${recipe.numbers} ${reading}`,
    (recipe: Recipe, reading: Reading) => valueTexts(valuesOf(recipe).values, recipe, reading),
  )

  const lineOf = (
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

  const allLinesOf = (recipe: Recipe, reading: Reading): readonly string[] => {
    const { values } = valuesOf(recipe)
    const { shown } = pathsOf(recipe)
    const texts = textsOf(recipe, reading)
    return values.map((value, at) => lineOf(value, shown[at] ?? '', texts[at] ?? '', recipe, reading))
  }

  const orderByPath = remembering(
    (recipe: Recipe) => `${flatteningKey(recipe)} ${recipe.colons} ${recipe.path} ${recipe.order}`,
    (recipe: Recipe) => {
      const { shape } = valuesOf(recipe)
      const { whole, shown } = pathsOf(recipe)
      switch (recipe.path) {
        case 'lastKey':
        case 'lastKeyOnce':
          return lineOrder(recipe.order, shown, shape, () => [])
        case 'lastKeyOfSorted': {
          const first = lineOrder(recipe.order, whole, shape, () => [])
          const again = lineOrder(
            recipe.order,
            first.map((at) => shown[at] ?? ''),
            { keyed: false, children: [] },
            () => [],
          )
          return again.map((at) => first[at] ?? 0)
        }
        default:
          return lineOrder(recipe.order, whole, shape, () => [])
      }
    },
  )

  const orderOf = (recipe: Recipe, reading: Reading): readonly number[] =>
    isLineOrder(recipe.order)
      ? lineOrder(recipe.order, pathsOf(recipe).whole, valuesOf(recipe).shape, () =>
          allLinesOf(recipe, reading),
        )
      : orderByPath(recipe)

  const sortedMembers = remembering(
    (recipe: Recipe) =>
      `${flatteningKey(recipe)} ${recipe.colons} ${recipe.path} ${recipe.order} ${recipe.members} ${String(recipe.signatureLeft !== null)}`,
    (recipe: Recipe) => membersIn(orderByPath(recipe), recipe),
  )

  const membersIn = (order: readonly number[], recipe: Recipe): readonly number[] => {
    const { values } = valuesOf(recipe)
    return order.filter((at) => {
      const role = values[at]?.role
      if (role === 'placed') return recipe.signatureLeft !== null
      return role !== undefined && isMember(role, recipe.members, surface)
    })
  }

  const chosenOf = (recipe: Recipe, reading: Reading): readonly number[] => {
    const members = isLineOrder(recipe.order)
      ? membersIn(orderOf(recipe, reading), recipe)
      : sortedMembers(recipe)
    const { values } = valuesOf(recipe)
    const texts = textsOf(recipe, reading)
    const present =
      recipe.nulls === 'dropped' || recipe.empties === 'dropped'
        ? members.filter((at) => {
            const value = values[at]
            if (recipe.nulls === 'dropped' && value !== undefined && isNull(value)) return false
            return recipe.empties === 'kept' || texts[at] !== '' || value?.role === 'placed'
          })
        : members
    return recipe.path === 'lastKeyOnce' ? lastOfEach(present, pathsOf(recipe).shown) : present
  }

  const linesOf = (recipe: Recipe, reading: Reading): readonly string[] => {
    if (recipe.text !== 'lines') return (jsonText(root, recipe.text, bodyText) ?? '').split('\n')
    const { values } = valuesOf(recipe)
    const { shown } = pathsOf(recipe)
    const texts = textsOf(recipe, reading)
    const lines = chosenOf(recipe, reading).flatMap((at) => {
      const value = values[at]
      if (value === undefined) return []
      const text = value.role === 'placed' ? (recipe.signatureLeft ?? '') : (texts[at] ?? '')
      return lineOf(value, shown[at] ?? '', text, recipe, reading)
    })
    return recipe.letters === 'decomposed' ? lines.map((line) => line.normalize('NFD')) : lines
  }

  /** What stands before each value: the joiner and the path. */
  const headsOf = remembering(
    (recipe: Recipe, reading: Reading) =>
      `${flatteningKey(recipe)} ${recipe.colons} ${recipe.path} ${recipe.equals} ${recipe.joiner} ${recipe.booleans === 'bareOne' ? reading : ''}`,
    (recipe: Recipe, reading: Reading) => {
      const { shown } = pathsOf(recipe)
      return valuesOf(recipe).values.map(
        (value, at) => `${recipe.joiner}${lineOf(value, shown[at] ?? '', '', recipe, reading)}`,
      )
    },
  )

  const textOf = (recipe: Recipe, reading: Reading): string | undefined => {
    if (recipe.text !== 'lines') return jsonText(root, recipe.text, bodyText)
    const { values } = valuesOf(recipe)
    const heads = headsOf(recipe, reading)
    const texts = textsOf(recipe, reading)
    const pieces: string[] = []
    for (const at of chosenOf(recipe, reading)) {
      const isLeft = recipe.signatureLeft !== null && values[at]?.role === 'placed'
      pieces.push(heads[at] ?? '', isLeft ? recipe.signatureLeft : (texts[at] ?? ''))
    }
    const joined = pieces.join('').slice(recipe.joiner.length) + recipe.tail
    return recipe.letters === 'decomposed' ? joined.normalize('NFD') : joined
  }

  return { textOf, linesOf, valuesOf, chosenOf }
}

const flatteningKey = ({ names, arrays, firstIndex, topZero }: Flattening): string =>
  `${names} ${arrays} ${String(firstIndex)} ${topZero}`

const isLineOrder = (order: Recipe['order']): boolean =>
  order === 'naturalLine' || order === 'codePointLine' || order === 'localeLine'

/** Remembers results by a text that says everything they depend on. */
const remembering = <Asked extends readonly unknown[], Answer>(
  keyOf: (...asked: Asked) => string,
  answer: (...asked: Asked) => Answer,
): ((...asked: Asked) => Answer) => {
  const known = new Map<string, Answer>()
  return (...asked) => {
    const key = keyOf(...asked)
    const before = known.get(key)
    if (before !== undefined) return before
    const made = answer(...asked)
    known.set(key, made)
    return made
  }
}

const shownPath = (path: string, style: Recipe['path']): string => {
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

/** Where keys repeat, the last in the order of the data counts, as in a map. */
const lastOfEach = (chosen: readonly number[], keys: readonly string[]): readonly number[] => {
  const last = new Map<string, number>()
  for (const at of chosen) last.set(keys[at] ?? '', Math.max(at, last.get(keys[at] ?? '') ?? 0))
  return chosen.filter((at) => last.get(keys[at] ?? '') === at)
}
