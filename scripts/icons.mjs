/**
 * `npm run icons`: draws resources/icon.svg in all sizes and joins them into icon files for Windows and macOS,
 * so that packaging downloads no converter.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { chromiumSwitches } from './chromium-switches.mjs'
import { ensureChromium } from './chromium.mjs'
import { projectRoot, say } from './project.mjs'

const sizes = [16, 32, 48, 64, 128, 256, 512, 1024]

/** @param {number} size @returns {string} */
const fileOf = (size) => join(projectRoot, `resources/icons/${size}x${size}.png`)

/** The largest size in an ICO file is 256, written as 0. */
const icoSizes = sizes.filter((size) => size <= 256)

/** @returns {Buffer} a Windows icon: a directory of images, then the images */
const ico = () => {
  const images = icoSizes.map((size) => ({ size, image: readFileSync(fileOf(size)) }))
  const head = Buffer.alloc(6 + 16 * images.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(images.length, 4)
  let offset = head.length
  for (const [at, { size, image }] of images.entries()) {
    const entry = 6 + 16 * at
    head.writeUInt8(size % 256, entry)
    head.writeUInt8(size % 256, entry + 1)
    head.writeUInt16LE(1, entry + 4)
    head.writeUInt16LE(32, entry + 6)
    head.writeUInt32LE(image.length, entry + 8)
    head.writeUInt32LE(offset, entry + 12)
    offset += image.length
  }
  return Buffer.concat([head, ...images.map(({ image }) => image)])
}

/** The macOS name and the pixel size of each image; the last four are for high-density screens. */
const icnsTypes = /** @type {const} */ ([
  ...[
    ['icp4', 16],
    ['icp5', 32],
    ['icp6', 64],
    ['ic07', 128],
    ['ic08', 256],
    ['ic09', 512],
    ['ic10', 1024],
  ],
  ...[
    ['ic11', 32],
    ['ic12', 64],
    ['ic13', 256],
    ['ic14', 512],
  ],
])

/** @param {string} type @param {Buffer} content @returns {Buffer} */
const icnsPart = (type, content) => {
  const head = Buffer.alloc(8)
  head.write(type, 'latin1')
  head.writeUInt32BE(8 + content.length, 4)
  return Buffer.concat([head, content])
}

const drawing = readFileSync(join(projectRoot, 'resources/icon.svg'), 'utf8')
const browser = await chromium.launch({
  executablePath: await ensureChromium(),
  args: chromiumSwitches,
})
try {
  for (const size of sizes) {
    const page = await browser.newPage({ viewport: { width: size, height: size } })
    await page.setContent(
      `<style>body { margin: 0 } svg { display: block; width: 100vw; height: 100vh }</style>${drawing}`,
    )
    await page.screenshot({
      path: fileOf(size),
      omitBackground: true,
    })
    await page.close()
  }
} finally {
  await browser.close()
}
writeFileSync(join(projectRoot, 'resources/icon.ico'), ico())
const parts = icnsTypes.map(([type, size]) => icnsPart(type, readFileSync(fileOf(size))))
writeFileSync(join(projectRoot, 'resources/icon.icns'), icnsPart('icns', Buffer.concat(parts)))
say(`Drew ${sizes.length} icons`)
