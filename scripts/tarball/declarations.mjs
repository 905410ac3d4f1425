/** The declarations (`.d.ts`) of the published package: those of the client, with the types of the protocol inlined. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { runQuietly } from '../progress.mjs'
import { projectRoot } from '../project.mjs'
import { loadProtocol } from '../protocol/load.mjs'
import { typeWriter } from '../protocol/type-text.mjs'

const entries = ['client/index', 'client/playwright']

/**
 * Modules of the protocol that are written out, because their own declarations need the types of Zod.
 * @returns {Promise<Readonly<Record<string, string>>>}
 */
const protocolModules = async () => {
  const protocol = await loadProtocol()
  const { METHODS, benchEvent, introduction, NAMED } = protocol
  const writer = typeWriter(protocol)
  const methods = Object.entries(METHODS).flatMap(([name, { params, result, effect, errors }]) => [
    `  /** ${effect === 'changes' ? 'Changes the session' : effect === 'reads' ? 'Reads only' : 'About sessions'}. Errors: ${errors.join(', ')}. */`,
    `  readonly ${JSON.stringify(name)}: {`,
    `    readonly params: ${writer.write(params, 'input', '    ')}`,
    `    readonly result: ${writer.write(result, 'output', '    ')}`,
    '  }',
  ])
  const event = writer.write(benchEvent, 'output')
  const shapes = writer.declarations()
  const names = shapes.map((text) => /^export type (\w+)/.exec(text)?.[1] ?? '')
  /** @param {string} text */
  const importsOf = (text) => {
    const needed = names.filter((name) => new RegExp(`\\b${name}\\b`).test(text))
    return needed.length === 0 ? [] : [`import type { ${needed.join(', ')} } from './shapes'`]
  }
  return {
    'protocol/shapes': [
      ...shapes.filter((text) => !/^export type Error(Shape|Issue) /.test(text)),
      `export type ErrorShape = ${typeWriter({ ...protocol, NAMED: {} }).write(/** @type {any} */ (NAMED['errorShape']), 'output')}`,
      `export type ErrorCode = ErrorShape['code']`,
      `export type ErrorIssue = NonNullable<ErrorShape['issues']>[number]`,
    ].join('\n\n'),
    'protocol/methods': [
      ...importsOf(methods.join('\n')),
      '/** Every method with its parameters and its result. */',
      'export interface Methods {',
      ...methods,
      '}',
      'export type MethodName = keyof Methods',
      `export type Params<Name extends MethodName> = Methods[Name]['params']`,
      `export type Result<Name extends MethodName> = Methods[Name]['result']`,
    ].join('\n'),
    'protocol/callers': [
      '/** What a client says about itself. */',
      `export type Introduction = ${writer.write(introduction, 'input')}`,
    ].join('\n'),
    'protocol/events': [
      ...importsOf(event),
      '/** An event that the bench sends. */',
      `export type BenchEvent = ${event}`,
    ].join('\n'),
  }
}

/**
 * Has the compiler write declarations of the client and of everything that it imports.
 * @param {string} folder
 */
const compileInto = (folder) =>
  runQuietly(
    'the compiler',
    [
      process.execPath,
      'node_modules/typescript/bin/tsc',
      ...['-p', 'src-main/client', '--noEmit', 'false', '--declaration', '--emitDeclarationOnly'],
      ...['--rootDir', '.', '--outDir', folder, '--pretty', 'false'],
    ],
    { cwd: projectRoot },
  )

/**
 * Writes the declarations that users of the package see, and no others.
 * @param {string} target
 */
export const writeDeclarations = async (target) => {
  const cache = join(projectRoot, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'paybench-types-'))
  try {
    await compileInto(folder)
    const replaced = await protocolModules()
    const waiting = [...entries]
    for (const module of waiting) {
      const text = replaced[module] ?? readFileSync(join(folder, 'src-main', `${module}.d.ts`), 'utf8')
      // Consumers cannot resolve our layers, and Node requires file extensions.
      const named = text.replace(/(from |import\()(['"])([.#][^'"]*)\2/g, (_all, before, quote, path) => {
        const imported = path.startsWith('#') ? path.slice(1) : posix.join(posix.dirname(module), path)
        if (!waiting.includes(imported)) waiting.push(imported)
        const target = posix.relative(posix.dirname(module), imported)
        return `${before}${quote}${target.startsWith('.') ? target : `./${target}`}.js${quote}`
      })
      const packages = [...named.matchAll(/(?:from |import\()['"]([^.'"][^'"]*)['"]/g)].map(
        ([, name]) => name,
      )
      const unknown = packages.filter((name) => name !== '@playwright/test')
      if (unknown.length > 0)
        throw new Error(`${module}.d.ts needs ${unknown.join(', ')}, which users do not have`)
      const file = join(target, `${module}.d.ts`)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, `${named.replace(/\n?\/\/# sourceMappingURL.*$/, '').trimEnd()}\n`)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
