import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Licences that require at most that their text accompanies the program. */
const allowed = new Set(
  `MIT MIT-0 ISC BSD-2-Clause BSD-3-Clause Apache-2.0
  0BSD BlueOak-1.0.0 OFL-1.1 CC0-1.0 Unlicense Zlib`.split(/\s+/),
)

/** Packages that name a licence but do not contain its text, each with the copyright holder from its package.json. */
const withoutText = new Map([
  ['abstract-logging', { licence: 'MIT', holder: 'James Sumners <james.sumners@gmail.com>' }],
  ['react-remove-scroll-bar', { licence: 'MIT', holder: 'Anton Korzunov <thekashey@gmail.com>' }],
])

/** Where a package's own licence ends. We bundle only its helpers, so the licences of what it bundles are left out. */
const endOfOwnText = new Map([['vite', '# Licenses of bundled dependencies']])

const textFiles = [/^licen[cs]e/i, /^copying/i, /^unlicense/i, /^notice/i, /^copyright/i]

/** @param {string} expression an SPDX expression: one licence, several with OR, or several with AND */
export const isAllowed = (expression) => {
  const plain = expression.replace(/^\((.*)\)$/, '$1')
  return plain.split(' OR ').some((choice) => choice.split(' AND ').every((licence) => allowed.has(licence)))
}

/**
 * @param {string} name
 * @param {string} licence
 * @returns {string} empty if there is none
 */
const standardText = (name, licence) => {
  const known = withoutText.get(name)
  if (known?.licence !== licence) return ''
  const text = readFileSync(join(import.meta.dirname, `texts/${licence}.txt`), 'utf8').trim()
  return `Copyright (c) ${known.holder}\n\n${text}`
}

/**
 * @param {string} folder
 * @returns {string} every licence and notice of a package, one after the other; empty if there is none
 */
const ownText = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => ({ name, rank: textFiles.findIndex((pattern) => pattern.test(name)) }))
    .filter(({ rank }) => rank >= 0)
    .toSorted((left, right) => left.rank - right.rank || (left.name < right.name ? -1 : 1))
    .map(({ name }) => readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n').trim())
    .join('\n\n')

/**
 * The name, version, licence and complete licence text of an installed package.
 * @param {string} folder
 * @throws {Error} if we may not ship code under the licence, or its text is missing
 */
export const readLicence = (folder) => {
  /** @type {{name?: unknown, version?: unknown, license?: unknown}} */
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  if (typeof name !== 'string' || typeof version !== 'string') throw new Error(`${folder} is not a package`)
  if (typeof license !== 'string' || !isAllowed(license)) {
    throw new Error(
      `${name} ${version} has the licence ${JSON.stringify(license)}, which is not allowed in the program: ` +
        'use another package, or allow the licence in scripts/licences/read-licence.mjs',
    )
  }
  const [own] = ownText(folder).split(endOfOwnText.get(name) ?? '\0')
  const text = own?.trim() || standardText(name, license)
  if (text === '') {
    throw new Error(
      `${name} ${version} has no licence text (${license}): ` +
        'use another package, or name its copyright holder in scripts/licences/read-licence.mjs',
    )
  }
  return { name, version, licence: license, text }
}
