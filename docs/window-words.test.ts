import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')

/** Guides that are about the window; the others name members, files and promises. */
const GUIDES = [
  'answers',
  'automation',
  'callbacks',
  'clarification',
  'data',
  'faults',
  'form',
  'methods',
  'preview',
  'replay',
  'scenarios',
  'search',
  'series',
  'sessions',
  'sharing',
  'signatures',
  'three-d-secure',
  'traffic',
].map((name) => join(root, 'docs', `${name}.md`))

/** Sentences that the window composes from parts. */
const MADE_OF_PARTS = [
  'Corrupts the signature in the first 2 attempts to deliver a result callback of project 4711.',
]

function sourcesBelow(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
    .map((name) => readFileSync(join(root, folder, name), 'utf8'))
}

const window = ['src-renderer', 'src-main'].flatMap(sourcesBelow).join('\n').replaceAll(/\s+/g, ' ')

/** What a guide sets in italics: names of switches, buttons and choices. */
function namesIn(guide: string): readonly string[] {
  const text = readFileSync(guide, 'utf8')
    .replaceAll(/```[^]*?```|^ {4,}.*$|`[^`]*`/gm, '')
    .replaceAll(/\s+/g, ' ')
  return [...text.matchAll(/(?<![\w_])_([^_]+)_(?!\w)/g)].map(([, name = '']) => name)
}

/** What the first five minutes of the README set in bold. */
function namesInReadme(): readonly string[] {
  const readme = readFileSync(join(root, 'README.md'), 'utf8')
  const [, minutes = ''] = /## The first five minutes\n([^]*?)\n## /.exec(readme) ?? []
  return [...minutes.matchAll(/\*\*([^*]+)\*\*/g)].map(([, name = '']) => name)
}

describe('the first five minutes of the README', () => {
  it('call things as the window and the demo shop do', () => {
    const names = namesInReadme()
    expect(names.length).toBeGreaterThan(15)
    // The clock shows how far it is ahead.
    expect(names.filter((name) => !window.includes(name) && name !== 'Live +30 min')).toEqual([])
  })
})

it('the guide for responses explains status 000 by the rules that lead to it', () => {
  const answers = readFileSync(join(root, 'docs/answers.md'), 'utf8').replaceAll(/\s+/g, ' ')
  expect(answers).toMatch(
    /status `000` when it got no response: the rule is _Never respond_ or _Reset the connection_/,
  )
})

describe('a guide', () => {
  it.each(GUIDES)('%s calls things as the window does', (guide) => {
    const unknown = namesIn(guide).filter(
      (name) => !window.includes(name.replace(/…$/, '')) && !MADE_OF_PARTS.includes(name),
    )
    expect(unknown).toEqual([])
  })

  it('sets names in italics', () => {
    expect(GUIDES.flatMap(namesIn).length).toBeGreaterThan(40)
  })
})
