/** Everything that depends on the editor's library; loaded with the first editor. */
export { CodeEditor } from './CodeEditor'
export { TextComparison } from './CodeEditor'
