/** The generated parts of the automation guide: the table of methods, and the shapes that it names. */
import { format, resolveConfig } from 'prettier'
import { typeWriter } from './type-text.mjs'

/** @typedef {import('./load.mjs').Protocol} Protocol */
/** @typedef {import('./load.mjs').Schema} Schema */

const START = '<!-- methods: written by npm run generate -->'
const END = '<!-- end of methods -->'

/** Beyond this number, members are only counted. */
const SHOWN_MEMBERS = 10

/** @param {Schema} schema @returns {Schema} */
const unwrap = (schema) =>
  schema._zod.def['innerType'] === undefined ? schema : unwrap(schema._zod.def['innerType'])

/**
 * Names of the members of an object; optional ones have a question mark.
 * @param {Schema} schema
 */
const membersOf = (schema) =>
  Object.entries(/** @type {Record<string, Schema>} */ (unwrap(schema)._zod.def['shape'] ?? {})).map(
    ([name, { _zod }]) => `\`${name}${_zod.def['type'] === 'optional' ? '?' : ''}\``,
  )

/** @param {readonly string[]} names */
const listNames = (names) =>
  names.length <= SHOWN_MEMBERS
    ? names.join(', ')
    : `${names.slice(0, SHOWN_MEMBERS).join(', ')} and ${names.length - SHOWN_MEMBERS} more`

/** @param {string} text @param {Schema} schema @returns {string} the name of the result's shape, or its members */
const resultText = (text, schema) =>
  /^[A-Z]\w+$/.test(text)
    ? `[\`${text}\`](automation-shapes.md#${text.toLowerCase()})`
    : listNames(membersOf(schema))

/**
 * @param {Protocol} protocol
 * @param {ReturnType<typeof typeWriter>} writer
 */
const methodTable = ({ METHODS }, writer) => [
  '| Method | Parameters | Result |',
  '| --- | --- | --- |',
  ...Object.entries(METHODS).map(([name, { params, result }]) => {
    const type = writer.write(result, 'output')
    return `| \`${name}\` | ${membersOf(params).join(', ')} | ${resultText(type, result)} |`
  }),
]

/** @param {string} text @param {string} file */
const formatText = async (text, file) => format(text, { ...(await resolveConfig(file)), filepath: file })

/**
 * The up-to-date text of the two pages of the guide.
 * @param {Protocol} protocol
 * @param {{file: string, text: string}} guide the current `docs/automation.md`
 */
export const automationPages = async (protocol, guide) => {
  const writer = typeWriter(protocol)
  const [before, rest] = guide.text.split(START)
  const after = rest?.split(END)[1]
  if (before === undefined || after === undefined)
    throw new Error(`${guide.file} has no place for the methods`)
  const table = methodTable(protocol, writer)
  writer.write(protocol.benchEvent, 'output')
  /** @param {string} name @param {string} type */
  const section = (name, type) => [
    `## ${name}`,
    '',
    '```ts',
    `type ${name} = ${type.replaceAll('readonly ', '').replaceAll(' | undefined', '')}`,
    '```',
    '',
  ]
  const shapes = writer.declarations().flatMap((text) => {
    const [, name = '', type = ''] = /^export type (\w+) = ([\s\S]*)$/.exec(text) ?? []
    return section(name, type)
  })
  const params = Object.entries(protocol.METHODS).map(
    ([name, row]) => `  ${JSON.stringify(name)}: ${writer.write(row.params, 'input', '  ')}`,
  )
  const head = [
    '# Shapes of the automation API',
    '',
    'Written by `npm run generate` from the protocol. The [table of methods](automation.md#methods) and the events refer to these',
    'shapes; the first shape, `Parameters`, has the parameters of every method. A question mark marks an optional member. Times are ISO 8601 in UTC; a `wallAt` that is a number is in epoch milliseconds. Amounts are in minor units.',
    '',
  ]
  return {
    guide: await formatText(
      [before.trimEnd(), '', START, '', ...table, '', END, after].join('\n'),
      guide.file,
    ),
    shapes: await formatText(
      [...head, ...section('Parameters', `{\n${params.join('\n')}\n}`), ...shapes].join('\n'),
      guide.file,
    ),
  }
}
