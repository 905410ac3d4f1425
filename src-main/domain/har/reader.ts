import { parseJson } from '#lib/json/parse'
import { surveyJson } from '#lib/json/scan'
import { LIMITS } from '#lib/limits/limit-table'
import type { Steps } from '#lib/steps'
import { isRecord, toPlain } from '#lib/json/node'
import { type HarMessage, readEntry } from './message'
import { createHarSplitter, type WrittenEntry } from './split'

/** `message` can be shown to a person. */
export interface HarError {
  /** Path of the wrong member, such as `log.entries[3].request.method`; empty for the whole file. */
  readonly field: string
  readonly message: string
}

const READ_AT_ONCE = 262_144

/** Reads an HTTP archive (HAR 1.2) in parts of any size; an error names the line and the member. */
export function createHarReader() {
  const splitter = createHarSplitter()
  let entries = 0
  let skipped = 0
  let error: HarError | null = null

  const fail = (field: string, line: number, what: string): HarError => {
    const message = `Line ${line}${field === '' ? '' : `, ${field}`}: ${what}. Nothing was imported.`
    error ??= { field, message }
    return error
  }

  const take = ({ text, line }: WrittenEntry, onMessage: (message: HarMessage) => void): void => {
    if (error !== null) return
    const place = `log.entries[${entries}]`
    if (entries === LIMITS.harEntries) {
      fail(
        'log.entries',
        line,
        `has more than ${LIMITS.harEntries} entries. Divide the file and import the parts`,
      )
      return
    }
    const json = parseEntry(text)
    if (!json.ok) {
      fail(place, line + json.line - 1, json.message)
      return
    }
    const reading = readEntry(json.value)
    entries += 1
    switch (reading.kind) {
      case 'message':
        onMessage(reading.message)
        return
      case 'skipped':
        skipped += 1
        return
      case 'error': {
        const { field, message } = reading
        fail(field === '' ? place : `${place}.${field}`, line, message)
      }
    }
  }

  return {
    /** Reads the next part of the file. Do not continue after an error. */
    *push(part: string, onMessage: (message: HarMessage) => void): Steps<HarError | null> {
      for (let from = 0; from < part.length && error === null; from += READ_AT_ONCE) {
        const entriesOfPart: WrittenEntry[] = []
        const split = splitter.push(part.slice(from, from + READ_AT_ONCE), (entry) => {
          entriesOfPart.push(entry)
        })
        for (const entry of entriesOfPart) {
          yield
          take(entry, onMessage)
        }
        if (split !== null) fail('', split.line, split.message)
        yield
      }
      return error
    },
    /** Call it after the last part. */
    end(): HarError | null {
      if (error !== null) return error
      const { skeleton, open } = splitter.end()
      if (open) {
        const line = skeleton.split('\n').length
        return fail(`log.entries[${entries}]`, line, 'the file ends inside this entry; it was cut off')
      }
      const json = parseEntry(skeleton)
      if (!json.ok) return fail('', json.line, json.message)
      const log = isRecord(json.value) ? json.value['log'] : undefined
      if (!isRecord(log)) return fail('log', 1, 'is missing: this is not an HTTP archive (HAR)')
      // The skeleton has a 0 for each entry.
      const written: readonly unknown[] | null = Array.isArray(log['entries']) ? log['entries'] : null
      if (written === null) return fail('log.entries', 1, 'must be an array')
      const wrongAt = written.findIndex((entry) => entry !== 0)
      if (wrongAt >= 0) return fail(`log.entries[${wrongAt}]`, 1, 'must be an object')
      if (written.length === entries) return null
      return fail('log.entries', 1, 'must be present once and contain only objects')
    },
    /** `entries`: all that were read; `skipped`: how many of them are not HTTP. */
    counts: () => ({ entries, skipped }),
  }
}

type Parsed =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly line: number; readonly message: string }

/** Counts the values first. JSON.parse is fast; if it fails, the strict parser locates the error. */
function parseEntry(text: string): Parsed {
  if (surveyJson(text).tooManyAt !== undefined) {
    return {
      ok: false,
      line: 1,
      message: `contains more than ${LIMITS.jsonValues} values; leave some of them out`,
    }
  }
  try {
    return { ok: true, value: JSON.parse(text) }
  } catch {
    const json = parseJson(text)
    return json.ok
      ? { ok: true, value: toPlain(json.root) }
      : { ok: false, line: json.line ?? 1, message: json.message.replace(/\.$/, '') }
  }
}
