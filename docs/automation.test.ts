import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { METHODS } from '../src-main/protocol/methods'

const text = readFileSync(join(import.meta.dirname, 'automation.md'), 'utf8')

it.each(['wrong_state', 'conflict', 'cancelled'])('lists the methods that can answer with %s', (code) => {
  const item = text.split(/\n(?=- |\n)/).find((part) => part.startsWith(`- \`${code}\``)) ?? ''
  const listed = [...item.matchAll(/`(\w+\.\w+)`/g)].map(([, name]) => name)
  const answering = Object.entries(METHODS).filter(([, { errors }]) => errors.some((error) => error === code))
  expect(listed).toEqual(answering.map(([name]) => name))
})
