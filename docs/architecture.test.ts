import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const project = resolve(import.meta.dirname, '..')
const roots = ['src-main', 'src-renderer', 'src-renderer/workbench', '.']
const folders = roots.flatMap((root) => readdirSync(join(project, root)))

const textOf = (name: string): string => readFileSync(join(import.meta.dirname, name), 'utf8')
const isThere = (path: string): boolean => roots.some((root) => existsSync(join(project, root, path)))

/** Paths that a page names; a bare file name in backticks belongs to the folder of the path before it. */
function pathsOf(text: string): readonly string[] {
  const paths: string[] = []
  let folder = ''
  for (const [, path, name] of text.matchAll(/(?<![\w#./-])([\w-]+(?:\/[\w.-]+)+)|`([\w-]+\.tsx?)`/g)) {
    if (name !== undefined) paths.push(join(folder, name))
    else if (path !== undefined && folders.includes(path.split('/')[0] ?? '')) {
      paths.push(path)
      folder = /\.\w+$/.test(path) ? dirname(path) : path
    }
  }
  return [...new Set(paths.filter((path) => !path.includes('NAME')))]
}

describe('the map', () => {
  const map = textOf('architecture.md')

  it.each(pathsOf(map))('names %s, which exists', (path) => {
    expect(isThere(path)).toBe(true)
  })

  it('names many places', () => {
    expect(pathsOf(map).length).toBeGreaterThan(100)
  })

  it.each([
    ['a clarification', 22],
    ['a replay', 14],
    ['a form', 16],
  ])('shows the path of %s in at most %i files', (what, most) => {
    const [, picture = ''] =
      new RegExp(`## The path of ${what}\\n[^]*?\`\`\`mermaid([^]*?)\`\`\``).exec(map) ?? []
    const files = pathsOf(picture).filter((path) => /\.tsx?$/.test(path))
    expect(files.length).toBeGreaterThan(8)
    expect(files.length).toBeLessThanOrEqual(most)
  })
})

describe('the decision', () => {
  it.each(readdirSync(join(import.meta.dirname, 'decisions')))('%s names only paths that exist', (name) => {
    const paths = textOf(`decisions/${name}`).matchAll(/`((?:src-main|src-renderer|scripts|e2e)\/[\w./-]+)`/g)
    expect([...paths].map(([, path = '']) => path).filter((path) => !isThere(path))).toEqual([])
  })
})

describe('the glossary', () => {
  const rows = [...textOf('glossary.md').matchAll(/\| `(\w+)`, `([\w/.-]+)`/g)]

  it.each(rows.map(([, type = '', path = '']) => [type, path]))(
    'names the type %s, which %s exports',
    (type, path) => {
      const root = roots.find((each) => existsSync(join(project, each, path))) ?? ''
      expect(readFileSync(join(project, root, path), 'utf8')).toMatch(
        new RegExp(`export (?:type|interface|const|function) ${type}\\b`),
      )
    },
  )

  it('names types', () => {
    expect(rows.length).toBeGreaterThan(20)
  })
})
