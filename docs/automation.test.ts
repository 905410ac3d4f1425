import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { automationPages } from '../scripts/protocol/automation-pages.mjs'
import * as protocol from '#scripts/protocol/entry'
import { benchEvent } from '#protocol/events'
import { METHODS } from '#protocol/methods'

const file = join(import.meta.dirname, 'automation.md')
const text = readFileSync(file, 'utf8')

it('the automation guide has the methods and shapes of the protocol', async () => {
  const pages = await automationPages(protocol, { file, text })
  await expect(pages.guide).toMatchFileSnapshot(file)
  await expect(pages.shapes).toMatchFileSnapshot(join(import.meta.dirname, 'automation-shapes.md'))
})

it('the automation guide says which address opens the workbench, and what copies it', () => {
  const words = text.replaceAll(/\s+/g, ' ')
  expect(words).toContain('only with the token of the run: `{workbench}/?token={token}`')
  expect(words).toContain('**Workbench** in the bottom bar copies it')
})

it('the automation guide lists every event', () => {
  const events = benchEvent.options.map(({ shape }) => shape.type.value)
  const table = text.slice(text.indexOf('| Event '))
  expect(events.filter((name) => !table.includes(`\`${name}\``))).toEqual([])
})

it.each(['wrong_state', 'conflict', 'cancelled'])(
  'the automation guide lists the methods that can fail with %s',
  (code) => {
    const item = text.split(/\n(?=- |\n)/).find((part) => part.startsWith(`- \`${code}\``)) ?? ''
    const listed = [...item.matchAll(/`(\w+\.\w+)`/g)].map(([, name]) => name)
    const failing = Object.entries(METHODS).filter(([, { errors }]) => errors.some((error) => error === code))
    expect(listed).toEqual(failing.map(([name]) => name))
  },
)
