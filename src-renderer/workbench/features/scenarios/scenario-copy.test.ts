import { describe, expect, it } from 'vitest'
import { asCopy } from './scenario-copy'

describe('the text of a copied scenario', () => {
  it.each([
    ['name: A sale', 'name: A sale (copy)'],
    ['name: A sale (copy)', 'name: A sale (copy 2)'],
    ['name: A sale (copy 9)', 'name: A sale (copy 10)'],
    ["name: 'A: sale'", "name: 'A: sale (copy)'"],
    ['name: "A sale" # ours', 'name: "A sale (copy)" # ours'],
    ['name: A sale # ours', 'name: A sale (copy) # ours'],
    ['name: >', 'name: >'],
  ])('has the name of a copy: %s', (name, copied) => {
    const rest = 'tags: []\nsteps:\n  - create:\n      name: inner\n'
    expect(asCopy(`${name}\n${rest}`)).toBe(`${copied}\n${rest}`)
  })
})
