/** @typedef {import('./load.mjs').Schema} Schema */
/** What a caller passes (`input`) or Paybench returns (`output`): they differ if a schema has defaults. */
/** @typedef {'input' | 'output'} Direction */

/** @param {unknown} value @returns {value is Schema} */
const isSchema = (value) => typeof value === 'object' && value !== null && '_zod' in value

/** @param {string} name */
const capitalise = (name) => name.charAt(0).toUpperCase() + name.slice(1)

/** @param {string} key */
const memberName = (key) => (/^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key))

/**
 * Whether a member may be left out.
 * @param {Schema} schema
 * @param {Direction} direction
 */
const isOptional = ({ _zod: { def } }, direction) =>
  def.type === 'optional' || (def.type === 'default' && direction === 'input')

/**
 * Whether the type of a schema is a union at the outermost level.
 * @param {Schema} schema
 * @returns {boolean}
 */
const isUnion = ({ _zod: { def } }) =>
  ['union', 'enum', 'literal', 'nullable'].includes(def['type']) ||
  (def['innerType'] !== undefined && isUnion(def['innerType']))

/**
 * A writer of types that refers to shapes by the names that they have in the protocol.
 * @param {import('./load.mjs').Protocol} protocol
 */
export const typeWriter = ({ METHODS, NAMED }) => {
  /** The only schema that custom code checks, so its type cannot be derived and is written below. */
  const switchName = METHODS['projects.previewSwitch']?.params._zod.def['shape'].name
  /** @type {Map<Schema, string>} */
  const names = new Map()
  for (const [name, value] of Object.entries(NAMED)) {
    // Strings and numbers are easier to read inline.
    if (isSchema(value) && ['object', 'union', 'enum'].includes(value._zod.def.type) && !names.has(value))
      names.set(value, capitalise(name))
  }
  /** @type {Map<string, Schema>} the shapes named so far, with those that they refer to */
  const used = new Map()

  /** @param {Schema} schema @param {Direction} direction @param {string} indent @returns {string} */
  const structure = (schema, direction, indent) => {
    const { def } = schema._zod
    /** @param {Schema} inner @param {string} [deeper] */
    const writeInner = (inner, deeper = indent) => write(inner, direction, deeper)
    /** @param {Schema} inner */
    const asItem = (inner) => {
      const text = writeInner(inner)
      return (isUnion(inner) && text.includes(' | ')) || text.startsWith('readonly ') ? `(${text})` : text
    }
    if (schema === switchName)
      return `keyof ${write(/** @type {Schema} */ (NAMED['projectSwitches']), 'output')}`
    switch (def.type) {
      case 'string':
      case 'number':
      case 'boolean':
      case 'null':
      case 'unknown':
        return def.type
      case 'literal':
        return def.values.map((/** @type {unknown} */ value) => JSON.stringify(value)).join(' | ')
      case 'enum':
        return Object.values(def.entries)
          .map((value) => JSON.stringify(value))
          .join(' | ')
      case 'union':
        return def.options.map((/** @type {Schema} */ option) => writeInner(option)).join(' | ')
      case 'optional':
      case 'default':
      case 'readonly':
      case 'nonoptional':
        return writeInner(def.innerType)
      case 'nullable':
        return `${writeInner(def.innerType)} | null`
      case 'array':
        return `readonly ${asItem(def.element)}[]`
      case 'tuple':
        return `readonly [${def.items.map((/** @type {Schema} */ item) => writeInner(item)).join(', ')}]`
      case 'record':
        return `{ readonly [key: string]: ${writeInner(def.valueType)} }`
      case 'pipe':
        return writeInner(direction === 'input' ? def.in : def.out)
      case 'object': {
        const deeper = `${indent}  `
        const members = Object.entries(def.shape).map(([key, member]) => {
          const optional = isOptional(member, direction)
          const type = writeInner(member, deeper)
          return `${deeper}readonly ${memberName(key)}${optional ? '?' : ''}: ${type}${optional ? ' | undefined' : ''}`
        })
        return members.length === 0 ? 'Record<string, never>' : `{\n${members.join('\n')}\n${indent}}`
      }
      default:
        throw new Error(`scripts/protocol/type-text.mjs has no type for a schema of kind "${def.type}"`)
    }
  }

  /** @param {Schema} schema @param {Direction} direction @param {string} [indent] @returns {string} */
  const write = (schema, direction, indent = '') => {
    const name = direction === 'output' ? names.get(schema) : undefined
    if (name === undefined) return structure(schema, direction, indent)
    used.set(name, schema)
    return name
  }

  return {
    write,
    /**
     * Declarations of every shape named so far.
     * @returns {string[]}
     */
    declarations() {
      /** @type {Map<string, string>} */
      const written = new Map()
      for (let before = -1; before < used.size;) {
        before = used.size
        for (const [name, schema] of [...used])
          if (!written.has(name)) written.set(name, structure(schema, 'output', ''))
      }
      return [...written]
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([name, text]) => `export type ${name} = ${text}`)
    },
  }
}
