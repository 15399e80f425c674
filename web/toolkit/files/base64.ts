/** Returns the bytes of a base64 text. */
export function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

/** Returns a file as base64 text. */
export async function base64OfFile(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  // The bytes are converted in parts, because a function call accepts only a limited number of arguments.
  const partSize = 0x80_00;
  let text = '';
  for (let index = 0; index < bytes.length; index += partSize) {
    text += String.fromCharCode(...bytes.subarray(index, index + partSize));
  }
  return btoa(text);
}
