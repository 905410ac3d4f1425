import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete'
import type { Extension } from '@codemirror/state'
import { type EditorView, hoverTooltip, type Tooltip } from '@codemirror/view'
import { explainKey, type SchemaWord, wordsAt } from './schema-words'
import { yamlPlace } from './yaml-place'

/** Reads the JSON schema of the text; called when it is first needed. */
export type LoadSchema = () => Promise<unknown>

const MORE_OF_A_WORD = /^[\w ${}.-]*$/

/** In the order of the schema. */
const optionOf = ({ text, kind, holds, explanation }: SchemaWord, at: number): Completion => ({
  label: text,
  sortText: String(at).padStart(4, '0'),
  detail: holds,
  apply: kind === 'key' ? `${text}: ` : text,
  ...(explanation === '' ? {} : { info: () => explained(explanation) }),
})

/** An explanation; text between backticks is code. */
function explained(text: string): HTMLElement {
  const paragraph = document.createElement('p')
  for (const [at, part] of text.split('`').entries()) {
    if (at % 2 === 0) {
      paragraph.append(part)
      continue
    }
    const code = document.createElement('code')
    code.textContent = part
    paragraph.append(code)
  }
  return paragraph
}

/** Names that the text defines with `as`, offered wherever a step refers to one. */
const namesIn = (text: string): readonly SchemaWord[] =>
  [...new Set([...text.matchAll(/\bas:\s*([A-Za-z]\w*)/g)].map(([, name = '']) => name))].map((text) => ({
    text,
    kind: 'value',
    holds: '',
    explanation: 'A name that a step of this file defines.',
  }))

async function complete(load: LoadSchema, context: CompletionContext): Promise<CompletionResult | null> {
  const { doc } = context.state
  const place = yamlPlace(doc.sliceString(0, context.pos))
  if (place === null) return null
  const { nodes, writes, typed } = place
  const isName = writes === 'value' && nodes.at(-1)?.keys.at(-1) === 'of'
  const words = [...wordsAt(await load(), place), ...(isName ? namesIn(doc.toString()) : [])]
  // Enter ends the line where nothing is left to complete, and an empty line asks for nothing by itself.
  const isWhole = words.some(({ text }) => text === typed)
  const isBlank = typed === '' && doc.lineAt(context.pos).text.trim() === ''
  if (words.length === 0 || (!context.explicit && (isWhole || isBlank))) return null
  return { from: context.pos - typed.length, options: words.map(optionOf), validFor: MORE_OF_A_WORD }
}

/** Explains the key under the pointer. */
async function explain(load: LoadSchema, { state }: EditorView, at: number): Promise<Tooltip | null> {
  const { text, from } = state.doc.lineAt(at)
  for (const match of text.matchAll(/([A-Za-z_][\w .]*?):(?=\s|$)/g)) {
    const [, key = ''] = match
    const start = from + match.index
    if (at < start || at > start + key.length) continue
    const place = yamlPlace(state.doc.sliceString(0, start))
    const word = place === null ? null : explainKey(await load(), place, key)
    if (word === null || word.explanation === '') return null
    const dom = document.createElement('div')
    dom.className = 'cm-explanation'
    dom.append(explained(word.explanation))
    return { pos: start, end: start + key.length, above: true, create: () => ({ dom }) }
  }
  return null
}

/** Completes and explains a YAML text from its schema. Ctrl+Space opens the suggestions, Esc closes them. */
export function schemaCompletion(load: LoadSchema): Extension {
  let schema: Promise<unknown> | null = null
  const once: LoadSchema = () => (schema ??= load())
  return [
    autocompletion({
      override: [(context) => complete(once, context)],
      icons: false,
      // Whole words offer nothing, so Enter takes what is shown, however quickly it follows.
      interactionDelay: 0,
      activateOnCompletion: () => true,
    }),
    hoverTooltip((view, at) => explain(once, view, at)),
  ]
}
