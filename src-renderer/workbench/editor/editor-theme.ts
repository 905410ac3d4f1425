import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

/** The design tokens inside the editor: custom properties reach into its shadow root, other styles of the page do not. */
const look = EditorView.theme({
  '&': { height: '100%', color: 'var(--fg)', backgroundColor: 'var(--bg)', fontSize: 'var(--text-sm)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: 'var(--font-mono)',
    lineHeight: '18px',
    fontVariantLigatures: 'none',
    scrollbarWidth: 'thin',
    scrollbarColor: 'var(--line-strong) transparent',
  },
  '.cm-content': { padding: '6px 0', caretColor: 'var(--fg)' },
  '.cm-cursor': { borderLeftColor: 'var(--fg)', borderLeftWidth: '2px' },
  '.cm-gutters': {
    color: 'var(--fg-3)',
    backgroundColor: 'var(--bg-sunken)',
    borderRight: 'var(--hairline)',
  },
  '.cm-activeLine': { backgroundColor: 'var(--bg-hover)' },
  '.cm-activeLineGutter': { backgroundColor: 'var(--bg-active)', color: 'var(--fg)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'var(--bg-selected)',
  },
  '.cm-selectionMatch': { backgroundColor: 'var(--bg-active)' },
  '.cm-searchMatch': { backgroundColor: 'var(--amber-bg)', outline: '1px solid var(--amber-line)' },
  '.cm-searchMatch-selected': { backgroundColor: 'var(--amber-line)' },
  '&.cm-focused .cm-matchingBracket': {
    backgroundColor: 'var(--bg-active)',
    outline: '1px solid var(--line-control)',
  },
  '&.cm-focused .cm-nonmatchingBracket': { backgroundColor: 'var(--red-bg)' },
  '.cm-foldPlaceholder': {
    padding: '0 5px',
    margin: '0 2px',
    border: '0',
    borderRadius: 'var(--r-1)',
    backgroundColor: 'var(--bg-active)',
    color: 'var(--fg-2)',
  },
  '.cm-foldGutter .cm-gutterElement': { cursor: 'default' },
  '.cm-panels': { backgroundColor: 'var(--bg-chrome)', color: 'var(--fg)', zIndex: '2' },
  '.cm-panels-top': { borderBottom: 'var(--hairline)' },
  '.cm-panels-bottom': { borderTop: 'var(--hairline)' },
  '.cm-panel.cm-search': {
    padding: '6px 28px 6px 8px',
    fontFamily: 'var(--font-sans)',
    fontSize: 'var(--text-sm)',
  },
  '.cm-panel.cm-search label': { display: 'inline-flex', alignItems: 'center', fontSize: 'var(--text-sm)' },
  '.cm-textfield, .cm-button': {
    height: '24px',
    padding: '0 8px',
    border: '1px solid var(--line-control)',
    borderRadius: 'var(--r-2)',
    backgroundColor: 'var(--bg-raised)',
    backgroundImage: 'none',
    color: 'var(--fg)',
    font: 'inherit',
  },
  '.cm-panel.cm-search [name=close]': { color: 'var(--fg-2)', width: '24px', height: '24px' },
  '.cm-textfield:focus-visible, .cm-button:focus-visible, [name=close]:focus-visible': {
    outline: 'var(--focus-ring)',
    outlineOffset: 'var(--focus-offset)',
  },
  '.cm-tooltip': {
    border: '0',
    borderRadius: 'var(--r-2)',
    backgroundColor: 'var(--bg-raised)',
    color: 'var(--fg)',
    boxShadow: 'var(--shadow-menu)',
    font: 'var(--text-sm)/var(--lh-sm) var(--font-sans)',
  },
  '.cm-explanation': { padding: '6px 10px', maxWidth: '420px' },
  '.cm-explanation p, .cm-completionInfo p': { margin: '0' },
  '.cm-explanation code, .cm-completionInfo code': { fontFamily: 'var(--font-mono)', color: 'var(--fg)' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    minWidth: '220px',
    maxHeight: '220px',
    padding: '4px',
    fontFamily: 'var(--font-mono)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    display: 'flex',
    gap: '16px',
    padding: '3px 8px',
    borderRadius: 'var(--r-1)',
    lineHeight: '18px',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--bg-selected)',
    color: 'var(--fg)',
  },
  '.cm-completionLabel': { flex: '1' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: 'var(--w-strong)' },
  '.cm-completionDetail': {
    marginLeft: '0',
    color: 'var(--fg-2)',
    font: 'var(--text-xs)/18px var(--font-sans)',
    fontStyle: 'normal',
  },
  '.cm-tooltip.cm-completionInfo': { padding: '6px 10px', maxWidth: '300px', whiteSpace: 'normal' },
  '.cm-diagnostic': { padding: '6px 10px', maxWidth: '420px' },
  '.cm-diagnostic-error': { borderLeft: '3px solid var(--red-fg)' },
  '.cm-diagnostic-warning': { borderLeft: '3px solid var(--amber-fg)' },
  '.cm-lintRange-error': { backgroundImage: 'none', borderBottom: '2px solid var(--red-fg)' },
  '.cm-lintRange-warning': { backgroundImage: 'none', borderBottom: '2px dotted var(--amber-fg)' },
  '.cm-lintPoint-error::after': { borderBottomColor: 'var(--red-fg)' },
  '.cm-gutter-lint': { width: '14px' },
  '.cm-gutter-lint .cm-gutterElement': { padding: '0 2px' },
  '.cm-lint-marker-error': {
    content: 'none',
    width: '8px',
    height: '8px',
    margin: '5px 1px',
    borderRadius: '50%',
    backgroundColor: 'var(--red-fg)',
  },
  // The two sides of a comparison.
  '&.cm-merge-a .cm-changedLine, .cm-deletedChunk': { backgroundColor: 'var(--red-bg)' },
  '&.cm-merge-b .cm-changedLine': { backgroundColor: 'var(--green-bg)' },
  '&.cm-merge-a .cm-changedText': { background: 'none', borderBottom: '2px solid var(--red-fg)' },
  '&.cm-merge-b .cm-changedText': { background: 'none', borderBottom: '2px solid var(--green-fg)' },
  '.cm-changeGutter': { width: '3px', paddingLeft: '0' },
  '&.cm-merge-a .cm-changedLineGutter': { backgroundColor: 'var(--red-fg)' },
  '&.cm-merge-b .cm-changedLineGutter': { backgroundColor: 'var(--green-fg)' },
  '.cm-collapsedLines': {
    padding: '2px 8px',
    background: 'var(--bg-sunken)',
    color: 'var(--fg-2)',
    font: 'var(--text-sm)/18px var(--font-sans)',
  },
  '.cm-collapsedLines::before, .cm-collapsedLines::after': { content: '"…"' },
})

const colours = HighlightStyle.define([
  { tag: tags.comment, color: 'var(--fg-3)' },
  { tag: tags.propertyName, color: 'var(--code-key)' },
  { tag: tags.string, color: 'var(--code-string)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--code-number)' },
  { tag: [tags.separator, tags.squareBracket, tags.brace], color: 'var(--code-punct)' },
])

export const editorTheme: Extension = [look, syntaxHighlighting(colours)]
