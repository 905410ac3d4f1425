import { crc32, deflateSync } from 'node:zlib'
import { encode } from 'uqr'
import { encodeUtf8 } from '#lib/bytes/utf8'
import type { Html } from '#lib/html/html'

/** Light modules around the code, by which readers find it. */
const BORDER = 4

/** A QR code as a drawing, black on nothing; the page supplies a light ground and its border. */
export function qrSvg(text: string): Html {
  const { data, size } = encode(text, { border: 0 })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return {
    markup: `<svg viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges" aria-hidden="true" focusable="false"><path d="${dark.join('')}"/></svg>`,
  }
}

/** Pixels of a module in {@link qrPng}. */
const SCALE = 8

/** A QR code as a PNG file with one bit a pixel. */
export function qrPng(text: string): Uint8Array {
  const { data, size } = encode(text, { border: BORDER })
  const width = size * SCALE
  const rows = data.flatMap((row) => {
    const line = new Uint8Array(1 + Math.ceil(width / 8))
    // At 8 pixels of one bit, each module fills a byte.
    row.forEach((isDark, x) => (line[1 + x] = isDark ? 0 : 0xff))
    return Array.from({ length: SCALE }, () => line)
  })
  // Width, height, one bit a pixel, grey, and three bytes that are always 0.
  const header = joinBytes([uint32(width), uint32(width), Uint8Array.of(1, 0, 0, 0, 0)])
  return joinBytes([
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    ...chunk('IHDR', header),
    ...chunk('IDAT', deflateSync(joinBytes(rows))),
    ...chunk('IEND', new Uint8Array()),
  ])
}

function chunk(type: string, content: Uint8Array): readonly Uint8Array[] {
  const body = joinBytes([encodeUtf8(type), content])
  return [uint32(content.length), body, uint32(crc32(body))]
}

const joinBytes = (parts: readonly Uint8Array[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => Array.from(part)))

function uint32(value: number): Uint8Array {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, value)
  return bytes
}
