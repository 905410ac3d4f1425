import type { JsonNode } from '#lib/json/node'
import { hasMoreValues } from '#lib/json/parse'
import { type Surface, REFERENCE, type Recipe } from '#domain/signature/recipe'
import type { SignaturePlace } from '#domain/signature/place'
import type { Sort } from '#domain/signature/sorting'
import {
  FLATTENING,
  signedValues,
  type Member,
  type Shape,
  type SignedValue,
  type ValueNode,
} from './signed-values'

export interface SignedMessage {
  readonly root: JsonNode
  readonly surface: Surface
  readonly place: SignaturePlace
  /** The original JSON text; undefined for other encodings. */
  readonly bodyText: string | undefined
  /** Whether the message is in a query or form-encoded, so that + means a space. */
  readonly isFormEncoded: boolean
}

/** Makes the strings to sign of one message, by any recipe. */
export interface SignedTexts {
  readonly message: SignedMessage
  readonly members: readonly Member[]
  /** Undefined if the recipe has no text for this message. */
  readonly textOf: (recipe: Recipe) => string | undefined
  /** The lines of the string to sign, without the separators. */
  readonly linesOf: (recipe: Recipe) => readonly string[]
}

const VALUES = ['data', 'lists', 'arrival', 'writing', 'booleans', 'nulls', 'numbers'] as const
const PATHS = [...FLATTENING, 'path'] as const

/** Of a message with more values, only some parts of each kind are kept: each part has a text for each value. */
const LARGE_VALUES = 10_000
const LARGE_PARTS = 8

/** A search makes thousands of strings, so recipes share the parts on which they agree. */
export const createSignedTexts = (message: SignedMessage): SignedTexts => {
  const { root, surface, place, bodyText } = message
  const shared = createSharing(hasMoreValues(root, LARGE_VALUES) ? LARGE_PARTS : Infinity)

  const flatten = shared(FLATTENING, (recipe) => signedValues(root, recipe, place))

  const valueTexts = shared(VALUES, (recipe) => {
    const { values } = flatten({ ...REFERENCE, data: recipe.data, lists: recipe.lists })
    return values.map(({ parts }) => parts.map((part) => valueText(part, recipe)).join(','))
  })

  const writtenPaths = shared(PATHS, (recipe) =>
    flatten(recipe).values.map(({ path }) => recipe.path.write?.(path) ?? ''),
  )

  const heads = shared([...PATHS, 'equals', 'booleans'], (recipe) => {
    const paths = writtenPaths(recipe)
    const { write } = recipe.path
    return flatten(recipe).values.map(({ parts }, at) => {
      const isBare = recipe.booleans.bare === true && parts.every(({ type }) => type === 'boolean')
      return write === undefined || isBare ? '' : `${paths[at] ?? ''}${recipe.equals}`
    })
  })

  const pathOrder = shared([...PATHS, 'order'], (recipe) => {
    const { values, shape } = flatten(recipe)
    const { unit, sort } = recipe.order
    if (unit !== 'path') return levelOrder(shape, sort, unit === 'level')
    const whole = values.map(({ path }) => path)
    return recipe.path.sortedBy.reduce<readonly number[]>(
      (order, compared) => {
        const paths = compared === 'whole' ? whole : writtenPaths(recipe)
        return sort(order.map((at) => paths[at] ?? '')).map((index) => order[index] ?? 0)
      },
      whole.map((_, at) => at),
    )
  })

  const signedByPath = shared([...PATHS, 'order', 'signs', 'placeholder'], (recipe) => {
    const { values } = flatten(recipe)
    return pathOrder(recipe).filter((at) => isSigned(values[at], recipe, surface))
  })

  const signedByLine = (recipe: Recipe): readonly number[] => {
    const { values } = flatten(recipe)
    const texts = valueTexts(recipe)
    const lines = heads(recipe).map((head, at) => `${head}${texts[at] ?? ''}`)
    return recipe.order.sort(lines).filter((at) => isSigned(values[at], recipe, surface))
  }

  const chosenOf = (recipe: Recipe): readonly number[] => {
    const { order, nulls, empties, path, member } = recipe
    const signed = order.unit === 'line' ? signedByLine(recipe) : signedByPath(recipe)
    if (nulls !== null && empties === 'kept' && path.once !== true && member?.text !== null) return signed
    const { values } = flatten(recipe)
    const texts = valueTexts(recipe)
    const present = signed.filter((at) => {
      const { parts = [], role } = values[at] ?? {}
      if (member?.text === null && at >= member.from && at < member.until) return false
      if (nulls === null && parts.every(({ type }) => type === 'null')) return false
      return empties === 'kept' || texts[at] !== '' || role === 'placed'
    })
    return path.once === true ? lastOfEach(present, writtenPaths(recipe)) : present
  }

  const forEachLine = (recipe: Recipe, take: (head: string, text: string) => void): void => {
    const { member, placeholder } = recipe
    const { values } = flatten(recipe)
    const before = heads(recipe)
    const texts = valueTexts(recipe)
    for (const at of chosenOf(recipe)) {
      const isPlaced = placeholder !== null && values[at]?.role === 'placed'
      const text = member?.from === at ? member.text : isPlaced ? placeholder : texts[at]
      take(before[at] ?? '', text ?? '')
    }
  }

  const wholeText = shared(['wholeText', 'data'], (recipe) => recipe.wholeText?.(recipe.data(root), bodyText))

  const linesOf = (recipe: Recipe): readonly string[] => {
    if (recipe.wholeText !== null) return (wholeText(recipe) ?? '').split('\n')
    const lines: string[] = []
    forEachLine(recipe, (head, text) => lines.push(recipe.letters(head + text)))
    return lines
  }

  // Joining all pieces at once is far cheaper than making the lines first.
  const textOf = (recipe: Recipe): string | undefined => {
    if (recipe.wholeText !== null) return wholeText(recipe)
    const { joiner, tail, letters } = recipe
    const pieces: string[] = []
    forEachLine(recipe, (head, text) => pieces.push(joiner, head, text))
    return letters(pieces.join('').slice(joiner.length) + tail)
  }

  return { message, members: flatten(REFERENCE).members, textOf, linesOf }
}

/** Makes a part once for recipes that agree on `fields`. Beyond `most`, forgets the oldest, never the reference's. */
const createSharing = (most: number) => {
  const numbers = new Map<unknown, number>()
  const numberOf = (value: unknown): number => {
    const known = numbers.get(value) ?? numbers.size
    numbers.set(value, known)
    return known
  }
  return <Field extends keyof Recipe, Part>(
    fields: readonly Field[],
    make: (recipe: Pick<Recipe, Field>) => Part,
  ): ((recipe: Pick<Recipe, Field>) => Part) => {
    const parts = new Map<string, { readonly part: Part }>()
    return (recipe) => {
      let key = ''
      for (const field of fields) {
        if (recipe[field] !== REFERENCE[field]) key += `${field} ${String(numberOf(recipe[field]))} `
      }
      const known = parts.get(key)
      if (known !== undefined) return known.part
      const part = make(recipe)
      parts.set(key, { part })
      const [oldest, next = ''] = parts.keys()
      if (parts.size > most) parts.delete(oldest === '' ? next : (oldest ?? ''))
      return part
    }
  }
}

const isSigned = (
  value: SignedValue | undefined,
  { signs, placeholder }: Pick<Recipe, 'signs' | 'placeholder'>,
  surface: Surface,
): boolean => {
  if (value === undefined) return false
  return value.role === 'placed' ? placeholder !== null : signs(value.role, surface)
}

const valueText = (
  node: ValueNode,
  { arrival, writing, booleans, nulls, numbers }: Pick<Recipe, (typeof VALUES)[number]>,
): string => {
  switch (node.type) {
    case 'string':
      return writing(arrival(node.value))
    case 'number':
      return numbers(node)
    case 'boolean':
      return node.value ? booleans.yes : booleans.no
    case 'null':
      return nulls ?? ''
  }
}

/** Sorts the keys of each object or, unless `isDeep`, only those of the root; children stay with their parent. */
const levelOrder = (shape: Shape, sort: Sort, isDeep: boolean): readonly number[] => {
  const visit = (node: Shape, isSorted: boolean): readonly number[] => {
    if ('at' in node) return [node.at]
    const { children, isList } = node
    const order = isSorted && !isList ? sort(children.map(({ key }) => key)) : [...children.keys()]
    return order.flatMap((index) => {
      const child = children[index]
      return child === undefined ? [] : visit(child.shape, isDeep)
    })
  }
  return visit(shape, true)
}

/** Of repeated names, keeps only the last in the order of the data. */
const lastOfEach = (chosen: readonly number[], names: readonly (string | undefined)[]): readonly number[] => {
  const last = new Map<string | undefined, number>()
  for (const at of chosen) last.set(names[at], Math.max(at, last.get(names[at]) ?? 0))
  return chosen.filter((at) => last.get(names[at]) === at)
}
