import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * @param {number} pid
 * @returns {number} bytes of a process that are in memory
 */
export const residentBytes = (pid) => {
  if (process.platform === 'linux') {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return Number(kilobytes) * 1024
  }
  if (process.platform === 'win32') {
    const script = `(Get-Process -Id ${pid}).WorkingSet64`
    return Number(execFileSync('powershell', ['-NoProfile', '-Command', script], { encoding: 'utf8' }))
  }
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) * 1024
}
