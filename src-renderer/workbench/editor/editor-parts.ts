/** Everything that brings the editor's own code along: loaded when the first editor is shown. */
export { CodeEditor } from './CodeEditor'
export { TextComparison } from './TextComparison'
