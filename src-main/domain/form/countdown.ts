/** Writes `14:32`, from one hour `1:14:32`, from one day `2 d 1:14:32`; never negative. The page runs it too. */
export function countdownText(milliseconds: number, dayShort: string): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000))
  const padded = (value: number): string => (value < 10 ? `0${value}` : String(value))
  const days = Math.floor(seconds / 86_400)
  const hours = Math.floor((seconds % 86_400) / 3_600)
  const minutes = Math.floor((seconds % 3_600) / 60)
  const short = `${padded(minutes)}:${padded(seconds % 60)}`
  if (days > 0) return `${days} ${dayShort} ${hours}:${short}`
  return hours > 0 ? `${hours}:${short}` : short
}
