import { z } from 'zod'
import { isoTime } from './shapes'

export const SESSION_FILE_EXTENSION = '.paybench'

export const SESSION_CHUNK_BYTES = 1024 * 1024

/** `readOnly`: nothing can change and nothing is sent. `live`: everything continues where it stopped. */
export const sessionMode = z.enum(['readOnly', 'live'])
export type SessionMode = z.infer<typeof sessionMode>

export const openSession = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('own') }),
  z.object({
    kind: z.literal('imported'),
    id: z.string(),
    name: z.string(),
    mode: sessionMode,
    /** False if the file has no secrets: signatures cannot be checked or made. */
    hasSecrets: z.boolean(),
  }),
])
export type OpenSession = z.infer<typeof openSession>

export const sessionView = z.object({
  id: z.string(),
  /** Name of the file, without its extension. */
  name: z.string(),
  /** Wall times. */
  exportedAt: isoTime,
  importedAt: isoTime,
  version: z.string(),
  /** The virtual clock in the file. */
  clock: isoTime,
  hasSecrets: z.boolean(),
  payments: z.int(),
  messages: z.int(),
  /** True if it has been opened live, so that it may differ from its file. */
  wasLive: z.boolean(),
})
export type SessionView = z.infer<typeof sessionView>

export const exportView = z.object({
  id: z.string(),
  fileName: z.string(),
  /** In the data folder; if Paybench keeps its data in memory, in a temporary folder removed when it closes. */
  path: z.string(),
  bytes: z.int(),
  /** Of the complete file, lower-case hexadecimal. */
  sha256: z.string(),
  hasSecrets: z.boolean(),
  payments: z.int(),
  messages: z.int(),
})
export type ExportView = z.infer<typeof exportView>

export const sessionsList = z.object({ open: openSession, items: z.array(sessionView) })

/** `includeSecrets` (default true): without secrets the session can be read, but not continued. */
export const exportParams = z.strictObject({ includeSecrets: z.boolean().optional() })

const id = z.string().min(1).max(100)

/** `offset` counts bytes from 0. */
export const downloadParams = z.strictObject({ id, offset: z.int().min(0) })
/** `next` is the next offset; null if the file is complete. */
export const downloadResult = z.object({ chunkBase64: z.string(), next: z.int().nullable() })

export const idParams = z.strictObject({ id })

/**
 * A part of a session file. The caller names its `upload`; `index` counts the parts from 0, in order. `name` is
 * the name of the session; only that of the first part counts.
 */
export const uploadParams = z.strictObject({
  upload: id,
  index: z.int().min(0),
  chunkBase64: z.string().max(6_000_000),
  last: z.boolean(),
  name: z.string().trim().min(1).max(120).optional(),
})

/** `session` comes with the last part. */
export const uploadResult = z.object({ session: sessionView.optional() })

export const openParams = z.strictObject({ id, mode: sessionMode })

/** Progress of an export or import; `total` is null if not known yet. */
export const sessionProgress = z.object({
  work: z.enum(['export', 'import']),
  rows: z.int(),
  total: z.int().nullable(),
})
export type SessionProgress = z.infer<typeof sessionProgress>
