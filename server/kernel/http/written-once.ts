import { randomUUID } from 'node:crypto';

/** Placeholder of a part while an answer is written; it never leaves this process. */
const mark = randomUUID();
const markText = JSON.stringify(mark);
let parts: Buffer[] | undefined;

/**
 * A part of answers that is the same in all of them and never changes, such as the model of a published form: written and
 * encoded once and put into each answer as it is. Anywhere else it is written as what it stands for.
 */
export class WrittenOnce {
  readonly #value: object;
  #bytes: Buffer | undefined;

  constructor(value: object) {
    this.#value = value;
  }

  toJSON(): unknown {
    if (parts === undefined) return this.#value;
    this.#bytes ??= Buffer.from(JSON.stringify(this.#value));
    parts.push(this.#bytes);
    return mark;
  }
}

/** The JSON of a value as it is sent: bytes where parts of it were written before, else its text. */
export function writeJson(value: unknown): string | Buffer {
  parts = [];
  try {
    const text = JSON.stringify(value);
    if (parts.length === 0) return text;
    // Parts were asked for in the order in which their marks stand in the text.
    const between = text.split(markText);
    const written = parts;
    return Buffer.concat(
      between.flatMap((piece, at) => {
        const part = written[at];
        return part === undefined ? [Buffer.from(piece)] : [Buffer.from(piece), part];
      }),
    );
  } finally {
    parts = undefined;
  }
}
