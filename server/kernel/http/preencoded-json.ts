import { randomUUID } from 'node:crypto';

/** Placeholder of a part while an answer is written; it is never sent. */
const placeholder = randomUUID();
const placeholderText = JSON.stringify(placeholder);
let parts: Buffer[] | undefined;

/**
 * A part of answers that is always the same and never changes, such as the model of a published form: written
 * and encoded once and inserted into each answer. In any other JSON it is written as its value.
 */
export class PreencodedJson {
  readonly #value: object;
  #bytes: Buffer | undefined;

  constructor(value: object) {
    this.#value = value;
  }

  toJSON(): unknown {
    if (parts === undefined) return this.#value;
    this.#bytes ??= Buffer.from(JSON.stringify(this.#value));
    parts.push(this.#bytes);
    return placeholder;
  }
}

/** Returns the JSON of a value to send: bytes if it contains such parts, else its text. */
export function writeJson(value: unknown): string | Buffer {
  parts = [];
  try {
    const text = JSON.stringify(value);
    if (parts.length === 0) return text;
    // Parts were collected in the order of their placeholders in the text.
    const between = text.split(placeholderText);
    const partsOfText = parts;
    return Buffer.concat(
      between.flatMap((textBefore, index) => {
        const part = partsOfText[index];
        return part === undefined ? [Buffer.from(textBefore)] : [Buffer.from(textBefore), part];
      }),
    );
  } finally {
    parts = undefined;
  }
}
