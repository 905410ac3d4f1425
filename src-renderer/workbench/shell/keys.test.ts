import { describe, expect, it } from 'vitest'
import type { Command } from '#window/commands/command'
import { keyNamed } from '#window/commands/CommandControls.tsx'
import { EVERYWHERE, KEY_GROUPS } from './keys'

const isCommand = (value: unknown): value is Command =>
  typeof value === 'object' && value !== null && 'id' in value && 'icon' in value && 'run' in value

/** The commands of an export: a command, a list, or a record of commands. */
const commandsIn = (value: unknown): readonly Command[] =>
  isCommand(value) ? [value] : Object.values(value ?? {}).filter(isCommand)

const modules = import.meta.glob<Readonly<Record<string, unknown>>>(
  ['../{features,shell}/**/*.ts', '!../**/*.test.ts'],
  { eager: true },
)
const allExports = new Map(Object.values(modules).flatMap((exported) => Object.entries(exported)))
const keyed = new Set([...allExports.values()].flatMap(commandsIn).filter(({ keys }) => keys !== undefined))

const sources = import.meta.glob<string>('../features/**/*.tsx', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** The commands that a page gives to `useCommandKeys`, by the folder of the page. */
const commandsByFolder = new Map<string, readonly Command[]>()
for (const [file, source] of Object.entries(sources)) {
  const folder = file.split('/')[2] ?? ''
  for (const [, first = ''] of source.matchAll(/^ *useCommandKeys\(\s*(\[[^\]]*\]|[\w.]+\(\w+\)|\w+),/gm)) {
    const names = first.match(/\b[A-Z][A-Z_]+\b/g) ?? []
    const commands = names.flatMap((name) => commandsIn(allExports.get(name)))
    commandsByFolder.set(folder, [...(commandsByFolder.get(folder) ?? []), ...commands])
  }
}

describe('a command with a key', () => {
  it('is in the list of keys', () => {
    const lines = KEY_GROUPS.flatMap(({ lines }) => lines).map(({ keys, what }) => `${keys}: ${what}`)
    const wanted = [...keyed].map(
      ({ keys = '', label, help = label }) => `${keys}: ${String(help).replace(/…$/, '')}`,
    )
    expect(wanted.length).toBeGreaterThan(20)
    expect(wanted.filter((line) => !lines.includes(line))).toEqual([])
  })

  it('has its key on a page, or everywhere', () => {
    const working = new Set([...EVERYWHERE, ...[...commandsByFolder.values()].flat()])
    expect([...keyed].filter((command) => !working.has(command)).map(({ id }) => id)).toEqual([])
  })
})

const GENERAL = KEY_GROUPS.filter(({ title }) => title === 'Everywhere' || title === 'In a list')

it.each([...commandsByFolder])('no two commands have the same key on the page of %s', (folder, commands) => {
  // While the form is presented, the keys of the window do nothing.
  const general = folder === 'preview' ? [] : GENERAL.flatMap(({ lines }) => lines)
  const keys = [...general, ...commands].flatMap(({ keys }) => (keys === undefined ? [] : [keyNamed(keys)]))
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([])
})
