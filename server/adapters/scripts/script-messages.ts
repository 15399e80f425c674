/** Messages between the server and the thread that runs scripts. */

/** The data that a thread receives when it starts. */
export interface ScriptThreadData {
  engine: Uint8Array<ArrayBuffer>;
  memoryBytes: number;
  /** Maximum length of the source and of the answer. */
  maxAnswerLength: number;
}

export interface ScriptJob {
  script: string;
  /** The values as JSON text. */
  inputJson: string;
  /** The time that the script sees, in milliseconds since 1970. */
  now: number;
}

/** `ready` after the start, `begun` before a script runs, and then its answer. */
export type ScriptMessage =
  | 'ready'
  | 'begun'
  | { json: string }
  | { failure: 'memory' | 'answer' | 'fault'; message: string };
