import { type PackedTexts, unpackTexts } from '#server/adapters/file-processing/conversion/packed-texts.ts';
import { iterateCooperatively } from '#server/kernel/scheduling.ts';

/** Rows of a part, each of which is parsed when it is read: the rows of a large bundle are never all in memory. */
export class BundleRows {
  readonly #texts: PackedTexts;

  constructor(texts: PackedTexts) {
    this.#texts = texts;
  }

  get length(): number {
    return this.#texts.ends.length;
  }

  /** Yields each row with its index, from 0; the server answers other requests between two rows. */
  async *entries(): AsyncGenerator<[index: number, row: unknown]> {
    let index = 0;
    for await (const text of iterateCooperatively(unpackTexts(this.#texts))) {
      yield [index, JSON.parse(text)];
      index += 1;
    }
  }
}
