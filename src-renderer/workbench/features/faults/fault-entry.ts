import { CHARSETS, type Fault, type FaultKind, FIELD_SIGNINGS, REORDER_TARGETS } from '#domain/fault/fault'
import { FAULTS } from '#domain/fault/fault-table'

/** The parameters of a fault in the fields of a form, by name. */
export type FaultEntry = Readonly<Record<string, string>>

/** What the fields hold for a fault. */
export function entryOf(fault: Fault): FaultEntry {
  return Object.fromEntries(
    Object.entries(fault)
      .filter(([name]) => name !== 'kind')
      .map(([name, value]) => [name, String(value)]),
  )
}

/** What the fields hold when a kind has just been chosen. */
export function initialEntry(kind: FaultKind): FaultEntry {
  return entryOf(FAULTS[kind].example)
}

/** A number as it was typed; NaN where it is none, which the check of the rule reports. */
export function typedNumber(text: string | undefined): number {
  return text === undefined || text.trim() === '' ? NaN : Number(text)
}

/** The fault that the fields describe. Numbers that are none are NaN: `ruleProblems` says which. */
export function faultFrom(kind: FaultKind, entry: FaultEntry): Fault {
  const text = (name: string): string => entry[name] ?? ''
  const number = (name: string): number => typedNumber(entry[name])
  const signing = FIELD_SIGNINGS.find((one) => one === entry['signing']) ?? 'resign'
  switch (kind) {
    case 'delay':
      return { kind, ms: number('ms') }
    case 'duplicate':
      return { kind, copies: number('copies'), gapMs: number('gapMs') }
    case 'reorder': {
      const until = REORDER_TARGETS.find((one) => one === entry['until']) ?? 'next'
      return { kind, until, longestWaitMs: number('longestWaitMs') }
    }
    case 'changeField':
    case 'unknownField':
      return { kind, path: text('path'), value: text('value'), signing }
    case 'removeField':
      return { kind, path: text('path'), signing }
    case 'contentType':
      return { kind, contentType: text('contentType') }
    case 'charset': {
      const charset = CHARSETS.find((one) => one === entry['charset']) ?? 'utf-16le'
      return { kind, charset, announce: entry['announce'] === 'true' }
    }
    case 'chunked':
      return { kind, chunkBytes: number('chunkBytes') }
    case 'slowBody':
      return { kind, bytesPerSecond: number('bytesPerSecond') }
    case 'cut':
      return { kind, afterBytes: number('afterBytes') }
    case 'drop':
    case 'corruptSignature':
    case 'closeBeforeAnswer':
    case 'http10':
      return { kind }
  }
}
