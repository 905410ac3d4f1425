import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import {
  bracketMatching,
  foldGutter,
  foldKeymap,
  indentUnit,
  StreamLanguage,
  type StringStream,
} from '@codemirror/language'
import { type Diagnostic, linter, lintGutter, lintKeymap } from '@codemirror/lint'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import { Compartment, EditorState, type Extension, type Text } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  ViewPlugin,
} from '@codemirror/view'
import { schemaCompletion, type LoadSchema } from './schema-completion'
import { editorTheme } from './editor-theme'
import type { KeyboardEvent } from 'react'
import { locateValues } from '#lib/json/locate'
import { parseJson } from '#lib/json/parse'

export interface EditorOptions {
  readonly root: ShadowRoot
  readonly label: string
  readonly text: string
  readonly readOnly: boolean
  /** If absent, the text is JSON. `check` finds mistakes in YAML when typing pauses. */
  readonly yaml?:
    | {
        readonly check: (text: string) => Promise<readonly TextProblem[]>
        readonly schema: LoadSchema
      }
    | undefined
  readonly onChange: () => void
  readonly onSubmit: () => void
  readonly onLeave: () => void
}

export type TextEditor = ReturnType<typeof createEditor>

const commonParts: Extension = [
  lineNumbers(),
  highlightSpecialChars(),
  foldGutter(),
  bracketMatching(),
  editorTheme,
  indentUnit.of('  '),
  EditorView.lineWrapping,
]

export const jsonParts: Extension = [commonParts, json()]

/** An editor for JSON or YAML with folding, search, inline errors and history. Tab leaves it. */
export function createEditor(options: EditorOptions) {
  const { root, label, text, onChange, onSubmit, onLeave } = options
  const writable = new Compartment()
  const readOnly = (on: boolean): Extension => [EditorState.readOnly.of(on), EditorView.editable.of(!on)]
  const take = (work: () => void) => (): boolean => {
    work()
    return true
  }
  const view = new EditorView({
    parent: root,
    root,
    state: EditorState.create({
      doc: text,
      extensions: [
        keymap.of([{ key: 'Mod-Enter', run: take(onSubmit) }]),
        options.yaml === undefined
          ? [jsonParts, jsonLint]
          : [commonParts, yaml, textLint(options.yaml.check), schemaCompletion(options.yaml.schema)],
        history(),
        drawSelection(),
        highlightActiveLine(),
        highlightActiveLineGutter(),
        highlightSelectionMatches(),
        search({ top: true }),
        keymap.of([...searchKeymap, ...historyKeymap, ...foldKeymap, ...lintKeymap, ...defaultKeymap]),
        keymap.of([{ key: 'Escape', run: take(onLeave) }]),
        writable.of(readOnly(options.readOnly)),
        EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false', tabindex: '0' }),
        EditorView.updateListener.of(({ docChanged }) => {
          if (docChanged) onChange()
        }),
        keepsCaretInView(),
      ],
    }),
  })
  return {
    text: (): string => view.state.doc.toString(),
    setText: (next: string): void =>
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } }),
    setReadOnly: (on: boolean): void => view.dispatch({ effects: writable.reconfigure(readOnly(on)) }),
    focus: (): void => view.focus(),
    goTo(line: number, column: number): void {
      view.dispatch({ selection: { anchor: offsetOf(view.state.doc, line, column) }, scrollIntoView: true })
      view.focus()
    },
    destroy: (): void => view.destroy(),
  }
}

/** Keeps the edited line and a neighbour in view if the editor loses height, such as to a list of errors above it. */
function keepsCaretInView(): Extension {
  return ViewPlugin.define((view) => {
    let height = 0
    const observer = new ResizeObserver(() => {
      const before = height
      height = view.scrollDOM.clientHeight
      if (height >= before || !view.hasFocus) return
      const yMargin = 1.5 * view.defaultLineHeight
      view.dispatch({ effects: EditorView.scrollIntoView(view.state.selection.main.head, { yMargin }) })
    })
    observer.observe(view.scrollDOM)
    return { destroy: () => observer.disconnect() }
  })
}

const MAX_LINTED = 524_288
const IDLE_MS = 350

const jsonLint: Extension = [
  linter(({ state }) => (state.doc.length > MAX_LINTED ? [] : [...jsonProblems(state.doc.toString())]), {
    delay: IDLE_MS,
  }),
  lintGutter(),
]

const NUMBER = /^-?\d+(?:\.\d+)?(?=[\s,\]}]|$)/
const WORD = /^(?:true|false|null|~)(?=[\s,\]}]|$)/
const KEY = /^(?:"[^"]*"|'[^']*'|[^\s,[\]{}#'":][^:,[\]{}#]*?)(?=:(?:\s|$))/
const QUOTED = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')/

function token(stream: StringStream): string | null {
  if (stream.eatSpace()) return null
  if (stream.match(/^(?:- |-$)/) !== null) return 'separator'
  if (stream.peek() === '#' && (stream.sol() || /\s/.test(stream.string.charAt(stream.pos - 1)))) {
    stream.skipToEnd()
    return 'comment'
  }
  if (stream.match(KEY) !== null) return 'propertyName'
  if (stream.match(QUOTED) !== null) return 'string'
  if (stream.match(NUMBER) !== null) return 'number'
  if (stream.match(WORD) !== null) return 'bool'
  if (stream.match(/^[{}]/) !== null) return 'brace'
  if (stream.match(/^[[\]]/) !== null) return 'squareBracket'
  if (stream.match(/^[,:|>]/) !== null) return 'separator'
  if (stream.match(/^[^,[\]{}#]+/) === null) stream.next()
  return 'string'
}

const yaml = StreamLanguage.define({ name: 'yaml', token })

/** Returns the host's shadow root, emptied, for constructed style sheets, which the content security policy allows. */
export function editorRoot(host: HTMLElement): ShadowRoot {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  root.replaceChildren()
  return root
}

/** Keeps typed keys from triggering shortcuts: the page sees only the shadow host, which is not a text field. */
export function keepTyping(event: KeyboardEvent): void {
  if (!event.ctrlKey && !event.metaKey && !event.altKey) event.stopPropagation()
}

const MAX_REPEATED = 20

/** Syntax errors of a JSON text, and warnings about repeated keys, which parsers read differently. */
export function jsonProblems(text: string): readonly Diagnostic[] {
  const json = parseJson(text)
  if (!json.ok) {
    const from = Math.min(json.offset ?? 0, text.length)
    const to = Math.min(from + 1, text.length)
    return [
      { from: from === to ? Math.max(0, from - 1) : from, to, severity: 'error', message: json.message },
    ]
  }
  return json.duplicateKeys.slice(0, MAX_REPEATED).flatMap((path) =>
    locateValues(text, [path.split('.')]).map(({ start, end }): Diagnostic => ({
      from: start,
      to: end,
      severity: 'warning',
      message: `The key ${path} appears more than once here. All occurrences are sent, but most parsers use the last one.`,
    })),
  )
}

export interface TextProblem {
  readonly line: number
  readonly column: number
  readonly message: string
}

function offsetOf(doc: Text, line: number, column: number): number {
  const { from, to } = doc.line(Math.min(Math.max(1, line), doc.lines))
  return Math.min(from + Math.max(0, column - 1), to)
}

/** Marks mistakes found by `check` when typing pauses, up to the end of the word. */
const textLint = (check: (text: string) => Promise<readonly TextProblem[]>): Extension => [
  linter(
    async ({ state }) => {
      const problems = await check(state.doc.toString())
      return problems.map(({ line, column, message }) => {
        const from = offsetOf(state.doc, line, column)
        const rest = state.doc.lineAt(from)
        const word = /^[\w-]+/.exec(state.doc.sliceString(from, rest.to))?.[0].length ?? 1
        return { from, to: Math.min(from + word, rest.to), severity: 'error', message }
      })
    },
    { delay: IDLE_MS },
  ),
  lintGutter(),
]
