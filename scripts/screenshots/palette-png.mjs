import { crc32, deflateSync, inflateSync } from 'node:zlib'

/** Shades a picture of ours may have: what one byte a pixel can name. */
const most = 256

/**
 * Pixels of a PNG as a browser writes it: eight bits a channel, not interlaced.
 * @param {Buffer} png
 * @returns {{width: number, height: number, rgb: Buffer}} three bytes a pixel
 */
const readPng = (png) => {
  const parts = []
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)))
  const width = png.readUInt32BE(16)
  const height = png.readUInt32BE(20)
  const channels = png[25] === 6 ? 4 : 3
  const line = width * channels
  const lines = inflateSync(Buffer.concat(parts))
  const rgb = Buffer.alloc(width * height * 3)
  let above = Buffer.alloc(line)
  for (let y = 0; y < height; y += 1) {
    const start = y * (line + 1)
    const row = lines.subarray(start + 1, start + 1 + line)
    undoFilter(lines[start] ?? 0, row, above, channels)
    for (let x = 0; x < width; x += 1) row.copy(rgb, (y * width + x) * 3, x * channels, x * channels + 3)
    above = row
  }
  return { width, height, rgb }
}

/** @param {number} kind @param {Buffer} row changed in place @param {Buffer} above @param {number} step bytes a pixel */
const undoFilter = (kind, row, above, step) => {
  for (let at = 0; at < row.length; at += 1) {
    const left = row[at - step] ?? 0
    const up = above[at] ?? 0
    const corner = above[at - step] ?? 0
    const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][kind] ?? 0
    row[at] = ((row[at] ?? 0) + guess) & 255
  }
}

/** @param {number} left @param {number} up @param {number} corner */
const paeth = (left, up, corner) => {
  const guess = left + up - corner
  const toLeft = Math.abs(guess - left)
  const toUp = Math.abs(guess - up)
  const toCorner = Math.abs(guess - corner)
  if (toLeft <= toUp && toLeft <= toCorner) return left
  return toUp <= toCorner ? up : corner
}

/**
 * Groups colours by halving the group with the widest spread until there are enough groups.
 * @param {Map<number, number>} counts pixels of each colour
 * @returns {{colours: number[], indexOf: Map<number, number>}}
 */
const choosePalette = (counts) => {
  /** @param {number} colour @param {number} channel */
  const channelOf = (colour, channel) => (colour >> (16 - 8 * channel)) & 255
  /** @param {number[]} group */
  const measured = (group) => {
    const spreads = [0, 1, 2].map((channel) => {
      const values = group.map((colour) => channelOf(colour, channel))
      return Math.max(...values) - Math.min(...values)
    })
    const spread = Math.max(...spreads)
    return { group, spread, channel: spreads.indexOf(spread) }
  }
  // The commonest colours stay exactly as they are, so that no background changes its shade.
  const byCount = [...counts.keys()].sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0))
  const exact = byCount.slice(0, most / 2)
  const rest = byCount.slice(most / 2)
  const groups = rest.length === 0 ? [] : [measured(rest)]
  while (groups.length < most / 2) {
    groups.sort((a, b) => b.spread - a.spread)
    const widest = groups[0]
    if (widest === undefined || widest.spread === 0) break
    const { group, channel } = widest
    const sorted = group.sort((a, b) => channelOf(a, channel) - channelOf(b, channel))
    const half = sorted.length >> 1
    groups.splice(0, 1, measured(sorted.slice(0, half)), measured(sorted.slice(half)))
  }
  const colours = [...exact]
  const indexOf = new Map(exact.map((colour, index) => [colour, index]))
  for (const { group } of groups) {
    const weight = group.reduce((sum, colour) => sum + (counts.get(colour) ?? 0), 0)
    const [red = 0, green = 0, blue = 0] = [0, 1, 2].map((channel) =>
      Math.round(
        group.reduce((sum, colour) => sum + channelOf(colour, channel) * (counts.get(colour) ?? 0), 0) /
          weight,
      ),
    )
    for (const colour of group) indexOf.set(colour, colours.length)
    colours.push((red << 16) | (green << 8) | blue)
  }
  return { colours, indexOf }
}

/** @param {string} name @param {Buffer} content */
const chunk = (name, content) => {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const out = Buffer.alloc(content.length + 12)
  out.writeUInt32BE(content.length)
  named.copy(out, 4)
  out.writeUInt32BE(crc32(named), content.length + 8)
  return out
}

/**
 * The same picture with a palette, about a third of the size. A picture of our pages has few colours, and the pictures of
 * the guides are read through every clone.
 * @param {Buffer} png
 * @returns {Buffer}
 */
export const withPalette = (png) => {
  const { width, height, rgb } = readPng(png)
  const pixels = Array.from({ length: width * height }, (_, at) => rgb.readUIntBE(at * 3, 3))
  /** @type {Map<number, number>} */
  const counts = new Map()
  for (const colour of pixels) counts.set(colour, (counts.get(colour) ?? 0) + 1)
  const { colours, indexOf } = choosePalette(counts)
  const lines = Buffer.alloc((width + 1) * height)
  pixels.forEach((colour, at) => {
    lines[at + Math.floor(at / width) + 1] = indexOf.get(colour) ?? 0
  })
  const palette = Buffer.alloc(colours.length * 3)
  colours.forEach((colour, index) => palette.writeUIntBE(colour, index * 3, 3))
  const head = Buffer.from(png.subarray(16, 29))
  head.set([8, 3, 0, 0, 0], 8)
  return Buffer.concat([
    png.subarray(0, 8),
    chunk('IHDR', head),
    chunk('PLTE', palette),
    chunk('IDAT', deflateSync(lines, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
