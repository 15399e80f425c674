import { createReadStream } from 'node:fs';
import { containsEicar, eicarBytes } from '#domain/uploads/danger.ts';
import type { ClamdAddress } from '#server/kernel/config/uploads.ts';
import { createClamd } from './clamd.ts';
import type { VirusScanner } from './scanner.ts';

/** Creates the real scanner if the operator runs one, else the built-in simulator. */
export function createVirusScanner(address: ClamdAddress | undefined): VirusScanner {
  return address ? createClamd(address) : createScannerSimulator();
}

/** Creates the built-in simulator, which detects only the EICAR test file. */
function createScannerSimulator(): VirusScanner {
  return {
    isSimulated: true,
    async scan(path) {
      let before = '';
      for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
        const text = before + chunk.toString('latin1');
        if (containsEicar(text)) return 'EICAR';
        before = text.slice(-eicarBytes);
      }
      return undefined;
    },
  };
}
