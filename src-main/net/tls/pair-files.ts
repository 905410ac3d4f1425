import { chmod, mkdir, open, readFile, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { KeyAndCertificate } from './certificates'

/** A certificate file and its key file in one folder. */
export interface PairFiles {
  readonly cert: string
  readonly key: string
}

/** An unusable file that was moved aside. */
export interface SetAside {
  readonly file: string
  readonly movedTo: string
  /** Why, for people. */
  readonly reason: string
}

export type StoredPair =
  | { readonly kind: 'none' }
  /** Only one of the two files exists. */
  | { readonly kind: 'partial'; readonly present: string; readonly missing: string }
  | { readonly kind: 'pair'; readonly pair: KeyAndCertificate }

export function pairFiles(directory: string, name: string): PairFiles {
  return { cert: join(directory, `${name}.pem`), key: join(directory, `${name}.key.pem`) }
}

/** Reads the two files. Rejects with the system's error where a file exists but cannot be read. */
export async function readPair(files: PairFiles): Promise<StoredPair> {
  const certPem = await readIfThere(files.cert)
  const keyPem = await readIfThere(files.key)
  if (certPem === null && keyPem === null) return { kind: 'none' }
  if (certPem === null) return { kind: 'partial', present: files.key, missing: files.cert }
  if (keyPem === null) return { kind: 'partial', present: files.cert, missing: files.key }
  // Copying the folder may have made the key readable by others.
  if (((await stat(files.key)).mode & 0o077) !== 0) await chmod(files.key, 0o600)
  return { kind: 'pair', pair: { certPem, keyPem } }
}

/**
 * Writes the two files. Only the owner can read the key. The certificate is written last: a half-written pair is a key
 * without a certificate, which is set aside at the next start.
 */
export async function writePair(directory: string, files: PairFiles, pair: KeyAndCertificate): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  await writeWhole(files.key, pair.keyPem, 0o600)
  await writeWhole(files.cert, pair.certPem, 0o644)
}

/** Renames the files that exist to unused names in the same folder. */
export async function setAside(files: PairFiles, reason: string, now: Date): Promise<readonly SetAside[]> {
  const moved: SetAside[] = []
  const stamp = now.toISOString().replace(/[:.]/g, '-')
  for (const file of [files.cert, files.key]) {
    if (!(await isThere(file))) continue
    let movedTo = `${file}.set-aside-${stamp}`
    for (let attempt = 2; await isThere(movedTo); attempt += 1)
      movedTo = `${file}.set-aside-${stamp}-${attempt}`
    await rename(file, movedTo)
    moved.push({ file, movedTo, reason })
  }
  return moved
}

async function writeWhole(file: string, text: string, mode: number): Promise<void> {
  const draft = `${file}.new`
  const handle = await open(draft, 'w', mode)
  try {
    // The mode of `open` counts only for a new file.
    await handle.chmod(mode)
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(draft, file)
}

async function readIfThere(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

async function isThere(file: string): Promise<boolean> {
  try {
    await stat(file)
    return true
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
