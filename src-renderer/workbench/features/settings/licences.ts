import { z } from 'zod'

/** A package of others that is in the program. The build writes the list, from what its bundles hold. */
const part = z.object({ name: z.string(), version: z.string(), licence: z.string(), text: z.string() })
const parts = z.object({ parts: z.array(part) })

export type Part = Readonly<z.infer<typeof part>>

/** The packages with their licences, by name. Rejects with what to do where the file is not there. */
export async function fetchParts(): Promise<readonly Part[]> {
  const answer = await fetch('../licences.json')
  if (!answer.ok) throw new Error('The licences are missing. Rebuild or reinstall Paybench.')
  const read = parts.safeParse(await answer.json())
  if (!read.success) throw new Error('The list of licences is damaged. Rebuild or reinstall Paybench.')
  return read.data.parts
}
