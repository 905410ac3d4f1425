import { randomBytes } from 'node:crypto'
import { open, rm, stat, type FileHandle } from 'node:fs/promises'
import { errorText, StartProblem } from '#lib/error-text'

/** Generated tokens are hexadecimal, which is valid wherever a token is sent. */
const TOKEN_BYTES = 32

/** Only characters that are allowed in a WebSocket subprotocol and in an address. */
const TOKEN = /^[\w-]{16,200}$/

/** Room for a token and blank lines. */
const MAX_FILE_BYTES = 1024

/**
 * Reads a token file (created for its owner alone if missing); without a file, makes a random token for this run.
 * Throws a {@link StartProblem} if the file cannot be used.
 */
export async function openToken(file: string | null): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('hex')
  if (file === null) return token
  try {
    const found = await readToken(file)
    if (found !== null) return found
  } catch (error) {
    if (error instanceof StartProblem) throw error
    const what = `cannot be read: ${errorText(error)}. Check its permissions, or choose another file.`
    throw refusal(file, what, error)
  }
  try {
    await writeNew(file, token)
    return token
  } catch (error) {
    const what = `cannot be created: ${errorText(error)}. Check its folder, or choose another file.`
    throw refusal(file, what, error)
  }
}

const refusal = (file: string, what: string, cause?: unknown): StartProblem =>
  new StartProblem(`The token file ${file} (--token-file) ${what}`, { cause })

/** Null if the file is missing. Opens only regular files: reading a pipe or device may never end. */
async function readToken(file: string): Promise<string | null> {
  const found = await stat(file).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  })
  if (found === null) return null
  if (!found.isFile()) throw refusal(file, 'is not a regular file. Give the path of one, or of a new file.')
  const token = await withFile(file, 'r', async (handle) => {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(MAX_FILE_BYTES + 1))
    return bytesRead > MAX_FILE_BYTES ? '' : buffer.toString('utf8', 0, bytesRead).trim()
  })
  if (TOKEN.test(token)) return token
  throw refusal(
    file,
    'holds no token. Write 16 to 200 letters, digits, - and _ into it and nothing else, or delete it: ' +
      'Paybench then creates it with a new token.',
  )
}

/** Leaves no empty file if the token cannot be written. */
async function writeNew(file: string, token: string): Promise<void> {
  await withFile(file, 'wx', async (handle) => {
    try {
      await handle.writeFile(`${token}\n`)
      await handle.sync()
    } catch (error) {
      await rm(file, { force: true })
      throw error
    }
  })
}

async function withFile<T>(
  file: string,
  flags: 'r' | 'wx',
  task: (handle: FileHandle) => Promise<T>,
): Promise<T> {
  const handle = await open(file, flags, 0o600)
  try {
    return await task(handle)
  } finally {
    await handle.close()
  }
}
