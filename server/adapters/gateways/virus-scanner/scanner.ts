/** Scans a file on disk for known viruses. */
export interface VirusScanner {
  /** True for the built-in simulator, which detects the EICAR test file only. */
  isSimulated: boolean;
  /**
   * Returns the name of the found virus; undefined if there is none. Throws `ScannerUnavailableError` if it cannot
   * decide.
   */
  scan(path: string): Promise<string | undefined>;
}

/** The scanner gave no result; the file must not be stored. */
export class ScannerUnavailableError extends Error {}
