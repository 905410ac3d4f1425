import { runInNewContext } from 'node:vm'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { columnTracks, type GridColumn, shownColumns } from '#window/list/columns'
import { CAPTURED_COLUMNS } from './callbacks/CallbackLists'
import { PAYMENT_COLUMNS } from './payments/columns'

type Columns = readonly GridColumn<never>[]

const isColumns = (value: unknown): value is Columns =>
  Array.isArray(value) && value.length > 0 && value.every((one: object) => 'least' in one && 'cell' in one)

const modules = import.meta.glob<Readonly<Record<string, unknown>>>('./**/*.tsx', { eager: true })
const lists = Object.values(modules)
  .flatMap((exported) => Object.entries(exported))
  .flatMap(([name, value]) => (isColumns(value) ? [[name, value] as const] : []))

const tokens = new Map(
  [
    ...readFileSync(join(import.meta.dirname, '../ui/tokens.css'), 'utf8').matchAll(/(--[\w-]+): (\d+)px/g),
  ].map(([, name, px]) => [name, px]),
)

/** Evaluates a length of a style sheet for a list of this width. Returns pixels. */
function pixels(length: string, width: number): number {
  const expression = length
    .replaceAll(/var\((--[\w-]+)\)/g, (_, name: string) =>
      name === '--longest' ? '0' : (tokens.get(name) ?? name),
    )
    .replaceAll('100cqi', String(width))
    .replaceAll(/(\d)px/g, '$1')
  const clamp = (min: number, ideal: number, max: number): number => Math.max(min, Math.min(ideal, max))
  return Number(runInNewContext(expression, { clamp, max: Math.max, calc: (value: number) => value }))
}

/** The least width, at or above `from`, at which a column fits beside the columns shown at that width. */
function leastWidth(columns: Columns, name: string, from: number): number {
  // Left out: other columns whose `from` is 0, which is a placeholder until their width is known.
  const others = columns.filter((one) => one.from !== 0 || one.name === name)
  for (let width = from; width < 4000; width += 1) {
    const moved = others.map((one) => (one.name === name ? { ...one, from: width } : one))
    if (pixels(columnTracks(shownColumns(moved, null, width)).least, width) <= width) return width
  }
  return Infinity
}

it.each(['method', 'customer'])('an id of 24 characters fits beside the %s of payments', (name) => {
  const width = PAYMENT_COLUMNS.find((column) => column.name === name)?.from ?? 0
  const shown = shownColumns(PAYMENT_COLUMNS, null, width)
  const spare = width - pixels(columnTracks(shown).least, width)
  const shares = shown.reduce((sum, { share = 0 }) => sum + share, 0)
  const { least = '', share = 0 } = shown.find((column) => column.name === 'payment') ?? {}
  expect(pixels(least, width) + (spare * share) / shares).toBeGreaterThan(24 * 7.2)
})

it('a captured request without a response shows no duration', () => {
  const request = {
    id: 'ex_1',
    source: 'capture' as const,
    receivedAt: '2031-04-09T10:00:00.000Z',
    wallReceivedAt: '2031-04-09T10:00:00.000Z',
    secure: false,
    method: 'POST',
    path: '/callbacks',
    httpVersion: '1.1',
    sizeBytes: 2,
    durationMs: 0.4,
    marks: [],
  }
  const duration = CAPTURED_COLUMNS.find(({ name }) => name === 'duration')
  expect(duration?.cell(request, undefined)).toBe('–')
  expect(duration?.cell({ ...request, status: 200 }, undefined)).not.toBe('–')
})

it.each(lists)('a column of %s is shown only from a width at which it fits', (_, columns) => {
  for (const { name, from } of columns) {
    if (from !== undefined) expect.soft(from, name).toBeGreaterThanOrEqual(leastWidth(columns, name, from))
  }
})
