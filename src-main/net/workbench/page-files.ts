import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { PAGE_CONTENT_TYPES } from '#lib/html/content-policy'

/** A file of the built page. */
export interface PageFile {
  readonly contentType: string
  readonly bytes: Uint8Array
  /** True where the name changes with the content, so that caches may keep the file forever. */
  readonly isHashed: boolean
}

/** Files by their path, beginning with a slash. */
export type PageFiles = ReadonlyMap<string, PageFile>

/** The path of the start page in the folder of the build. */
export const START_PAGE = '/workbench/index.html'

/**
 * Reads the built page into memory. Only these files are served, by their exact path, so no path can leave the folder,
 * and a build during the run does not mix two versions. A missing folder results in no files.
 */
export async function readPageFiles(directory: string): Promise<PageFiles> {
  const files = new Map<string, PageFile>()
  for (const file of await filesBelow(directory)) {
    const contentType = PAGE_CONTENT_TYPES[extname(file).toLowerCase()]
    if (contentType === undefined) continue
    const path = `/${relative(directory, file).split(sep).join('/')}`
    const isHashed = /^\/assets\/.*-[\w-]{8,}\.\w+$/.test(path)
    files.set(path, { contentType, bytes: new Uint8Array(await readFile(file)), isHashed })
  }
  return files
}

async function filesBelow(directory: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(directory, { recursive: true, withFileTypes: true })
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}
