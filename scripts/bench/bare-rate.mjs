import { join } from 'node:path'
import { startProgram } from './host.mjs'
import { load } from './load.mjs'

const connections = 16
const warmUpRequests = 2000

/**
 * What bare node:http answers in this run: the reference of loads that are measured as a whole.
 * @param {{next: () => import('./load.mjs').Request, seconds: number}} options
 * @returns {Promise<number>} requests per second
 */
export const bareRate = async ({ next, seconds }) => {
  const bare = await startProgram([join(import.meta.dirname, 'bare-server.mjs')])
  try {
    let left = warmUpRequests
    await load({ url: bare.line, connections, next: () => (left-- > 0 ? next() : undefined) })
    const { perSecond } = await load({ url: bare.line, connections, next, seconds })
    return perSecond
  } finally {
    await bare.stop()
  }
}
