import { SECRET_VARIABLE, unsigned } from './snippet'
import type { SnippetSource } from './snippet'

/** Signs the parameters with Node and prints them as JSON. */
export function nodeSnippet({ parameters }: SnippetSource): string {
  const values = JSON.stringify(Object.fromEntries(unsigned(parameters)), null, 2)
  return `import { createHmac } from 'node:crypto'

const parameters = ${values}

// Natural order of the names: runs of digits compare as numbers.
function naturalCompare(left, right) {
  const a = left.match(/\\d+|\\D/gu) ?? []
  const b = right.match(/\\d+|\\D/gu) ?? []
  for (let i = 0; i < Math.min(a.length, b.length); i += 1) {
    const bothNumbers = /^[1-9]/.test(a[i]) && /^[1-9]/.test(b[i])
    const order = bothNumbers ? Number(a[i]) - Number(b[i]) : a[i] < b[i] ? -1 : a[i] > b[i] ? 1 : 0
    if (order !== 0) return order
  }
  return a.length - b.length
}

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
