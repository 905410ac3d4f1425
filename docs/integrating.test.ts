import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const guide = readFileSync('docs/integrating.md', 'utf8')

/** Blocks that name the file that they come from: ```ts path/of/file.ts */
const excerpts = [...guide.matchAll(/^```\w+ (\S+)\n(.*?)\n```$/gms)].map(([, path = '', text = '']) => ({
  path,
  text,
  title: text.split('\n').find((line) => !line.startsWith('/')),
}))

describe('the guide to integrating', () => {
  it('shows the signing, the parameters, the callbacks and the order of states', () => {
    expect(new Set(excerpts.map(({ path }) => path.replace(/.*\//, '')))).toEqual(
      new Set(['checkout.ts', 'callback.ts', 'orders.ts']),
    )
  })

  it.each(excerpts)('shows $path as it is: $title', ({ path, text }) => {
    expect(readFileSync(path, 'utf8')).toContain(text)
  })
})
