// Resolves `electron` to the double, for `node --import`.
import { register } from 'node:module'

const double = new URL('./electron.mjs', import.meta.url).href
const hook = `export const resolve = (specifier, context, next) =>
  specifier === 'electron' ? { url: ${JSON.stringify(double)}, shortCircuit: true } : next(specifier, context)`
register(`data:text/javascript,${encodeURIComponent(hook)}`)
Object.defineProperty(process.versions, 'electron', { value: '45.4.1-double', enumerable: true })
Object.defineProperty(process.versions, 'chrome', { value: 'double', enumerable: true })
Object.defineProperty(process, 'type', { value: 'browser' })
