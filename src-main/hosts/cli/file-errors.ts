import { errorText } from '#lib/error-text'

/** What the codes of the operating system say about a file or folder. */
const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'access is denied',
  EPERM: 'access is denied',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'your share of the disk is used up',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is a file, not a folder',
  EEXIST: 'a file is in the place of a folder',
  ENOENT: 'it is not there',
  ENAMETOOLONG: 'its name is too long',
  ELOOP: 'its links lead in a circle',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  EBUSY: 'another program uses it',
  EIO: 'the disk failed',
}

/** Whether the operating system refused to read or write. */
export const isFileError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error

/** Says in words why a file or folder could not be read or written. */
export const fileReason = (error: unknown): string =>
  (isFileError(error) ? REASONS[error.code ?? ''] : undefined) ?? errorText(error)

/**
 * Writes the file or folder that an option names.
 * @throws Error with option, path, reason and remedy where the operating system refuses; any other error unchanged
 */
export async function writeFor(option: string, path: string, write: () => Promise<void>): Promise<void> {
  try {
    await write()
  } catch (error) {
    if (!isFileError(error)) throw error
    throw new Error(
      `${option}: ${path} cannot be written: ${fileReason(error)}. Make it writable, or give ${option} another path.`,
      { cause: error },
    )
  }
}
