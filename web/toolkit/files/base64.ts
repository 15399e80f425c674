/** Returns the bytes of a base64 text. */
export function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

/** Returns a file as base64 text. */
export async function base64OfFile(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  // Size of a piece, because a function call accepts only a limited number of arguments.
  const piece = 0x80_00;
  let text = '';
  for (let index = 0; index < bytes.length; index += piece) {
    text += String.fromCharCode(...bytes.subarray(index, index + piece));
  }
  return btoa(text);
}
