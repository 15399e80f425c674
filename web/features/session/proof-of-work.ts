import { sha256 } from '#web/toolkit/files/sha256.ts';

const attemptsPerTurn = 4000;

/**
 * Returns a number n so that SHA-256 of `salt` + n begins with `difficulty` zero bits; the page stays usable
 * meanwhile.
 */
export async function solveProofOfWork(salt: string, difficulty: number): Promise<string> {
  const encoder = new TextEncoder();
  for (let n = 0; ; n++) {
    if (leadingZeroBits(sha256(encoder.encode(salt + n))) >= difficulty) return String(n);
    if (n % attemptsPerTurn === attemptsPerTurn - 1) await new Promise((resolve) => setTimeout(resolve));
  }
}

export function leadingZeroBits(hash: Uint32Array): number {
  let bits = 0;
  for (const word of hash) {
    if (word !== 0) return bits + Math.clz32(word);
    bits += 32;
  }
  return bits;
}
