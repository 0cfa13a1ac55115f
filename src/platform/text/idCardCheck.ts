const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];

/** The 18th character of an id card for its first 17 digits (GB 11643, ISO 7064 MOD 11-2). */
export function checkCharacter(first17: string): string {
  const sum = WEIGHTS.reduce((total, weight, index) => total + weight * Number(first17[index]), 0);
  return '10X98765432'.charAt(sum % 11);
}
