/** Electronic commerce indicator of an authenticated payment: mastercard's brands count differently (contract 3.6). */
export function eciOf(brand: string | null): string {
  return brand === 'mastercard' || brand === 'maestro' ? '02' : '05'
}
