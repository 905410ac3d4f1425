/// <reference lib="dom" />
/** An animated WebP of screenshots. A browser compares and encodes them, so no image tool has to be installed. */

/** @typedef {{x: number, y: number, width: number, height: number, ms: number, data: Buffer}} Frame */

/** @param {number} value @param {number} bytes */
const littleEndian = (value, bytes) => {
  const buffer = Buffer.alloc(bytes)
  buffer.writeUIntLE(value, 0, bytes)
  return buffer
}

/** @param {string} name @param {readonly Buffer[]} parts */
const chunk = (name, parts) => {
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.from(name), littleEndian(body.length, 4), body, Buffer.alloc(body.length % 2)])
}

/**
 * The image chunks of a WebP file: without colour profile and container.
 * @param {Buffer} file
 */
const imageOf = (file) => {
  const parts = []
  for (let at = 12; at < file.length;) {
    const end = at + 8 + file.readUInt32LE(at + 4)
    if (/^(VP8 |VP8L|ALPH)$/.test(file.toString('latin1', at, at + 4)))
      parts.push(file.subarray(at, end + (end % 2)))
    at = end + (end % 2)
  }
  return Buffer.concat(parts)
}

/** @param {number} width @param {number} height @param {readonly Frame[]} frames */
const animation = (width, height, frames) =>
  chunk('RIFF', [
    Buffer.from('WEBP'),
    // Flag 2: animated.
    chunk('VP8X', [littleEndian(2, 4), littleEndian(width - 1, 3), littleEndian(height - 1, 3)]),
    chunk('ANIM', [littleEndian(0xffffffff, 4), littleEndian(0, 2)]),
    ...frames.map((frame) =>
      chunk('ANMF', [
        ...[frame.x / 2, frame.y / 2, frame.width - 1, frame.height - 1, frame.ms].map((part) =>
          littleEndian(part, 3),
        ),
        // Flag 2: replaces what was there.
        littleEndian(2, 1),
        frame.data,
      ]),
    ),
  ])

/**
 * Runs in the encoder's page: draws a circle at the pointer, then crops to what differs from the previous picture.
 * @param {{png: string, pointer: {x: number, y: number} | null}} shot
 */
const encode = async ({ png, pointer }) => {
  const image = new Image()
  image.src = `data:image/png;base64,${png}`
  await image.decode()
  const { width, height } = image
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('no canvas')
  context.drawImage(image, 0, 0)
  if (pointer !== null) {
    context.beginPath()
    context.arc(pointer.x, pointer.y, 13, 0, 7)
    context.fillStyle = 'rgba(37, 91, 183, 0.25)'
    context.strokeStyle = 'rgb(37, 91, 183)'
    context.lineWidth = 2
    context.fill()
    context.stroke()
  }
  const now = new Uint32Array(context.getImageData(0, 0, width, height).data.buffer)
  const before = /** @type {{shown?: Uint32Array}} */ (globalThis).shown
  Object.assign(globalThis, { shown: now })
  let [left, top, right, bottom] = before === undefined ? [0, 0, width, height] : [width, height, 0, 0]
  if (before !== undefined) {
    now.forEach((pixel, at) => {
      if (pixel === before[at]) return
      const [x, y] = [at % width, Math.floor(at / width)]
      left = Math.min(left, x)
      top = Math.min(top, y)
      right = Math.max(right, x + 1)
      bottom = Math.max(bottom, y + 1)
    })
    if (right === 0) [left, top, right, bottom] = [0, 0, 2, 2]
  }
  // The format stores half the offset of a frame, so it has to be even.
  const x = left - (left % 2)
  const y = top - (top % 2)
  const part = new OffscreenCanvas(right - x, bottom - y)
  part.getContext('2d')?.drawImage(canvas, -x, -y)
  const bytes = new Uint8Array(
    await (await part.convertToBlob({ type: 'image/webp', quality: 0.9 })).arrayBuffer(),
  )
  return { x, y, width: part.width, height: part.height, data: Array.from(bytes) }
}

/**
 * @param {import('playwright-core').Page} page to film
 * @param {import('playwright-core').Page} encoder an empty page
 */
export const film = (page, encoder) => {
  /** @type {Frame[]} */
  const frames = []
  return {
    /**
     * Keeps what the page shows.
     * @param {number} ms for how long
     * @param {import('playwright-core').Locator} [target] what the tester presses next
     */
    take: async (ms, target) => {
      const box = (await target?.boundingBox()) ?? null
      const pointer =
        box === null ? null : { x: box.x + Math.min(box.width / 2, 60), y: box.y + box.height / 2 }
      const png = (await page.screenshot({ animations: 'disabled' })).toString('base64')
      const { data, ...place } = await encoder.evaluate(encode, { png, pointer })
      frames.push({ ...place, ms, data: imageOf(Buffer.from(data)) })
    },
    /** @returns {Buffer} the file */
    finish: () => {
      const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
      return animation(width, height, frames)
    },
  }
}
