import { describe, expect, it } from 'vitest'
import { createPreferencesWriter, storedDrafts, storedPreferences } from './preferences'

/** A storage with room for so many characters, which counts what is written to it. */
function aStorage(room = Number.POSITIVE_INFINITY) {
  const texts = new Map<string, string>()
  const writes: string[] = []
  const used = (): number => [...texts.values()].reduce((sum, { length }) => sum + length, 0)
  return {
    writes,
    getItem: (key: string) => texts.get(key) ?? null,
    setItem(key: string, text: string) {
      writes.push(key)
      if (used() - (texts.get(key)?.length ?? 0) + text.length > room) throw new Error('Full.')
      texts.set(key, text)
    },
    removeItem(key: string) {
      texts.delete(key)
    },
    key: (at: number) => [...texts.keys()][at] ?? null,
    get length() {
      return texts.size
    },
  }
}

describe('what is restored after a reload', () => {
  it('is written where it changed: selecting a row writes no draft again', () => {
    const storage = aStorage()
    const write = createPreferencesWriter(storage)
    const state = { selection: 'a', drafts: { rule: 'long', other: 'text' } }
    write(state)
    storage.writes.length = 0
    write({ ...state, selection: 'b' })
    expect(storage.writes).toEqual(['paybench.workbench'])
    write({ ...state, selection: 'b', drafts: { ...state.drafts, other: 'text!' } })
    expect(storage.writes).toEqual(['paybench.workbench', 'paybench.draft.other'])
    expect(storedPreferences(storage)).toBe('{"selection":"b"}')
    expect(storedDrafts(storage)).toEqual({ rule: 'long', other: 'text!' })
  })

  it('loses a discarded draft, and none that another window keeps', () => {
    const storage = aStorage()
    const one = createPreferencesWriter(storage)
    const other = createPreferencesWriter(storage)
    one({ drafts: { mine: '1' } })
    other({ drafts: { theirs: '2' } })
    one({ drafts: {} })
    expect(storedDrafts(storage)).toEqual({ theirs: '2' })
  })

  it('keeps the stored text of a draft that has no room', () => {
    const storage = aStorage(60)
    const write = createPreferencesWriter(storage)
    write({ drafts: { rule: 'short' } })
    write({ drafts: { rule: 'x'.repeat(100), other: 'kept' } })
    expect(storedDrafts(storage)).toEqual({ rule: 'short', other: 'kept' })
    write({ drafts: { rule: 'shorter' } })
    expect(storedDrafts(storage)).toEqual({ rule: 'shorter' })
  })
})
