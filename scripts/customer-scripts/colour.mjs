/** Converts OKLCH to sRGB, for browsers that support neither OKLCH nor custom properties. */

/** @param {number} linear */
const gamma = (linear) => {
  const clamped = Math.min(1, Math.max(0, linear))
  return clamped <= 0.0031308 ? 12.92 * clamped : 1.055 * clamped ** (1 / 2.4) - 0.055
}

/**
 * `#rrggbb`, or `rgba(…)` if the colour is translucent.
 * @param {number} lightness 0 to 1
 * @param {number} chroma
 * @param {number} hue degrees
 * @param {number} alpha 0 to 1
 */
const plainColour = (lightness, chroma, hue, alpha) => {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const channels = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((linear) => Math.round(gamma(linear) * 255))
  if (alpha < 1) return `rgba(${channels.join(',')},${alpha})`
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

/**
 * Replaces every `oklch(…)` in a value with a plain colour.
 * @param {string} value
 */
export const withPlainColours = (value) =>
  value.replace(
    /oklch\(\s*([\d.]+)\s+([\d.]+)\s+([\d.]+)(?:\s*\/\s*([\d.]+))?\s*\)/g,
    (_whole, l, c, h, alpha) => plainColour(Number(l), Number(c), Number(h), Number(alpha ?? 1)),
  )
