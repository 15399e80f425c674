/** Many texts in one buffer, which is transferred between processes without copying each. */
export interface PackedTexts {
  bytes: Uint8Array<ArrayBuffer>;
  /** The end offset of each text. */
  ends: Uint32Array<ArrayBuffer>;
}

export function packTexts(texts: readonly string[]): PackedTexts {
  const ends = new Uint32Array(texts.length);
  let length = 0;
  for (const [at, text] of texts.entries()) {
    length += Buffer.byteLength(text);
    ends[at] = length;
  }
  const bytes = new Uint8Array(length);
  const into = Buffer.from(bytes.buffer);
  for (const [at, text] of texts.entries()) into.write(text, startOf({ ends }, at));
  return { bytes, ends };
}

const startOf = ({ ends }: Pick<PackedTexts, 'ends'>, at: number) => ends[at - 1] ?? 0;

export function* unpackTexts({ bytes, ends }: PackedTexts): Generator<string> {
  const from = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (const [at, end] of ends.entries()) yield from.toString('utf8', startOf({ ends }, at), end);
}
