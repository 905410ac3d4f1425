import type { DeviceName } from './draft'

export interface Size {
  readonly width: number
  readonly height: number
}

/** Screens in CSS pixels; `fit` uses the available space, unscaled. */
export const DEVICES: Readonly<Record<DeviceName, { readonly label: string; readonly size: Size | null }>> = {
  phone: { label: 'Phone', size: { width: 390, height: 844 } },
  tablet: { label: 'Tablet', size: { width: 820, height: 1180 } },
  laptop: { label: 'Laptop', size: { width: 1280, height: 800 } },
  fit: { label: 'Unscaled', size: null },
}

export interface Fitted {
  /** The page's own size, in its CSS pixels. */
  readonly page: Size
  /** Scale: pixels of the window for one pixel of the page, at most 1. */
  readonly scale: number
}

/** A device scaled to the available space, in steps of a hundredth so that its edges stay stable while the space is resized. */
export function fitDevice(device: DeviceName, room: Size): Fitted {
  const { size } = DEVICES[device]
  if (size === null) return { page: room, scale: 1 }
  const scale = Math.min(1, room.width / size.width, room.height / size.height)
  return { page: size, scale: Math.max(0.1, Math.floor(scale * 100) / 100) }
}
