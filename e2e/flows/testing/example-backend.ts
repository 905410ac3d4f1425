import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export interface ExampleBackend {
  readonly url: string
  close(): Promise<void>
}

/** Starts a back end of docs/examples for the project 9041, as the guides describe. */
export async function openBackend(
  file: 'backend.mjs' | 'methods.mjs',
  { platform, secret }: { readonly platform: string; readonly secret: string },
): Promise<ExampleBackend> {
  const program = join(import.meta.dirname, '../../../docs/examples', file)
  const child = spawn(process.execPath, [program], {
    env: { PROJECT_ID: '9041', PROJECT_SECRET: secret, PLATFORM: platform, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  return {
    url: line.replace('The back end is at ', ''),
    async close() {
      child.kill()
      await once(child, 'exit')
    },
  }
}
