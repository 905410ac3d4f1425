import { NATURAL_COMPARE } from '#window/features/signature/fix-code/natural-compare'
import { SECRET_VARIABLE, type SnippetSource, unsigned } from './snippet'

/** Signs the parameters with Node and prints them as JSON. */
export function nodeSnippet({ parameters }: SnippetSource): string {
  const values = JSON.stringify(Object.fromEntries(unsigned(parameters)), null, 2)
  return `import { createHmac } from 'node:crypto'

const parameters = ${values}

// Natural order of the names: runs of digits compare as numbers.
${NATURAL_COMPARE}

// Neither the signature itself nor what the library adds is signed.
const isSigned = (name) => name !== 'signature' && name !== 'frame_mode' && !name.startsWith('_')
const textOf = (value) => (typeof value === 'boolean' ? (value ? '1' : '0') : String(value))

const text = Object.entries(parameters)
  .filter(([name]) => isSigned(name))
  .map(([name, value]) => [name.replaceAll(':', '::'), textOf(value)])
  .sort(([left], [right]) => naturalCompare(left, right))
  .map((pair) => pair.join(':'))
  .join(';')

const signature = createHmac('sha512', process.env.${SECRET_VARIABLE}).update(text, 'utf8').digest('base64')
console.log(JSON.stringify({ ...parameters, signature }))
`
}
