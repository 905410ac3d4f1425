/** Wire form of a time: `YYYY-MM-DDThh:mm:ss+0000`, UTC, no fraction (contract 3.1). Epoch milliseconds in. */
export function wireTime(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}+0000`
}
