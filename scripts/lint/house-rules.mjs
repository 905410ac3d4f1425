/**
 * Our own lint rules, which oxlint does not have. It loads this file as a plugin (`.oxlintrc.json`).
 *
 * @typedef {{report: (problem: {node: object, message: string}) => void}} Context
 */

const noDateOfNow = {
  /** @param {Context} context */
  create: (context) => ({
    /** @param {{callee: {type: string, name?: string}, arguments: readonly object[]}} expression */
    NewExpression(expression) {
      if (expression.callee.name === 'Date' && expression.arguments.length === 0) {
        const message = 'This layer is pure: take the virtual time as an argument.'
        context.report({ node: expression, message })
      }
    },
  }),
}

const noEnum = {
  /** @param {Context} context */
  create: (context) => ({
    /** @param {object} declaration */
    TSEnumDeclaration(declaration) {
      context.report({ node: declaration, message: 'Use a union of string literals.' })
    },
  }),
}

export default {
  meta: { name: 'house' },
  rules: { 'no-date-of-now': noDateOfNow, 'no-enum': noEnum },
}
