/** Many texts in one buffer, which is transferred between processes without copying each. */
export interface PackedTexts {
  bytes: Uint8Array<ArrayBuffer>;
  /** The end offset of each text. */
  ends: Uint32Array<ArrayBuffer>;
}

export function packTexts(texts: readonly string[]): PackedTexts {
  const ends = new Uint32Array(texts.length);
  let length = 0;
  for (const [index, text] of texts.entries()) {
    length += Buffer.byteLength(text);
    ends[index] = length;
  }
  const bytes = new Uint8Array(length);
  const target = Buffer.from(bytes.buffer);
  for (const [index, text] of texts.entries()) target.write(text, startOf({ ends }, index));
  return { bytes, ends };
}

const startOf = ({ ends }: Pick<PackedTexts, 'ends'>, index: number) => ends[index - 1] ?? 0;

export function* unpackTexts({ bytes, ends }: PackedTexts): Generator<string> {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (const [index, end] of ends.entries()) yield source.toString('utf8', startOf({ ends }, index), end);
}
