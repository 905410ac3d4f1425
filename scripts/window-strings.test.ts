import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { windowStrings } from './window-strings.mjs'
import { textsOf } from './window-strings/texts.mjs'

describe('the page of window strings', () => {
  it('is up to date', () => {
    const page = readFileSync(join(import.meta.dirname, '..', 'docs/window-strings.md'), 'utf8')
    expect(page === windowStrings(), 'docs/window-strings.md is stale: run npm run strings').toBe(true)
  })
})

describe('a text of the window', () => {
  it('stands between tags, with its values and choices in one line', () => {
    const source = `
      const a = <p>
        Read {count} of <code>{file.name}</code>,{' '}
        {done ? 'all' : 'not all'}.
      </p>`
    expect(textsOf('a.tsx', source)).toEqual(['Read {count} of {name}, {all | not all}.'])
  })

  it('is an expression between tags', () => {
    expect(textsOf('a.tsx', `const a = <b>{open ? 'close' : 'open'}</b>`)).toEqual(['close', 'open'])
  })

  it('is an attribute or a property that names a text', () => {
    expect(textsOf('a.tsx', `const a = <Button label="go" hint={\`to \${page}\`} />`)).toEqual([
      'go',
      'to {page}',
    ])
    expect(textsOf('a.ts', `const a = { id: 'two words', label: 'go' }`)).toEqual(['go'])
    expect(textsOf('a.ts', `const errors = { paymentId: 'Enter an id.' }`)).toEqual(['Enter an id.'])
  })

  it('is an entry of a table or the result of a function named after words', () => {
    expect(textsOf('a.ts', `const STATE_WORDS = { held: 'waiting' }`)).toEqual(['waiting'])
    expect(textsOf('a.ts', `function stateLabel() { return 'waiting' }`)).toEqual(['waiting'])
  })

  it('is an argument of a call that speaks', () => {
    expect(textsOf('a.ts', `announce('done'); list.includes('Not this')`)).toEqual(['done'])
  })

  it('reads as words anywhere else', () => {
    expect(textsOf('a.ts', `check('Give a number'); check('kebab-case')`)).toEqual(['Give a number'])
  })

  it('is no class, selector, comparison, case, type, import or sample of code', () => {
    const source = `
      import x from 'Some module'
      type Choice = 'One choice' | 'Another choice'
      const a = <p className="One class" icon={open ? 'Up icon' : 'Down icon'} />
      if (key === 'Two words') find('.one > .two')
      switch (key) { case 'Two words': break }
      const sample = \`First line
        second line\``
    expect(textsOf('a.tsx', source)).toEqual([])
  })
})
