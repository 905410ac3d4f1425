import type { JsonNode } from '#lib/json/node'
import type { Surface } from '#domain/signature/canonical'
import type { SignaturePlace } from '#domain/signature/place'
import { jsonText } from './json-writing'
import { createLineParts, lineOf, pathKey } from './line-parts'
import { createLineSelection } from './line-selection'
import { memoised } from './memoised'
import type { Recipe } from './recipe'
import type { Flattening, SignedValues } from './signed-values'
import type { Reading } from './value-texts'

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
  /** The values that the recipe signs, as indexes in its order. */
  readonly chosenOf: (recipe: Recipe, reading: Reading) => readonly number[]
}

/** Makes strings to sign for one message. */
export const createSignedTexts = ({ root, surface, place, bodyText }: SignedData): SignedTexts => {
  const parts = createLineParts(root, place)
  const { valuesOf, pathsOf, textsOf } = parts
  const chosenOf = createLineSelection(parts, surface)

  const linesOf = (recipe: Recipe, reading: Reading): readonly string[] => {
    if (recipe.text !== 'lines') return (jsonText(root, recipe.text, bodyText) ?? '').split('\n')
    const { values } = valuesOf(recipe)
    const { written } = pathsOf(recipe)
    const texts = textsOf(recipe, reading)
    const lines = chosenOf(recipe, reading).flatMap((at) => {
      const value = values[at]
      if (value === undefined) return []
      const text = value.role === 'placed' ? (recipe.signatureLeft ?? '') : (texts[at] ?? '')
      return lineOf(value, written[at] ?? '', text, recipe, reading)
    })
    return recipe.letters === 'decomposed' ? lines.map((line) => line.normalize('NFD')) : lines
  }

  /** The joiner and the path before each value. */
  const headsOf = memoised(
    (recipe: Recipe, reading: Reading) =>
      `${pathKey(recipe)} ${recipe.equals} ${recipe.joiner} ${recipe.booleans === 'bareOne' ? reading : ''}`,
    (recipe: Recipe, reading: Reading) => {
      const { written } = pathsOf(recipe)
      return valuesOf(recipe).values.map(
        (value, at) => `${recipe.joiner}${lineOf(value, written[at] ?? '', '', recipe, reading)}`,
      )
    },
  )

  // Joins heads and texts rather than lines: a search makes thousands of these strings.
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
