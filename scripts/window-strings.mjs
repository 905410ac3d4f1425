/** `npm run strings`: writes docs/window-strings.md, every text of the workbench window on one page. */
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { readOptions } from './command-line.mjs'
import { projectRoot, say } from './project.mjs'
import { textsOf } from './window-strings/texts.mjs'

const WINDOW = 'src-renderer/workbench'
const OUTPUT = 'docs/window-strings.md'

const usage = `npm run strings

Writes every text of the workbench window to ${OUTPUT}, by feature and file. \`npm test\` fails when the page is not up to date.
`

/**
 * The window's source files by folder: each feature, and each part that features share.
 * @returns {ReadonlyMap<string, readonly string[]>}
 */
function filesByFolder() {
  const names = readdirSync(join(projectRoot, WINDOW), { recursive: true, encoding: 'utf8' })
    .map((name) => name.split(sep).join('/'))
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|(?:^|\/)testing\//.test(name))
    .toSorted()
  /** @type {Map<string, string[]>} */
  const folders = new Map()
  for (const name of names) {
    const folder = /^features\/[^/]+/.exec(name)?.[0] ?? dirname(name).split('/')[0] ?? ''
    folders.set(folder, [...(folders.get(folder) ?? []), name])
  }
  return folders
}

/**
 * The whole document.
 * @returns {string}
 */
export function windowStrings() {
  const sections = [...filesByFolder()]
    .map(([folder, names]) => {
      const files = names
        .map((name) => ({
          name,
          texts: textsOf(name, readFileSync(join(projectRoot, WINDOW, name), 'utf8')),
        }))
        .filter(({ texts }) => texts.length > 0)
        .map(({ name, texts }) => `${name.slice(folder === '.' ? 0 : folder.length + 1)}\n\n${fenced(texts)}`)
      return { folder, files }
    })
    .filter(({ files }) => files.length > 0)
    .map(({ folder, files }) => `## ${folder === '.' ? 'main' : folder}\n\n${files.join('\n\n')}`)
  return `${HEAD}\n${sections.join('\n\n')}\n`
}

/** @param {readonly string[]} texts */
const fenced = (texts) => `\`\`\`text\n${texts.join('\n')}\n\`\`\``

const HEAD = `# What the window says

Every text of \`${WINDOW}\`, by feature and file. \`npm run strings\` writes this page, a test fails when it is stale.
\`{name}\` is a value, \`{one | other}\` a choice. Messages of the bench and the tables of \`src-main/domain\` are not in it.
`

if (process.argv[1] === import.meta.filename) {
  readOptions(usage, {}, () => undefined)
  const page = join(projectRoot, OUTPUT)
  const before = existsSync(page) ? readFileSync(page, 'utf8') : ''
  const after = windowStrings()
  writeFileSync(page, after)
  say(before === after ? `${OUTPUT} was up to date` : `Wrote ${OUTPUT}`)
}
