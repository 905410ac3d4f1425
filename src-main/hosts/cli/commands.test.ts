import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { COMMANDS } from './commands'

it.each(COMMANDS.map(({ name }) => name))('has %s in the readme of the package', (name) => {
  expect(readFileSync('scripts/tarball/README.md', 'utf8')).toContain(`npx paybench ${name} `)
})
