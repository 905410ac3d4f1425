/** Wire form of a time: `YYYY-MM-DDThh:mm:ss+0000`, UTC, no fraction (contract 3.1). Epoch milliseconds in. */
export function wireTime(at: number): string {
  return new Date(at).toISOString().replace(/\.\d{3}Z$/, '+0000')
}
