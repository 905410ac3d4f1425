import { curlSnippet } from './curl'
import { htmlSnippet } from './html'
import { nodeSnippet } from './node'
import { phpSnippet } from './php'
import { pythonSnippet } from './python'
import type { SnippetSource } from './snippet'

export type SnippetName = 'html' | 'node' | 'php' | 'python' | 'curl'

interface SnippetKind {
  readonly name: SnippetName
  readonly label: string
  readonly about: string
  readonly write: (source: SnippetSource) => string
}

const SIGNS = 'Runs on your server. The secret comes from the environment variable PAYMENT_SECRET.'

/** The merchant's side in the order in which it is offered. */
export const SNIPPETS: readonly SnippetKind[] = [
  {
    name: 'html',
    label: 'Page',
    about: 'The page of the shop, with the signed parameters.',
    write: htmlSnippet,
  },
  { name: 'node', label: 'Node', about: SIGNS, write: nodeSnippet },
  { name: 'php', label: 'PHP', about: SIGNS, write: phpSnippet },
  { name: 'python', label: 'Python', about: SIGNS, write: pythonSnippet },
  {
    name: 'curl',
    label: 'curl',
    about: 'Signs in the shell and opens the form. The secret comes from PAYMENT_SECRET.',
    write: curlSnippet,
  },
]
