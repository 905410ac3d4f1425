const STEP = 0x9e3779b9

/** Mixes 32 bits so that neighbouring numbers give unrelated results (the finaliser of MurmurHash3). */
function mixed(bits: number): number {
  let value = bits >>> 0
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return (value ^ (value >>> 16)) >>> 0
}

/**
 * The n-th random number of a seed, from 0 to below 1. It depends on nothing else, so that a test run can be repeated:
 * the same seed and the same order of messages give the same faults.
 */
export function chanceAt(seed: number, n: number): number {
  const high = Math.floor(n / 0x1_0000_0000)
  return mixed(mixed(mixed(seed) + Math.imul(n | 0, STEP)) ^ high) / 0x1_0000_0000
}
