import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, it } from 'vitest'

const project = join(import.meta.dirname, '..')
const PAGES = [
  ...['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md'].map((name) => join(project, name)),
  ...readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(import.meta.dirname, name)),
]

const textOf = (page: string): string => readFileSync(page, 'utf8').replaceAll(/^```[^]*?^```/gm, '')

/** The anchor that a heading has on the web: its words in lower case, joined by hyphens. */
const anchorOf = (heading: string): string =>
  heading
    .replaceAll(/<[^>]+>|\]\([^)]*\)/g, '')
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-')

function anchorsOf(page: string): ReadonlySet<string> {
  const text = textOf(page)
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading))
  const named = [...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id)
  return new Set([...headings, ...named])
}

/** Links of a page to files and headings that do not exist. */
function deadLinksOf(page: string): readonly string[] {
  const links = [...textOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)
  return links
    .filter((link) => !/^https?:/.test(link))
    .filter((link) => {
      const [file = '', anchor = ''] = link.split('#')
      const target = file === '' ? page : join(dirname(page), file)
      if (!existsSync(target)) return true
      return anchor !== '' && target.endsWith('.md') && !anchorsOf(target).has(anchor)
    })
}

it.each(PAGES.map((page) => relative(project, page)))('%s has no dead links', (page) => {
  expect(deadLinksOf(join(project, page))).toEqual([])
})
