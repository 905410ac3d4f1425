/**
 * Finds the texts of a source file by where a literal stands:
 * - between tags, and in attributes and properties that name a text (`label`, `title`, `hint`, …): always;
 * - in a table or function named after words (`STATE_WORDS`, `outcomeLabel`), and in calls that show a text (`showToast`):
 *   always;
 * - in attributes, properties and calls that take code (`className`, `icon`, `querySelector`), in comparisons, cases,
 *   types, imports and keys: never;
 * - anywhere else if it reads as words: two words, or one with a capital letter.
 *
 * A literal of several lines is a sample of code, not a sentence, and is left out.
 *
 * A sentence that is built of parts is one line: `{name}` is a value, `{one | other}` a choice between texts.
 */
import ts from 'typescript'

const TEXT_NAMES = new Set(
  `action aria-description aria-label aria-placeholder aria-roledescription aria-valuetext aside body children
  confirm description done empty explanation head heading help hint label legend message note placeholder question
  reason sentence subtitle summary text title tooltip unit warning what why word words`.split(/\s+/),
)

const CODE_NAMES = new Set(
  `accept aria-controls aria-current aria-describedby aria-haspopup aria-labelledby aria-live aria-sort autoComplete
  className class cursor d does fill href icon id inputMode key kind keepFocus lang look method mode name page path
  points preserveAspectRatio rel role sandbox selector size src stroke style tag target tone transform type value
  viewBox view width height`.split(/\s+/),
)

const SPEAKING_CALLS = new Set(['announce', 'showToast', 'showFailure', 'Error'])

const CODE_CALLS = new Set(
  `addEventListener call closest createElement dispatchEvent endsWith getAttribute getElementById getItem
  getPropertyValue hasAttribute includes indexOf invalidate join localeCompare matches matchMedia padStart
  querySelector querySelectorAll removeAttribute removeEventListener replace replaceAll setAttribute setItem setProperty
  split startsWith test toggleAttribute`.split(/\s+/),
)

const NAMED_AFTER_WORDS =
  /(?:words?|labels?|names?|texts?|titles?|sentences?|hints?|notes?|summary|explanations?)$/i

/** Elements within a sentence; any other ends it. */
const INLINE = new Set('a abbr b code em i kbd mark small span strong sup time'.split(' '))

/** @param {string} text */
const collapsed = (text) => text.replaceAll(/\s+/g, ' ').trim()

/** @param {string} text */
const hasWord = (text) => /\p{L}{2}/u.test(text.replaceAll(/\{[^{}|]*\}/g, ''))

/** @param {string} text */
function readsAsWords(text) {
  const isMarkupOrPath = /^[.#[/@<]|^https?:|=>|\bvar\(|^[a-z-]+\/[a-z]/.test(text)
  return !isMarkupOrPath && (/\p{L}{2,}[,.:;…]? \S/u.test(text) || /^\p{Lu}\p{Ll}+\b/u.test(text))
}

/** @param {ts.Node} node */
const isText = (node) => ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)

/**
 * The literal with everything around it that only chooses or joins: `open ? 'Close' : 'Open'` is text where 'Close' is.
 * @param {ts.Node} node
 */
function outermost(node) {
  let current = node
  for (;;) {
    const { parent } = current
    const passesOn =
      ts.isParenthesizedExpression(parent) ||
      ts.isAsExpression(parent) ||
      ts.isSatisfiesExpression(parent) ||
      ts.isArrayLiteralExpression(parent) ||
      (ts.isConditionalExpression(parent) && parent.condition !== current) ||
      (ts.isBinaryExpression(parent) && JOINS.has(parent.operatorToken.kind))
    if (!passesOn) return current
    current = parent
  }
}

/** @type {ReadonlySet<ts.SyntaxKind>} */
const JOINS = new Set([
  ts.SyntaxKind.PlusToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
  ts.SyntaxKind.AmpersandAmpersandToken,
])

/**
 * The name of the nearest function, method or constant around a node.
 * @param {ts.Node} node
 */
function surroundingName(node) {
  for (let current = node.parent; !ts.isSourceFile(current); current = current.parent) {
    if (ts.isVariableDeclaration(current)) return current.name.getText()
    if (ts.isFunctionDeclaration(current) || ts.isMethodDeclaration(current))
      return current.name?.getText() ?? ''
  }
  return ''
}

/** @param {ts.Expression} callee */
const calleeName = (callee) => (ts.isPropertyAccessExpression(callee) ? callee.name.text : callee.getText())

/**
 * What the place of a literal says about it; undefined where its look has to decide.
 * @param {ts.Node} literal
 * @returns {boolean | undefined}
 */
function isTextByPlace(literal) {
  const node = outermost(literal)
  const { parent } = node
  if (ts.isJsxExpression(parent)) {
    return ts.isJsxAttribute(parent.parent) ? isTextByName(parent.parent.name.getText()) : true
  }
  if (ts.isJsxAttribute(parent)) return isTextByName(parent.name.getText())
  if (ts.isPropertyAssignment(parent)) {
    if (parent.name === node) return false
    return isTextByName(parent.name.getText()) ?? isTextByName(surroundingName(node))
  }
  if (ts.isCallExpression(parent) || ts.isNewExpression(parent)) {
    const name = calleeName(parent.expression)
    return SPEAKING_CALLS.has(name) ? true : CODE_CALLS.has(name) ? false : undefined
  }
  const isCode =
    ts.isBinaryExpression(parent) ||
    ts.isCaseClause(parent) ||
    ts.isLiteralTypeNode(parent) ||
    ts.isImportDeclaration(parent) ||
    ts.isExportDeclaration(parent) ||
    ts.isElementAccessExpression(parent) ||
    ts.isConditionalExpression(parent) ||
    ts.isTaggedTemplateExpression(parent) ||
    ts.isComputedPropertyName(parent)
  return isCode ? false : NAMED_AFTER_WORDS.test(surroundingName(node)) ? true : undefined
}

/** @param {string} name */
function isTextByName(name) {
  if (TEXT_NAMES.has(name)) return true
  if (CODE_NAMES.has(name) || /class(?:es|name)?$/i.test(name)) return false
  return NAMED_AFTER_WORDS.test(name) ? true : undefined
}

/**
 * @typedef {object} Reading
 * @property {string[]} lines  the texts, in the order of the source
 * @property {Set<ts.Node>} read  literals that are part of a line already
 */

/**
 * An expression as part of a sentence.
 * @param {ts.Expression} node
 * @param {Reading} reading
 * @returns {string}
 */
function asPart(node, reading) {
  if (ts.isParenthesizedExpression(node)) return asPart(node.expression, reading)
  if (ts.isStringLiteralLike(node)) {
    reading.read.add(node)
    return node.text
  }
  if (ts.isTemplateExpression(node)) {
    reading.read.add(node)
    return (
      node.head.text +
      node.templateSpans.map(({ expression, literal }) => asPart(expression, reading) + literal.text).join('')
    )
  }
  if (ts.isConditionalExpression(node)) {
    const parts = [node.whenTrue, node.whenFalse].map((branch) => asPart(branch, reading))
    return `{${parts.map((part) => part.replace(/^\{(.*\|.*)\}$/, '$1')).join(' | ')}}`
  }
  if (ts.isIdentifier(node)) return `{${node.text}}`
  if (ts.isPropertyAccessExpression(node)) return `{${node.name.text}}`
  if (ts.isJsxElement(node) && INLINE.has(node.openingElement.tagName.getText()))
    return ofElement(node, reading)
  return '{…}'
}

/**
 * The sentence between two tags.
 * @param {ts.JsxElement | ts.JsxFragment} element
 * @param {Reading} reading
 * @returns {string}
 */
function ofElement(element, reading) {
  return element.children
    .map((child) => {
      if (ts.isJsxText(child)) {
        reading.read.add(child)
        return child.text.replaceAll(/^\s*\n\s*|\s*\n\s*$/g, '').replaceAll(/\s+/g, ' ')
      }
      if (ts.isJsxExpression(child))
        return child.expression === undefined ? '' : asPart(child.expression, reading)
      if (ts.isJsxElement(child) && INLINE.has(child.openingElement.tagName.getText())) {
        reading.read.add(child)
        return ofElement(child, reading)
      }
      return ts.isJsxFragment(child) ? ofElement(child, reading) : ' '
    })
    .join('')
}

/** @param {ts.JsxElement | ts.JsxFragment} element */
const hasOwnText = (element) =>
  element.children.some((child) => ts.isJsxText(child) && !child.containsOnlyTriviaWhiteSpaces)

/**
 * The texts of one source file, in its order, each once.
 * @param {string} name  decides by its ending whether there are tags in it
 * @param {string} source
 * @returns {readonly string[]}
 */
export function textsOf(name, source) {
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true)
  /** @type {Reading} */
  const reading = { lines: [], read: new Set() }
  /** @param {string} text */
  const add = (text) => {
    const line = collapsed(text)
    if (hasWord(line) && !reading.lines.includes(line)) reading.lines.push(line)
  }
  /** @param {ts.Node} node */
  const visit = (node) => {
    if ((ts.isJsxElement(node) || ts.isJsxFragment(node)) && hasOwnText(node) && !reading.read.has(node)) {
      add(ofElement(node, reading))
    } else if (isText(node) && !reading.read.has(node)) {
      const text = asPart(/** @type {ts.Expression} */ (node), reading)
      if (!text.includes('\n') && (isTextByPlace(node) ?? readsAsWords(text))) add(text)
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return reading.lines
}
