/** Everything that depends on the editor's library; loaded when the first editor is shown. */
export { CodeEditor } from './CodeEditor'
export { TextComparison } from './CodeEditor'
