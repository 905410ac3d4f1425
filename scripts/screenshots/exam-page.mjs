import { once } from 'node:events'
import { createServer } from 'node:http'
import { rail } from './workbench-pages.mjs'

/** @typedef {import('./workbench-pages.mjs').Picture} Picture */

/** A receiver that reads JSON and verifies nothing. @returns {Promise<{url: string, close: () => void}>} */
export const trustingMerchant = async () => {
  const server = createServer(async (request, response) => {
    const chunks = []
    for await (const chunk of request) chunks.push(chunk)
    try {
      JSON.parse(Buffer.concat(chunks).toString('utf8'))
      response.writeHead(200).end()
    } catch {
      response.writeHead(400, { 'content-type': 'text/plain' }).end('no JSON')
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  return { url: `http://127.0.0.1:${port}/hooks/payments`, close: () => server.close() }
}

/** The exam of a merchant: its settings, and its result. @param {string} callbackUrl @returns {readonly Picture[]} */
export const examPages = (callbackUrl) => [
  {
    name: 'exam-setup',
    async open(page) {
      await rail('Exam')(page)
      const again = page.getByRole('button', { name: 'Examine again…' })
      const address = page.getByRole('textbox', { name: 'Callback address' })
      await again.or(address).waitFor()
      if (await again.isVisible()) await again.click()
      await address.fill(callbackUrl)
      await page.getByRole('textbox', { name: 'An order as JSON' }).fill('')
    },
  },
  {
    name: 'exam',
    async open(page) {
      await page.getByRole('textbox', { name: 'Port of the platform' }).fill('0')
      await page.getByRole('button', { name: 'Start the exam' }).click()
      await page.getByRole('heading', { name: 'The exam is running' }).waitFor()
      await page.getByRole('img', { name: /^Grade/ }).waitFor({ timeout: 60_000 })
      await page.getByRole('row', { name: /^2 failed/ }).click()
    },
  },
]
