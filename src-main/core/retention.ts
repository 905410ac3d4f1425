import { z } from 'zod'
import type { Durability, Store } from '#store/store'
import { readStoredJson } from './stored-json'
import { readShape } from '#protocol/read-shape'

/** Limits and durability of the store as the tester set them. */
export interface StorageSettings {
  /** Exchanges and callbacks together. */
  readonly maxMessages: number
  /** Size of the database. */
  readonly maxBytes: number
  readonly durability: Durability
}

const DEFAULTS: StorageSettings = {
  maxMessages: 2_000_000,
  maxBytes: 8 * 1024 ** 3,
  durability: 'normal',
}
const KEY = 'storage'
const stored = z.object({
  maxMessages: z.number(),
  maxBytes: z.number(),
  durability: z.enum(['normal', 'full']),
})

/** The storage settings; a change is stored and applied at once. */
export interface StorageSettingsRepository {
  readonly current: StorageSettings
  update(change: { [Name in keyof StorageSettings]?: StorageSettings[Name] | undefined }): void
}

/** Reads the storage settings and applies them to the store. Unreadable settings are replaced by the defaults. */
export function createStorageSettings(store: Store): StorageSettingsRepository {
  const apply = (settings: StorageSettings): StorageSettings => {
    store.retention.setCaps(settings)
    store.setDurability(settings.durability)
    return settings
  }
  const text = store.settings.get(KEY)
  const parsed = text === null ? null : readShape(stored, readStoredJson(text))
  let current = apply(parsed?.success === true ? parsed.data : DEFAULTS)
  return {
    get current() {
      return current
    },
    update(change) {
      current = apply({
        maxMessages: change.maxMessages ?? current.maxMessages,
        maxBytes: change.maxBytes ?? current.maxBytes,
        durability: change.durability ?? current.durability,
      })
      store.settings.set(KEY, JSON.stringify(current))
    },
  }
}
