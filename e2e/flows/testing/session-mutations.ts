import { createHash } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { DatabaseSync } from '@photostructure/sqlite'
import { openForeignSession } from '#store/export/foreign-session'
import { announced, columnsOf } from '#store/export/tables'
import { TABLE_NAMES } from '#store/tables'
import type { SeededRandom } from '#domain/testing/seeded'

/** A change made to a session file, and the changed file. */
export interface MutatedFile {
  readonly what: string
  readonly bytes: Buffer
}

const linesOf = (file: Buffer): string[] => gunzipSync(file).toString('utf8').trimEnd().split('\n')
const pack = (lines: readonly string[]): Buffer => gzipSync(`${lines.join('\n')}\n`)

/** Packs lines with a matching checksum, as an attacker would. */
export function packSigned(lines: readonly string[]): Buffer {
  const rest = lines.slice(0, -1)
  const sha256 = createHash('sha256')
    .update(rest.map((line) => `${line}\n`).join(''))
    .digest('hex')
  return pack([...rest, JSON.stringify({ sha256 })])
}

/** The file in version 1 of the format: packed lines of JSON. */
export function asLines(file: Buffer): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'paybench-lines-'))
  const path = join(folder, 'session.db')
  writeFileSync(path, gunzipSync(file))
  const session = openForeignSession(path)
  try {
    const head = { ...(JSON.parse(session.head) as object), version: 1 }
    const rows = TABLE_NAMES.flatMap((table) =>
      [...session.rows(announced(table, 0))]
        .flat()
        .map((values) => JSON.stringify([table, ...values.map(travelling)])),
    )
    return packSigned([JSON.stringify(head), ...rows, ''])
  } finally {
    session.close()
  }
}

/** A value as it is written in lines. */
export const travelling = (value: unknown): unknown =>
  value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value

/** Changes the database of a file with statements, as an attacker would. */
export function withStatements(file: Buffer, ...statements: readonly string[]): Buffer {
  const database = new DatabaseSync(':memory:')
  database.deserialize(gunzipSync(file))
  for (const statement of statements) database.exec(statement)
  const bytes = database.serialize()
  database.close()
  return gzipSync(bytes)
}

const CHARACTERS = ['0', '9', 'a', 'Z', '"', '[', ']', ',', '{', '}', '\\', ' '] as const

/** Damages a file as disks, mail programs and editors do. */
export function damaged(file: Buffer, chance: SeededRandom): MutatedFile {
  const at = chance.below(file.length)
  const lines = linesOf(file)
  const row = 1 + chance.below(lines.length - 2)
  switch (chance.below(9)) {
    case 0: {
      const bytes = Buffer.from(file)
      bytes[at] = (bytes[at] ?? 0) ^ (1 << chance.below(8))
      return { what: `bit flipped in byte ${String(at)}`, bytes }
    }
    case 1:
      return { what: `cut after ${String(at)} bytes`, bytes: file.subarray(0, at) }
    case 2:
      return {
        what: `zeros at ${String(at)}`,
        bytes: Buffer.concat([file.subarray(0, at), Buffer.alloc(64), file.subarray(at + 64)]),
      }
    case 3:
      return {
        what: `bytes inserted at ${String(at)}`,
        bytes: Buffer.concat([file.subarray(0, at), file.subarray(0, 40), file.subarray(at)]),
      }
    case 4:
      return { what: 'not packed', bytes: Buffer.from(lines.join('\n')) }
    case 5:
      return { what: `line ${String(row + 1)} left out`, bytes: pack(lines.filter((_, n) => n !== row)) }
    case 6:
      return {
        what: `line ${String(row + 1)} twice`,
        bytes: pack(lines.flatMap((line, n) => (n === row ? [line, line] : [line]))),
      }
    case 7: {
      const line = lines[row] ?? ''
      const place = chance.below(line.length)
      const changed = line.slice(0, place) + chance.pick(CHARACTERS) + line.slice(place + 1)
      if (changed === line) return damaged(file, chance)
      return {
        what: `character ${String(place)} of line ${String(row + 1)}`,
        bytes: pack(lines.map((one, n) => (n === row ? changed : one))),
      }
    }
    default:
      return { what: 'the end left out', bytes: pack(lines.slice(0, -1)) }
  }
}

const HOSTILE_VALUES: readonly unknown[] = [
  "'); DROP TABLE payments;--",
  '__proto__',
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '[]',
  'null',
  '',
  '\u0000',
  'x'.repeat(200_000),
  `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
  '../../../etc/passwd',
  '<script>alert(1)</script>',
  null,
  true,
  -1,
  0,
  1,
  0.5,
  9_007_199_254_740_991,
  1e300,
  [],
  {},
  [[1]],
  { toString: 1 },
]

/** A file written by an attacker: its checksum matches, its content is wrong. */
export function hostile(file: Buffer, chance: SeededRandom): MutatedFile {
  const lines = linesOf(file)
  const row = 1 + chance.below(lines.length - 2)
  const values = JSON.parse(lines[row] ?? '[]') as unknown[]
  const replaceRow = (line: string): Buffer => packSigned(lines.map((one, n) => (n === row ? line : one)))
  switch (chance.below(6)) {
    case 0: {
      const changed = [...values]
      ;[changed[0]] = [
        chance.pick(['search', 'sqlite_schema', 'constructor', 'payments"; DROP TABLE payments;--', 7, null]),
      ]
      return {
        what: `table of line ${String(row + 1)} is ${String(changed[0])}`,
        bytes: replaceRow(JSON.stringify(changed)),
      }
    }
    case 1:
      return {
        what: `line ${String(row + 1)} has one value more`,
        bytes: replaceRow(JSON.stringify([...values, 1])),
      }
    case 2: {
      const other = 1 + chance.below(lines.length - 2)
      const swapped = [...lines]
      ;[swapped[row], swapped[other]] = [lines[other] ?? '', lines[row] ?? '']
      return { what: `lines ${String(row + 1)} and ${String(other + 1)} swapped`, bytes: packSigned(swapped) }
    }
    case 3: {
      // Inside Paybench's own JSON.
      const place = values.findIndex(
        (value, n) => n > 0 && typeof value === 'string' && value.startsWith('{'),
      )
      if (place === -1) return hostile(file, chance)
      const inner = JSON.parse(String(values[place])) as Record<string, unknown>
      const name = chance.pick(Object.keys(inner))
      const evil = chance.pick(HOSTILE_VALUES)
      const changed = values.map((value, n) =>
        n === place ? JSON.stringify({ ...inner, [name]: evil }) : value,
      )
      return {
        what: `${String(values[0])}: "${name}" in JSON of line ${String(row + 1)} is ${shown(evil)}`,
        bytes: replaceRow(JSON.stringify(changed)),
      }
    }
    default: {
      const place = 1 + chance.below(values.length - 1)
      const evil = chance.pick(HOSTILE_VALUES)
      const changed = values.map((value, n) => (n === place ? evil : value))
      return {
        what: `${String(values[0])}: value ${String(place)} of line ${String(row + 1)} is ${shown(evil)}`,
        bytes: replaceRow(JSON.stringify(changed)),
      }
    }
  }
}

const shown = (value: unknown): string => JSON.stringify(value).slice(0, 40)

/** Changes the head of a file and leaves the rest. */
export function withHead(file: Buffer, change: (head: Record<string, unknown>) => unknown): Buffer {
  const [head = '{}', ...rest] = linesOf(file)
  return packSigned([JSON.stringify(change(JSON.parse(head) as Record<string, unknown>)), ...rest])
}

/** Changes the rows of one table, with a matching checksum. */
export function withRows(file: Buffer, table: string, change: (values: unknown[]) => unknown[]): Buffer {
  return packSigned(
    linesOf(file).map((line) => {
      if (!line.startsWith(`["${table}",`)) return line
      const [, ...values] = JSON.parse(line) as unknown[]
      return JSON.stringify([table, ...change(values)])
    }),
  )
}

/** Values that no column of a session expects. */
const ODD_VALUES: readonly unknown[] = [
  ...['', ' ', '\u0000', 'NaN', 'null', 'javascript:alert(1)', '{}', '[]', '[{"ruleId":null,"text":7}]'],
  ...['\ud800', 'x'.repeat(1000), 'x'.repeat(3_000_000), `${'['.repeat(1000)}${']'.repeat(1000)}`],
  ...[-1, 0, 0.5, 1e300, -8.64e15, 8.64e15, 253_402_300_800_000, Number.MAX_SAFE_INTEGER],
  ...[null, true, false],
]

/** Sets a random column in the first row of a random table to an unexpected value; the checksum matches. */
export function oddValue(file: Buffer, chance: SeededRandom): MutatedFile {
  const lines = linesOf(file)
  const tables = TABLE_NAMES.filter((name) => lines.some((line) => line.startsWith(`["${name}",`)))
  const table = chance.pick(tables)
  const columns = columnsOf(table)
  const place = chance.below(columns.length)
  const odd = chance.pick(ODD_VALUES)
  const row = lines.findIndex((line) => line.startsWith(`["${table}",`))
  const values = JSON.parse(lines[row] ?? '[]') as unknown[]
  values[place + 1] = odd
  return {
    what: `${table}.${columns[place]?.name ?? ''} is ${shown(odd)}`,
    bytes: packSigned(lines.map((line, n) => (n === row ? JSON.stringify(values) : line))),
  }
}
