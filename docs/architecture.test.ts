import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const project = resolve(import.meta.dirname, '..')
const map = readFileSync(join(import.meta.dirname, 'architecture.md'), 'utf8')

/** Names in backticks; a bare file name belongs to the folder of the path before it. */
function pathsOf(text: string): readonly string[] {
  const paths: string[] = []
  let folder = ''
  for (const [, name = ''] of text.matchAll(/`([^`\s…]+)`/g)) {
    if (/^(?:src-main|src-renderer|e2e)\//.test(name)) {
      paths.push(name)
      folder = /\.\w+$/.test(name) ? dirname(name) : name
    } else if (/^[\w-]+\.tsx?$/.test(name)) paths.push(join(folder, name))
  }
  return paths.filter((path) => !path.includes('NAME'))
}

it.each([...new Set(pathsOf(map))])('%s, which the map names, is there', (path) => {
  expect(existsSync(join(project, path))).toBe(true)
})

it('names what it tells of', () => {
  expect(pathsOf(map).length).toBeGreaterThan(60)
})
