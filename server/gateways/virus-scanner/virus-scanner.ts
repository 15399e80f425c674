import type { ClamdAddress } from '#server/config/uploads.ts';
import { createClamd } from './clamd.ts';
import type { VirusScanner } from './scanner.ts';
import { createScannerTwin } from './scanner-twin.ts';

/** The real scanner where the operator runs one, else the built-in twin. */
export function createVirusScanner(address: ClamdAddress | undefined): VirusScanner {
  return address ? createClamd(address) : createScannerTwin();
}
