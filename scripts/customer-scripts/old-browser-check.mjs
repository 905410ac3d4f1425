/** Checks that the oldest supported browser can read and run a built script. */
import { parse } from 'acorn'

/** @param {string} names @returns {ReadonlySet<string>} */
const setOf = (names) => new Set(names.trim().split(/\s+/))

/** Globals that Internet Explorer 11 lacks. `window.NAME` and `typeof NAME` are allowed, to test for them. */
const unknownGlobals = setOf(`
  fetch Promise Map Set WeakSet Proxy Reflect URL URLSearchParams FormData Headers Request Response
  AbortController ResizeObserver IntersectionObserver CustomEvent queueMicrotask structuredClone globalThis
  BigInt TextEncoder TextDecoder
`)

/** Static functions that Internet Explorer 11 lacks. */
const unknownStatics = setOf(`
  Object.assign Object.entries Object.values Object.fromEntries Object.is Array.from Array.of Number.isInteger
  Number.isSafeInteger Number.isFinite Number.isNaN Number.parseInt Number.parseFloat Math.trunc Math.sign
  String.raw String.fromCodePoint
`)

/** Methods that Internet Explorer 11 lacks, on any object. */
const unknownMethods = setOf(`
  includes startsWith endsWith padStart padEnd repeat replaceAll matchAll trimStart trimEnd codePointAt normalize
  flatMap flat find findIndex findLast fill at toSorted closest matches append prepend before after replaceWith
  replaceChildren toggleAttribute getRootNode requestSubmit reportValidity
`)

/** Functions that the compiler adds. They call newer functions only for objects that old browsers lack. */
const compilerHelpers = new Set(['_unsupported_iterable_to_array', '_iterable_to_array'])

/**
 * Why code is not ES5; null if it is.
 * @param {string} code
 * @returns {string | null}
 */
export const notEs5 = (code) => {
  try {
    parse(code, { ecmaVersion: 5, sourceType: 'script' })
    return null
  } catch (error) {
    return `it is not ES5: ${error instanceof Error ? error.message : String(error)}`
  }
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown> & {type: string}}
 */
const isNode = (value) => typeof value === 'object' && value !== null && 'type' in value

/**
 * What an old browser would not understand in a compiled script whose names are not mangled; empty for valid code.
 * @param {string} code
 * @returns {string[]}
 */
export const faultsInOldBrowsers = (code) => {
  const fault = notEs5(code)
  if (fault !== null) return [fault]
  const program = parse(code, { ecmaVersion: 5, sourceType: 'script' })
  /** @type {Set<string>} */
  const found = new Set()
  /** @param {unknown} node @param {unknown} parent */
  const visit = (node, parent) => {
    if (Array.isArray(node)) {
      for (const child of node) visit(child, parent)
      return
    }
    if (!isNode(node)) return
    if (
      node.type === 'FunctionDeclaration' &&
      isNode(node['id']) &&
      compilerHelpers.has(String(node['id']['name']))
    )
      return
    if (node.type === 'MemberExpression' && node['computed'] === false && isNode(node['property'])) {
      const method = String(node['property']['name'])
      const called = isNode(parent) && parent.type === 'CallExpression' && parent['callee'] === node
      if (called && unknownMethods.has(method)) found.add(`.${method}()`)
      const owner = isNode(node['object']) ? String(node['object']['name'] ?? '') : ''
      if (unknownStatics.has(`${owner}.${method}`)) found.add(`${owner}.${method}`)
      visit(node['object'], node)
      return
    }
    if (node.type === 'Property') {
      visit(node['value'], node)
      return
    }
    if (node.type === 'UnaryExpression' && node['operator'] === 'typeof') return
    if (node.type === 'Identifier' && unknownGlobals.has(String(node['name'])))
      found.add(String(node['name']))
    for (const child of Object.values(node)) visit(child, node)
  }
  visit(program, null)
  return [...found].map((name) => `it uses ${name}, which Internet Explorer 11 does not have`)
}
