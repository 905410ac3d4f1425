/**
 * Builds what the customer's browser loads: the hosted form, the library of the merchant's page and the demo shop.
 * Each script becomes one ES5 file, design tokens in styles become plain values, and both are checked.
 */
import { transform } from '@swc/core'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { faultsInOldBrowsers, notEs5 } from './customer-scripts/old-browser-check.mjs'
import { customerSources } from './customer-scripts/sources.mjs'
import { compileStyles } from './customer-scripts/styles.mjs'
import { projectRoot } from './project.mjs'

const tokenSheet = 'src-renderer/workbench/ui/tokens.css'

/** Maximum compressed sizes in bytes. The form's HTML page is rendered for each request, so a test checks its size. */
const sizeLimits = {
  'form.js': 20_000,
  'form.css': 6_000,
  'methods.css': 2_000,
  'provider.css': 3_000,
  'merchant.js': 12_000,
}

/** @type {import('@swc/core').Options} */
const compilerOptions = {
  isModule: false,
  configFile: false,
  swcrc: false,
  jsc: {
    target: 'es5',
    parser: { syntax: 'ecmascript' },
    loose: true,
    externalHelpers: false,
    assumptions: { iterableIsArray: true, arrayLikeIsIterable: true, skipForOfIteratorClosing: true },
  },
}

/**
 * @param {string} source
 * @param {readonly import('vite').Plugin[]} plugins
 */
const bundle = async (source, plugins) => {
  const result = await build({
    configFile: false,
    root: projectRoot,
    logLevel: 'warn',
    plugins: [...plugins],
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      minify: false,
      target: 'esnext',
      lib: { entry: join(projectRoot, source), formats: ['iife'], name: 'paybench' },
    },
  })
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((one) =>
    'output' in one ? one.output : [],
  )
  const [script] = outputs.flatMap((file) => (file.type === 'chunk' ? [file.code] : []))
  if (script === undefined) throw new Error(`${source} produced no script`)
  return script
}

/**
 * @param {string} source
 * @param {readonly import('vite').Plugin[]} plugins
 */
const buildScript = async (source, plugins) => {
  const bundled = await bundle(source, plugins)
  const readable = await transform(bundled, { ...compilerOptions, minify: false })
  const faults = faultsInOldBrowsers(readable.code)
  if (faults.length > 0) throw new Error(`${source}: ${faults.join('; ')}`)
  const { code } = await transform(bundled, {
    ...compilerOptions,
    minify: true,
    jsc: {
      ...compilerOptions.jsc,
      minify: { compress: { passes: 2, ecma: 5 }, mangle: true, ecma: 5, format: { asciiOnly: true } },
    },
  })
  const fault = notEs5(code)
  if (fault !== null) throw new Error(`${source}: ${fault}`)
  // The compiler adds code outside the bundle, which must not become a global of the merchant's page.
  return `!function(){${code.trim()}}();\n`
}

/**
 * @param {readonly string[]} sheets in the order of the cascade; their `:root` changes the design tokens for all of them
 * @param {readonly string[]} [base] sheets whose `:root` counts too
 */
const buildStyles = (sheets, base = []) => {
  const read = (/** @type {string} */ sheet) => readFileSync(join(projectRoot, sheet), 'utf8')
  const tokens = [tokenSheet, ...base, ...sheets].map(read).join('')
  const compiled = sheets.map((sheet) => {
    try {
      return compileStyles(read(sheet), tokens)
    } catch (error) {
      throw new Error(`${sheet}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
    }
  })
  return `${compiled.join('')}\n`
}

/**
 * Builds one of the files.
 * @param {keyof typeof customerSources} name
 * @param {readonly import('vite').Plugin[]} [plugins] that inspect a script's bundle
 */
export const buildCustomerFile = async (name, plugins = []) => {
  const sources = [customerSources[name]].flat()
  const [script = ''] = sources
  const base = name === 'methods.css' ? [customerSources['form.css']].flat() : []
  const content = name.endsWith('.js') ? await buildScript(script, plugins) : buildStyles(sources, base)
  const limit = Object.entries(sizeLimits).find(([limited]) => limited === name)?.[1]
  const size = gzipSync(content).length
  if (limit !== undefined && size > limit) {
    throw new Error(`${name} is ${size} bytes when compressed, ${size - limit} over its limit of ${limit}`)
  }
  return content
}

/**
 * Builds everything into a folder. Fails if a source is missing, an old browser could not read a script, or a
 * file exceeds its limit.
 * @param {string} folder
 * @param {(name: string) => readonly import('vite').Plugin[]} [pluginsOf] that inspect a script's bundle
 */
export const buildCustomerFiles = async (folder, pluginsOf = () => []) => {
  mkdirSync(folder, { recursive: true })
  const names = /** @type {(keyof typeof customerSources)[]} */ (Object.keys(customerSources))
  for (const name of names) {
    writeFileSync(join(folder, name), await buildCustomerFile(name, pluginsOf(name)))
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await buildCustomerFiles(process.argv[2] ?? join(projectRoot, 'out/customer'))
}
