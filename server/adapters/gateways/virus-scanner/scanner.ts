/** Looks for known viruses in a file on disk. */
export interface VirusScanner {
  /** True for the built-in simulator, which detects the EICAR test file only. */
  isTwin: boolean;
  /** The name of what was found; undefined when nothing was. Throws `ScannerAway` when it cannot tell. */
  scan(path: string): Promise<string | undefined>;
}

/** The scanner gave no verdict; the file must not be kept. */
export class ScannerAway extends Error {}
