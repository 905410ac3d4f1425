import { readFileSync } from 'node:fs'
import type { HostProcess } from './built-host'

/** Peak of the memory that a host held, in bytes; null where the system does not say. */
export function peakResidentBytes({ child }: HostProcess): number | null {
  if (process.platform !== 'linux') return null
  const status = readFileSync(`/proc/${String(child.pid)}/status`, 'utf8')
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024
}
